/** What was found without a lock: a company's row, which another may change before it is taken. */
export interface Found {
  readonly companyId: string;
}

/** How often the search is repeated when others have taken what it found. */
const LOOKS = 5;

/**
 * Looks for rows over all companies without a lock, oldest first, and takes them company by company, each with its own
 * conditional statement, which returns what it took. So no statement locks or changes rows of two companies, which may
 * lie on different nodes, and rows that others hold are skipped, never waited for.
 */
export const takeFound = async <Row extends Found, Taken>(
  limit: number,
  look: (limit: number) => Promise<readonly Row[]>,
  take: (companyId: string, rows: readonly Row[]) => Promise<readonly Taken[]>,
): Promise<readonly Taken[]> => {
  const all: Taken[] = [];
  // What could not be taken is found again by the next look, and not tried again.
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
