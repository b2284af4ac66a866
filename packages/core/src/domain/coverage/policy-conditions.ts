/**
 * The subjects of clauses. Except `other`, these are the subjects in articles 8 and following of the CIMA code, the
 * regional insurance law.
 */
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
/** The subject of a clause. */
export type ClauseSubject = (typeof CLAUSE_SUBJECTS)[number];

/**
 * Article 8 of the CIMA code requires conspicuous print for exclusions and for clauses by which the insured loses a
 * right.
 */
export const CONSPICUOUS_SUBJECTS: readonly ClauseSubject[] = ['exclusions', 'sanctions'];

/** A French text, with an optional English translation. */
export interface Wording {
  readonly text: string;
  readonly english?: string;
}

/** A French text in a catalogue, with the translation that English papers print instead. */
export type Translation = Required<Wording>;

/** A clause as it is printed. Paragraphs are separated by line breaks. */
export interface Clause extends Wording {
  readonly subject: ClauseSubject;
  readonly title: Wording;
}

/** A separate document to which the contract refers. */
export interface GeneralConditions {
  readonly name: string;
  readonly version: string;
  /** The subjects that the document covers. */
  readonly subjects: readonly ClauseSubject[];
}

/** The terms of coverages, except the price. */
export interface Conditions {
  /** Coverages of the same catalogue refer to the conditions by this code. */
  readonly code: string;
  readonly general?: GeneralConditions;
  /** The territory in which the cover is valid. */
  readonly territory?: Wording;
  /** The hour at which cover begins on its first day, such as `00:00`. */
  readonly effectHour?: string;
  readonly clauses: readonly Clause[];
}
