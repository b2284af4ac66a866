import type { MobileNumber } from '../shared/rules.ts';

/** A text typed by an operator to find a payment, contract or vehicle, in every form in which it can be understood. */
export interface SearchTerms {
  /** The range of ids that begin with the text; null if no id can begin with it. */
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
  /** Whether its own id matched, rather than something related to it. */
  readonly own: boolean;
}

/**
 * Finds payments, contracts and vehicles of all companies by ids, policy numbers, plates, phones and sessions. Each
 * method returns at most `limit` hits, the latest first and without duplicates.
 */
export interface LookUps {
  /**
   * The payments that match or are related to a match: for a contract, the one that opened it; for a quote, all its
   * attempts.
   */
  payments(terms: SearchTerms, limit: number): Promise<readonly Hit[]>;
  /** The contracts that match or are related to a match. A phone may be the payer's or the policyholder's. */
  contracts(terms: SearchTerms, limit: number): Promise<readonly Hit[]>;
  vehicles(terms: SearchTerms, limit: number): Promise<readonly Hit[]>;
}
