import type { Payment } from '../../domain/payment/payment.ts';
import type { QuoteNotFound } from '../../domain/quote/quote.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import { Err, type Result } from '../../shared/result.ts';
import { anyText, fields, mobileNumber, optional, uuid, type InvalidRequest } from '../../shared/rules.ts';
import { requestSession, type PaymentDependencies } from './ask-provider.ts';
import { makeIntent, type IntentDependencies, type IntentRefused } from './make-intent.ts';
import { answerOfOpening, awaitOpening, endOpening, type PaymentProviderUnavailable } from './record-opening.ts';

export interface PayQuoteCommand {
  readonly companyId: string;
  readonly quoteId: string;
  /** The payer's mobile number; it may differ from the policyholder's number. */
  readonly phoneNumber: string;
  /**
   * The payment's id, a UUID of the caller's choice. Idempotent: if a payment with this id exists, no second payment is
   * opened. The call returns the original response, even if the payment's state has changed.
   */
  readonly id?: string | undefined;
}

export type PayQuoteError = InvalidRequest | QuoteNotFound | IntentRefused | PaymentProviderUnavailable;

/** Requests payment of a quote from a payer, and returns the payment that waits for the payer's confirmation. */
export type PayQuote = (command: PayQuoteCommand) => Promise<Result<Payment, PayQuoteError>>;

/**
 * Opens a mobile-money payment for a quote (docs/api.md 5.8). Commits the intent, calls the provider outside any
 * transaction, then commits the provider's answer. If the process dies in between, a worker or another call finishes
 * the opening.
 */
export const payQuote = (
  dependencies: PaymentDependencies & IntentDependencies & Pick<Dependencies, 'dueWork'>,
): PayQuote => {
  const intend = makeIntent(dependencies);
  const open = async (payment: Payment, claim: Claim) =>
    endOpening(dependencies)(payment, await requestSession(dependencies, payment), claim);
  const pay: PayQuote = async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { phoneNumber: payer, ...asked } = checked.value;

    const intent = await intend({ ...asked, payer });
    if (intent.isErr()) return intent;
    const { payment, claim } = intent.value;
    const opened = claim ? await open(payment, claim) : await answerOfOpening(dependencies)(payment);
    if (opened.isOk()) return opened;
    if (opened.error.code !== 'still_opening') return Err(opened.error);
    const ended = await awaitOpening(dependencies)(payment);
    // A payment with the requested id does not block the request: once its opening has ended, that payment is the
    // response.
    return ended.isOk() || payment.id === command.id ? pay(command) : ended;
  };
  return pay;
};

const RULES = { companyId: anyText, quoteId: anyText, phoneNumber: mobileNumber, id: optional(uuid) } as const;
