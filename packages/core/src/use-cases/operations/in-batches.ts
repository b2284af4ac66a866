/** Rows changed or removed in one batch. */
const BATCH = 5_000;

/** Calls `one`, which returns the number of rows processed, until a batch is not full. Returns the sum. */
export const inBatches = async (one: (limit: number) => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const done = await one(BATCH);
    all += done;
    if (done < BATCH) return all;
  }
};
