/** What a contract must say besides its figures (CIMA code, articles 8 and following). */
export const CLAUSE_SUBJECTS = [
  'exclusions',
  'declaration',
  'sanctions',
  'premium',
  'renewal',
  'termination',
  'claims',
  'valuation',
  'settlement',
  'prescription',
  'other',
] as const;
/** What a clause is about. */
export type ClauseSubject = (typeof CLAUSE_SUBJECTS)[number];

/** Exclusions, and clauses by which the insured loses a right, hold only if they stand out (article 8). */
export const CONSPICUOUS_SUBJECTS: readonly ClauseSubject[] = ['exclusions', 'sanctions'];

/** A French text, with its English translation. */
export interface Wording {
  readonly text: string;
  readonly english?: string;
}

/** A French text that a catalogue prints unchanged, with its translation for English papers. */
export type Translation = Required<Wording>;

/** A clause as it is printed. Paragraphs are separated by line ends. */
export interface Clause extends Wording {
  readonly subject: ClauseSubject;
  readonly title: Wording;
}

/** A document the contract refers to instead of printing it. */
export interface GeneralConditions {
  readonly name: string;
  readonly version: string;
  /** The subjects it covers. */
  readonly subjects: readonly ClauseSubject[];
}

/** The terms coverages are sold on, besides their price. */
export interface Conditions {
  /** By which coverages of the same catalogue refer to them. */
  readonly code: string;
  readonly general?: GeneralConditions;
  /** Where the cover holds. */
  readonly territory?: Wording;
  /** The hour at which cover begins on its first day, as `00:00`. */
  readonly effectHour?: string;
  readonly clauses: readonly Clause[];
}
