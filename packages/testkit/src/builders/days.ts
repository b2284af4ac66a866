import { instantOf, parseDate, type Instant, type LocalDate } from '@vehicle-insurance/core';

/** A date, for tests: throws if the text is none. */
export const day = (text: string): LocalDate => {
  const date = parseDate(text);
  if (date === undefined) throw new Error(`${text} is no date`);
  return date;
};

/** An instant, for tests. */
export const at = (text: string): Instant => instantOf(text);

/** An ordinary morning, on which all that the builders make was created. */
export const SOME_MORNING: Instant = at('2026-01-15T09:00:00.000Z');
