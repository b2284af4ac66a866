import type { Instant } from '../../shared/calendar.ts';
import type { Length } from '../../shared/rules.ts';

/** Characters of a company's name. */
export const COMPANY_NAME: Length = { min: 2, max: 150 };

const CODE: Length = { min: 1, max: 50 };
const TOLD: Length = { min: 1, max: 200 };

/** Characters of the optional facts about a company: its codes at the authority, and what its papers show. */
const FACTS = { intermediaryCode: CODE, office: CODE, legalForm: TOLD, address: TOLD, licence: TOLD, phone: TOLD };

/** An optional fact about a company. */
export type CompanyFact = keyof typeof FACTS;

/** A value for each fact, always in the same order. */
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
  /** Its code at the certificate authority; each company draws on its own stock. Null: the service's own code. */
  readonly intermediaryCode: string | null;
  /** The office of that intermediary at the authority; null where it has none. */
  readonly office: string | null;
  /** Shown on the papers of its contracts, as are the facts below; null where not known. */
  readonly legalForm: string | null;
  readonly address: string | null;
  /** Its licence as an intermediary. */
  readonly licence: string | null;
  readonly phone: string | null;
  readonly created: Instant;
}

/** A company's state, as its history shows it. */
export const companyState = ({ enabled }: Company): 'enabled' | 'disabled' => (enabled ? 'enabled' : 'disabled');

/** No company has this id or name. */
export interface CompanyNotFound {
  readonly code: 'company_not_found';
}

/** Another company has this name: names are unique. */
export interface CompanyNameTaken {
  readonly code: 'company_name_taken';
}
