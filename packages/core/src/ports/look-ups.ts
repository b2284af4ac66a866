import type { MobileNumber } from '../shared/rules.ts';

/** What an operator has typed to say which payment, contract or vehicle is meant, in every way it can be read. */
export interface Meant {
  /** The range of ids that begin with it; null where no id does. */
  readonly ids: { readonly from: string; readonly to: string } | null;
  /** As it is, and in capitals. */
  readonly policyNumbers: readonly string[];
  readonly licencePlate: string | null;
  readonly phone: MobileNumber | null;
  /** The provider's session. */
  readonly sessionId: string;
}

/** One of the things that may be meant. */
export interface Hit {
  readonly companyId: string;
  readonly id: string;
  /** Its own id was typed, and not something it belongs to. */
  readonly own: boolean;
}

/**
 * Finds what is meant over all companies, by ids, policy numbers, plates, phones and sessions. Each answers the latest
 * first, none twice, and up to `limit`.
 */
export interface LookUps {
  /** The payments of what is meant: a contract's is the one that opened it, a quote's are all its attempts. */
  payments(meant: Meant, limit: number): Promise<readonly Hit[]>;
  /** The contracts of what is meant. A phone is the payer's or the policyholder's. */
  contracts(meant: Meant, limit: number): Promise<readonly Hit[]>;
  vehicles(meant: Meant, limit: number): Promise<readonly Hit[]>;
}
