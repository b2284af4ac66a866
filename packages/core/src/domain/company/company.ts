import type { Instant } from '../../shared/calendar.ts';
import type { Length } from '../../shared/rules.ts';

/** The length of a company's name, in characters. */
export const COMPANY_NAME: Length = { min: 2, max: 150 };

const CODE: Length = { min: 1, max: 50 };
const TEXT: Length = { min: 1, max: 200 };

/**
 * The length of each optional fact about a company, in characters. A fact is a code at the authority, or a detail that
 * papers print.
 */
const FACTS = {
  intermediaryCode: CODE,
  office: CODE,
  legalForm: TEXT,
  address: TEXT,
  licence: TEXT,
  phone: TEXT,
};

export type CompanyFact = keyof typeof FACTS;

/** Computes a value for each fact, always in the same order. */
export const forEachFact = <Value>(
  valueOf: (fact: CompanyFact, length: Length) => Value,
): Readonly<Record<CompanyFact, Value>> =>
  Object.fromEntries(
    Object.entries(FACTS).map(([fact, length]) => [fact, valueOf(fact as CompanyFact, length)]),
  ) as Record<CompanyFact, Value>;

/** An intermediary that calls the API. Each vehicle, quote and contract belongs to one company. */
export interface Company {
  readonly id: string;
  /** A short, unique number that is part of the company's policy numbers. */
  readonly number: number;
  readonly name: string;
  readonly enabled: boolean;
  /**
   * The authority's code for the company's own stock of certificates. Null if the company uses the service's code and
   * stock.
   */
  readonly intermediaryCode: string | null;
  /** The company's office at the authority; null if there is none. */
  readonly office: string | null;
  /** Printed on the papers of the company's contracts, like the three facts below. Null if unknown. */
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

/** Another company already has this name. */
export interface CompanyNameTaken {
  readonly code: 'company_name_taken';
}
