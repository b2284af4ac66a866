import type { Instant } from '../../shared/calendar.ts';
import type { Length } from '../../shared/rules.ts';

/** The length of a company's name, in characters. */
export const COMPANY_NAME: Length = { min: 2, max: 150 };

const CODE: Length = { min: 1, max: 50 };
const TEXT: Length = { min: 1, max: 200 };

/**
 * The length, in characters, of each optional fact about a company: a code at the authority, or a detail for papers.
 */
const FACTS = {
  intermediaryCode: CODE,
  office: CODE,
  legalForm: TEXT,
  address: TEXT,
  licence: TEXT,
  phone: TEXT,
};

/** An optional fact about a company. */
export type CompanyFact = keyof typeof FACTS;

/** Computes a value for each fact, always in the same order. */
export const forEachFact = <Value>(
  valueOf: (fact: CompanyFact, length: Length) => Value,
): Readonly<Record<CompanyFact, Value>> =>
  Object.fromEntries(
    Object.entries(FACTS).map(([fact, length]) => [fact, valueOf(fact as CompanyFact, length)]),
  ) as Record<CompanyFact, Value>;

/** An intermediary company that calls the API and owns its vehicles, quotes and contracts. */
export interface Company {
  readonly id: string;
  /** The company's own short number, part of its policy numbers. */
  readonly number: number;
  readonly name: string;
  readonly enabled: boolean;
  /**
   * The code under which the company has its own stock of certificates; null if it uses the service's code and stock.
   */
  readonly intermediaryCode: string | null;
  /** The intermediary's office at the authority; null if it has none. */
  readonly office: string | null;
  /** Printed on the papers of its contracts, like the facts below; null if unknown. */
  readonly legalForm: string | null;
  readonly address: string | null;
  /** The company's licence as an intermediary. */
  readonly licence: string | null;
  readonly phone: string | null;
  readonly created: Instant;
}

/** A company's state, as shown in its history. */
export const companyState = ({ enabled }: Company): 'enabled' | 'disabled' => (enabled ? 'enabled' : 'disabled');

/** No company has this id or name. */
export interface CompanyNotFound {
  readonly code: 'company_not_found';
}

/** Another company has this name: names are unique. */
export interface CompanyNameTaken {
  readonly code: 'company_name_taken';
}
