/** Rows changed or removed by one statement. */
const BATCH = 5_000;

/** Repeats `one` until a batch is not full. `one` returns the number of rows it processed. Returns the sum. */
export const inBatches = async (one: (limit: number) => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const done = await one(BATCH);
    all += done;
    if (done < BATCH) return all;
  }
};
