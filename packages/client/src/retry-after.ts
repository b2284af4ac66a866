/** The seconds an answer asks to wait for: `Retry-After` says them, or the date when they will be over. */
export const retryAfter = (headers: Headers, now: number): number | null => {
  const said = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(said)) return Number(said);
  const date = Date.parse(said);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
};
