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

/** The dependencies of all use cases, by name; a use case picks what it needs. */
export interface Dependencies extends Omit<Store, 'lookUps'> {
  readonly providers: Providers;
  /** Statements that can be read by a call; absent where no provider has such a call. */
  readonly statementSources?: readonly StatementSource[] | undefined;
  readonly certificateAuthority: CertificateAuthority;
  readonly contractDocument: ContractDocument;
  readonly documents: Documents;
  /** Absent: papers are made without a proof. */
  readonly proofSigner?: ProofSigner | undefined;

  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: Ids;
  readonly keyHasher: KeyHasher;
  readonly trigger: Trigger;
  readonly errorReporter: ErrorReporter;

  /** The calendar of the business. */
  readonly zone: TimeZone;
  readonly environment: Environment;
  readonly fees: FeeSchedule;
  /** Absent: openings are not limited. */
  readonly openingLimits?: OpeningLimits | undefined;
  /** What providers keep of a payment, in basis points; absent where it is not known. */
  readonly merchantFees?: Readonly<Partial<Record<string, number>>> | undefined;
  readonly policyNumberFormat: PolicyNumberFormat;
  /** The insurer that stands behind the certificates. */
  readonly insuranceCompany: string;
  /** How many days from today a quote's cover may begin at most. */
  readonly quoteHorizon: number;
  /** How many days callers' events are kept. */
  readonly eventDays: number;
}
