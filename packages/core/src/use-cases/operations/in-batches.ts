/** Rows that are changed or removed by one statement. */
const BATCH = 5_000;

/** Has batch after batch done until one is not full; `one` answers how many it did. Answers how many all did. */
export const inBatches = async (one: (limit: number) => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const done = await one(BATCH);
    all += done;
    if (done < BATCH) return all;
  }
};
