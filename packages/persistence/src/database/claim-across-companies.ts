/** A company's row that was found without a lock. Another process may change it before it is claimed. */
export interface Found {
  readonly companyId: string;
}

/** Maximum number of searches, in case other processes claim the rows that were found. */
const LOOKS = 5;

/**
 * Finds rows of all companies without a lock, oldest first, then claims them company by company. Each claim is one
 * conditional statement that returns the claimed rows. So no statement locks or changes rows of two companies, which
 * may be on different nodes. Rows that another process holds are skipped without waiting.
 */
export const takeFound = async <Row extends Found, Taken>(
  limit: number,
  look: (limit: number) => Promise<readonly Row[]>,
  take: (companyId: string, rows: readonly Row[]) => Promise<readonly Taken[]>,
): Promise<readonly Taken[]> => {
  const all: Taken[] = [];
  // The next look may find rows again that could not be claimed. They are not tried a second time.
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
