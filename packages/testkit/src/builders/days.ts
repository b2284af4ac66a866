import { instantOf, parseDate, type Instant, type LocalDate } from '@vehicle-insurance/core';

/** A date, for tests. Throws for any other text. */
export const day = (text: string): LocalDate => {
  const date = parseDate(text);
  if (date === undefined) throw new Error(`${text} is not a date`);
  return date;
};

/** An instant, for tests. */
export const at = (text: string): Instant => instantOf(text);

/** An ordinary morning, on which everything made by the builders was created. */
export const SOME_MORNING: Instant = at('2026-01-15T09:00:00.000Z');
