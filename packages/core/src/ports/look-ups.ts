import type { MobileNumber } from '../shared/rules.ts';

/** The text an operator typed to find a payment, contract or vehicle, in every way it can be read. */
export interface Meant {
  /** The range of ids that begin with the text; null if no id can. */
  readonly ids: { readonly from: string; readonly to: string } | null;
  /** The text unchanged, and in capitals. */
  readonly policyNumbers: readonly string[];
  readonly licencePlate: string | null;
  readonly phone: MobileNumber | null;
  /** The text as the id of a provider's session. */
  readonly sessionId: string;
}

/** A payment, contract or vehicle that was found. */
export interface Hit {
  readonly companyId: string;
  readonly id: string;
  /** Whether its own id matched, not only something related to it. */
  readonly own: boolean;
}

/**
 * Finds payments, contracts and vehicles of all companies by ids, policy numbers, plates, phones and sessions. Each
 * method returns the latest first, without duplicates, and at most `limit`.
 */
export interface LookUps {
  /**
   * The payments that match or are related to a match: of a contract the one that opened it, of a quote all its
   * attempts.
   */
  payments(meant: Meant, limit: number): Promise<readonly Hit[]>;
  /** The contracts that match or are related to a match. A phone is the payer's or the policyholder's. */
  contracts(meant: Meant, limit: number): Promise<readonly Hit[]>;
  vehicles(meant: Meant, limit: number): Promise<readonly Hit[]>;
}
