import type { KeyNotFound, LastKey, Unauthorized } from '../domain/company/api-key.ts';
import type { ContractNotFound } from '../domain/contract/contract.ts';
import type { IssueOwnKeyError } from './company/issue-own-key.ts';
import type { IdempotencyKeyReused, RequestInProgress } from './idempotency/respond-once.ts';
import type { ListEventsError } from './journal/list-events.ts';
import type { PayQuoteError } from './payment/pay-quote.ts';
import type { CreateQuoteError } from './quote/create-quote.ts';
import type { ChangeExternalIdError } from './vehicle/change-external-id.ts';
import type { RegisterVehicleError } from './vehicle/register-vehicle.ts';

/**
 * The errors that the API's use cases return to callers, except those of papers, which the API's adapter lists itself.
 * An adapter that serves callers maps each error.
 */
export type CallerError =
  | Unauthorized
  | RegisterVehicleError
  | ChangeExternalIdError
  | CreateQuoteError
  | PayQuoteError
  | ContractNotFound
  | ListEventsError
  | IssueOwnKeyError
  | KeyNotFound
  | LastKey
  | IdempotencyKeyReused
  | RequestInProgress;
