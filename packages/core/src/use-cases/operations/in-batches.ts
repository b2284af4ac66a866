/** Rows that are changed or removed by one statement. */
const BATCH = 5_000;

/** Runs `one` again and again until a batch is not full; `one` returns how many rows it did. Returns their sum. */
export const inBatches = async (one: (limit: number) => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const done = await one(BATCH);
    all += done;
    if (done < BATCH) return all;
  }
};
