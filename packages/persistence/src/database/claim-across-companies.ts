/** A company's row that was read without a lock. Another process may change the row before the claim. */
export interface Found {
  readonly companyId: string;
}

/** Maximum number of searches. Other processes may claim the rows of each search first. */
const LOOKS = 5;

/**
 * Finds rows of all companies without a lock, in the order of `look`, then claims the rows company by company. Each
 * claim is one transaction, which checks the condition again and returns the claimed rows. So no transaction locks or
 * changes rows of two companies, which may be on different nodes. A claim skips rows that another process has locked.
 */
export const takeFound = async <Row extends Found, Taken>(
  limit: number,
  look: (limit: number) => Promise<readonly Row[]>,
  take: (companyId: string, rows: readonly Row[]) => Promise<readonly Taken[]>,
): Promise<readonly Taken[]> => {
  const all: Taken[] = [];
  // A later search may find rows again that could not be claimed. Each row is tried once.
  const tried = new Set<string>();
  for (let looks = 0; looks < LOOKS && all.length < limit; looks += 1) {
    const wanted = limit - all.length + (tried.size - all.length);
    const found = await look(wanted);
    const fresh = found.filter((row) => !tried.has(JSON.stringify(row)));
    for (const [companyId, rows] of Map.groupBy(fresh, (row) => row.companyId)) {
      const some = rows.slice(0, limit - all.length);
      for (const row of some) tried.add(JSON.stringify(row));
      all.push(...(await take(companyId, some)));
    }
    if (found.length < wanted) break;
  }
  return all;
};
