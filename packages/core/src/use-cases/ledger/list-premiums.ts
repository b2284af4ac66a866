import {
  addTotals,
  NOTHING,
  rowsOf,
  totalsOf,
  type BordereauRow,
  type InsurerTotals,
  type IntermediaryTotals,
} from '../../domain/ledger/bordereau.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { BookedPeriod } from '../../ports/ledger.ts';

/**
 * Reads the bordereaux of a period, insurer by insurer. `take` receives the rows in batches, and few rows are read
 * ahead. Returns the totals. The bordereaux of a closing never change.
 */
export const listPremiums =
  ({ books }: Pick<Dependencies, 'books'>) =>
  async (
    period: BookedPeriod,
    take: (insurer: string | null, rows: readonly BordereauRow[]) => Promise<void>,
  ): Promise<readonly InsurerTotals[]> => {
    const all: InsurerTotals[] = [];
    for (const insurer of await books.insurers(period)) {
      const intermediaries = new Map<string, IntermediaryTotals>();
      await books.contractEntries(period, insurer, async (entries) => {
        const rows = entries.flatMap(rowsOf);
        await take(insurer, rows);
        for (const [companyId, own] of Map.groupBy(rows, ({ entry }) => entry.companyId)) {
          const [first] = own;
          const before = intermediaries.get(companyId)?.totals ?? NOTHING;
          if (first)
            intermediaries.set(companyId, {
              companyId,
              intermediary: first.entry.intermediary,
              totals: addTotals(before, totalsOf(own)),
            });
        }
      });
      all.push({ insurer, intermediaries: [...intermediaries.values()] });
    }
    return all;
  };
