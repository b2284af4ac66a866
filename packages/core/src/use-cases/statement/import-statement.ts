import type { StatementLine } from '../../domain/statement/statement-line.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addDays, dateOf, type LocalDate, type TimeZone } from '../../shared/calendar.ts';
import { Ok } from '../../shared/result.ts';
import { compareDay } from './read-statement.ts';
import type { ComparingDependencies } from './compare-with-records.ts';

export interface ImportedStatement {
  readonly lines: number;
  /** The number of new or changed lines. */
  readonly kept: number;
  readonly from: LocalDate | null;
  readonly until: LocalDate | null;
}

/** Lines read or written by one SQL statement. */
export const LINES_AT_ONCE = 500;

/** All days that an import covers, in order: from the first to the last day of `lines` and `covers`. */
export const daysOf = (
  lines: readonly StatementLine[],
  covers: readonly LocalDate[],
  zone: TimeZone,
): readonly LocalDate[] => {
  const known = [...covers, ...lines.map(({ at }) => dateOf(at, zone))].toSorted();
  const [from, until] = [known[0], known.at(-1)];
  const days: LocalDate[] = [];
  for (let day = from; day !== undefined && until !== undefined && day <= until; day = addDays(day, 1)) days.push(day);
  return days;
};

/**
 * Stores the lines of a statement that an operator imports, and compares every day that the import covers (`daysOf`).
 * Idempotent, even after an interrupted import. A day that is not over counts as unread, so no movement on that day
 * counts as missing.
 */
export const importStatement =
  (dependencies: ComparingDependencies & Pick<Dependencies, 'unitOfWork'>) =>
  async (
    provider: string,
    lines: readonly StatementLine[],
    covers: readonly LocalDate[] = [],
  ): Promise<ImportedStatement> => {
    const { statements, unitOfWork, clock, ids, zone } = dependencies;
    let kept = 0;
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
      kept += await statements.keep(lines.slice(from, from + LINES_AT_ONCE));
    const days = daysOf(lines, covers, zone);
    const now = clock.now();
    const today = dateOf(now, zone);
    for (const day of days) {
      const reading = { id: ids.next(), provider, day, read: now, due: null };
      if (day < today) await unitOfWork.run<void, never>(async (tx) => Ok(await tx.statements.readByHand(reading)));
      await compareDay(dependencies)(provider, day);
    }
    return { lines: lines.length, kept, from: days[0] ?? null, until: days.at(-1) ?? null };
  };
