import type { Instant } from '../../shared/calendar.ts';
import type { Length } from '../../shared/rules.ts';

/** Characters of a company's name. */
export const COMPANY_NAME: Length = { min: 2, max: 150 };
/** Characters of an intermediary code. */
export const INTERMEDIARY_CODE: Length = { min: 1, max: 50 };

/** Characters of an office's code. */
export const OFFICE: Length = { min: 1, max: 50 };

/** Characters of each fact that papers tell of an intermediary. */
export const COMPANY_FACT: Length = { min: 1, max: 200 };

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
