/**
 * The database's time, and the moments on this process's monotonic clock before and after the reading. The interval
 * between these moments is the uncertainty.
 */
export interface DatabaseTime {
  /** Milliseconds since 1970. */
  readonly milliseconds: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The server's current clock, not the start of the transaction. */
export const CLOCK = 'extract(epoch from clock_timestamp())::float8 * 1000 as clock';

/** Runs a statement that selects `CLOCK`, and measures how long the answer takes. */
export const measureTime = async <Row extends { readonly clock: number }>(
  ask: () => Promise<Row | undefined>,
): Promise<{ readonly row: Row | undefined; readonly time: DatabaseTime | undefined }> => {
  const askedAt = performance.now();
  const row = await ask();
  return { row, time: row && { milliseconds: row.clock, askedAt, answeredAt: performance.now() } };
};
