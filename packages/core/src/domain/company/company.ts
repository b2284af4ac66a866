import type { Instant } from '../../shared/calendar.ts';
import type { Length } from '../../shared/rules.ts';

/** Characters of a company's name. */
export const COMPANY_NAME: Length = { min: 2, max: 150 };

const CODE: Length = { min: 1, max: 50 };
const TOLD: Length = { min: 1, max: 200 };

/** Characters of what may be known of a company: its codes at the authority, and what its papers tell. */
const FACTS = { intermediaryCode: CODE, office: CODE, legalForm: TOLD, address: TOLD, licence: TOLD, phone: TOLD };

/** Something that may be known of a company, besides its name. */
export type CompanyFact = keyof typeof FACTS;

/** A value for each of them, in one order. */
export const forEachFact = <Value>(
  valueOf: (fact: CompanyFact, length: Length) => Value,
): Readonly<Record<CompanyFact, Value>> =>
  Object.fromEntries(
    Object.entries(FACTS).map(([fact, length]) => [fact, valueOf(fact as CompanyFact, length)]),
  ) as Record<CompanyFact, Value>;

/** A caller: the intermediary company whose vehicles, quotes and contracts these are. */
export interface Company {
  readonly id: string;
  /** A short number of its own, part of its policy numbers. */
  readonly number: number;
  readonly name: string;
  readonly enabled: boolean;
  /** What the certificate authority knows it by; each company draws on its own stock. Null: the service's own. */
  readonly intermediaryCode: string | null;
  /** The office of that intermediary at the authority; null where it has none. */
  readonly office: string | null;
  /** What the papers of its contracts tell of it; null where it is not known. */
  readonly legalForm: string | null;
  readonly address: string | null;
  /** The licence it is an intermediary under. */
  readonly licence: string | null;
  readonly phone: string | null;
  readonly created: Instant;
}

/** A company's state, as its history tells it. */
export const companyState = ({ enabled }: Company): 'enabled' | 'disabled' => (enabled ? 'enabled' : 'disabled');

/** No company has this id or name. */
export interface CompanyNotFound {
  readonly code: 'company_not_found';
}

/** A name says which company is meant: no two have the same. */
export interface CompanyNameTaken {
  readonly code: 'company_name_taken';
}
