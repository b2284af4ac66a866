import type { Environment } from '../domain/company/api-key.ts';
import type { PolicyNumberFormat } from '../domain/contract/policy-number.ts';
import type { FeeSchedule } from '../domain/payment/fees.ts';
import type { OpeningLimits } from '../domain/payment/opening-limit.ts';
import type { TimeZone } from '../shared/calendar.ts';
import type { KeyHasher } from './api-keys.ts';
import type { Trigger } from './trigger.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import type { Clock } from './clock.ts';
import type { ContractDocument } from './contract-document.ts';
import type { Documents } from './documents.ts';
import type { Ids } from './ids.ts';
import type { ErrorReporter } from './error-reporter.ts';
import type { Providers } from './mobile-money.ts';
import type { ProofSigner } from './proof-signer.ts';
import type { StatementSource } from './statement-source.ts';
import type { Store } from './store.ts';
import type { Timer } from './timer.ts';

/** The dependencies of all use cases, by name. Each use case picks the dependencies that it needs. */
export interface Dependencies extends Omit<Store, 'lookUps'> {
  readonly providers: Providers;
  /** The sources of statements that can be fetched by API; absent if there are none. */
  readonly statementSources?: readonly StatementSource[] | undefined;
  readonly certificateAuthority: CertificateAuthority;
  readonly contractDocument: ContractDocument;
  readonly documents: Documents;
  /** If absent, papers contain no proof. */
  readonly proofSigner?: ProofSigner | undefined;

  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: Ids;
  readonly keyHasher: KeyHasher;
  readonly trigger: Trigger;
  readonly errorReporter: ErrorReporter;

  /** The time zone of the business calendar. */
  readonly zone: TimeZone;
  readonly environment: Environment;
  readonly fees: FeeSchedule;
  /** Limits on openings, which are requests to a provider for a session. If absent, openings are not limited. */
  readonly openingLimits?: OpeningLimits | undefined;
  /** The share of a payment that each provider keeps, in basis points; absent if unknown. */
  readonly merchantFees?: Readonly<Partial<Record<string, number>>> | undefined;
  readonly policyNumberFormat: PolicyNumberFormat;
  /** The name of the service's own insurer. All certificates name this insurer. */
  readonly insuranceCompany: string;
  /** The maximum number of days from today to the first day of a quote's cover. */
  readonly quoteHorizon: number;
  /** How many days before a contract's last day its company receives an ending notice; by default 30, 15 and 7. */
  readonly endingDays?: readonly number[] | undefined;
  /** The number of days for which callers' events are kept. */
  readonly eventDays: number;
}
