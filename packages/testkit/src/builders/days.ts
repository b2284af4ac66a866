import { instantOf, parseDate, type Instant, type LocalDate } from '@vehicle-insurance/core';

/** Parses a date. Throws for any other text. */
export const day = (text: string): LocalDate => {
  const date = parseDate(text);
  if (date === undefined) throw new Error(`${text} is not a date`);
  return date;
};

/** Parses an instant. */
export const at = (text: string): Instant => instantOf(text);

/** An ordinary morning, at which the builders' objects were created. */
export const SOME_MORNING: Instant = at('2026-01-15T09:00:00.000Z');
