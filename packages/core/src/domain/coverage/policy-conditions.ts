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

/** French words, with their translation for those who read English. */
export interface Wording {
  readonly text: string;
  readonly english?: string;
}

/** A French text of a catalogue that is printed as it is, with the words of English papers for it. */
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
  /** What it settles. */
  readonly subjects: readonly ClauseSubject[];
}

/** The terms coverages are sold on, besides their price. */
export interface Conditions {
  /** What coverages call them within one catalogue. */
  readonly code: string;
  readonly general?: GeneralConditions;
  /** Where the cover holds. */
  readonly territory?: Wording;
  /** The hour at which cover begins on its first day, as `00:00`. */
  readonly effectHour?: string;
  readonly clauses: readonly Clause[];
}
