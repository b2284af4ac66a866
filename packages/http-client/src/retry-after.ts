/** In milliseconds. Longer pauses are shortened, because payers wait for the result. */
const LONGEST = 15 * 60_000;

const DATE = /^[A-Z][a-z]{2}.*\d{2}:\d{2}:\d{2}/;

/**
 * Milliseconds from a `retry-after` header, from 0 to a quarter of an hour. Undefined if the header is unreadable. A
 * date is compared with the response's own date, so that differences between the clocks do not matter.
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
