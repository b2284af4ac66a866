/** Milliseconds: a system that asks for more is called again all the same, since payers wait for its answers. */
const LONGEST = 15 * 60_000;

/** The date form begins with a weekday, `Sun, 06 Nov 1994 08:49:37 GMT`. */
const DATE = /^[A-Z][a-z]{2}.*\d{2}:\d{2}:\d{2}/;

/**
 * Milliseconds that a `retry-after` header asks for, from 0 to a quarter of an hour; undefined where it cannot be read.
 * A date is compared with the answer's own, so that clocks which differ change nothing.
 */
export const retryAfterIn = (header: unknown, answered: unknown): number | undefined => {
  const text = typeof header === 'string' ? header.trim() : '';
  const wanted = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : DATE.test(text)
      ? Date.parse(text) - sentAt(answered)
      : NaN;
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, 0), LONGEST);
};

const sentAt = (date: unknown): number => {
  const sent = typeof date === 'string' ? Date.parse(date) : NaN;
  return Number.isNaN(sent) ? Date.now() : sent;
};
