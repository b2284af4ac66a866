import type { Contract } from '../domain/contract/contract.ts';
import type { Policyholder } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { Instant } from '../shared/calendar.ts';
import type { MobileNumber } from '../shared/rules.ts';

/** An operator's search text for a payment, contract or vehicle, in every form in which the text can be understood. */
export interface SearchTerms {
  /**
   * The range of ids that begin with the text; null if no id can begin with the text, or if the text is too short for a
   * search.
   */
  readonly ids: { readonly from: string; readonly to: string } | null;
  /** The text unchanged, and in capitals. */
  readonly policyNumbers: readonly string[];
  readonly licencePlate: string | null;
  readonly phone: MobileNumber | null;
  /** The text as the id of a provider's session. */
  readonly sessionId: string;
}

/** Like `SearchTerms`, but the text may also be part of a value. */
export interface PartialTerms extends SearchTerms {
  /**
   * For each word of the text, or for a whole phone number, the possible beginnings of a policyholder's search key.
   * Empty if the words would match too much.
   */
  readonly holder: readonly (readonly string[])[];
  /** The search keys of a policyholder who has exactly this name. */
  readonly name: readonly string[];
  /** Part of a plate, without separators. */
  readonly platePart: string | null;
  /** The beginning of the search key of a policy number. */
  readonly policyKey: string | null;
  /** The last digits of the payer's phone. */
  readonly phoneEnd: string | null;
  /** The last eight characters of a payment's id, as papers print them. */
  readonly paymentIdEnd: string | null;
  readonly certificateNumber: string;
}

/** A payment, contract or vehicle that was found. */
export interface Hit {
  readonly companyId: string;
  readonly id: string;
  /** Whether the object's own id matched. If false, another value of the object or a related object matched. */
  readonly own: boolean;
}

/** A quote that was found, with the facts by which people recognise its policyholder. */
export interface QuoteFound {
  readonly companyId: string;
  readonly companyName: string;
  readonly policyholder: Policyholder;
  readonly licencePlate: string;
  /** Null without a contract. */
  readonly policyNumber: string | null;
  readonly created: Instant;
}

/** A vehicle that was found, with the policyholder of its latest quote, and its latest contract. */
export interface VehicleFound extends Pick<
  Vehicle,
  'id' | 'companyId' | 'licencePlate' | 'brand' | 'model' | 'created'
> {
  readonly companyName: string;
  /** Null without a quote. */
  readonly holderName: string | null;
  readonly contractId: Contract['id'] | null;
  readonly policyNumber: string | null;
}

/** Everything that a search found, best matches first. Of equal matches, the latest is first. */
export interface Finds {
  readonly quotes: readonly QuoteFound[];
  readonly contractIds: readonly string[];
  readonly paymentIds: readonly string[];
  readonly vehicles: readonly VehicleFound[];
}

/**
 * Finds payments, contracts and vehicles of all companies by ids, policy numbers, plates, phones and sessions; `search`
 * also finds quotes, and accepts names and parts of values. All methods but `search` return at most `limit` hits, the
 * latest first and without duplicates. If very many objects match, some of them may be missing.
 */
export interface LookUps {
  /**
   * The payments that match or are related to a match. If a contract matches, the payment that opened the contract is
   * included. If a quote matches, all its payments are included.
   */
  payments(terms: SearchTerms, limit: number): Promise<readonly Hit[]>;
  /** The contracts that match or are related to a match. A phone may be the payer's or the policyholder's. */
  contracts(terms: SearchTerms, limit: number): Promise<readonly Hit[]>;
  vehicles(terms: SearchTerms, limit: number): Promise<readonly Hit[]>;
  /**
   * The objects that match, even in part, or are related to a match, with at most `limit` objects of each kind. Objects
   * that match with a whole value come before objects that match in part.
   */
  search(terms: PartialTerms, limit: number): Promise<Finds>;
}
