import { instantOf, parseDate, type Instant, type LocalDate } from '@vehicle-insurance/core';

/** A date, for tests: throws where it is none. */
export const day = (text: string): LocalDate => {
  const date = parseDate(text);
  if (date === undefined) throw new Error(`${text} is no date`);
  return date;
};

/** An instant, for tests. */
export const at = (text: string): Instant => instantOf(text);

/** A morning on which nothing special happens; what builders make was made then. */
export const SOME_MORNING: Instant = at('2026-01-15T09:00:00.000Z');
