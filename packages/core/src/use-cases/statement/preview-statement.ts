import { changedDifferences } from '../../domain/statement/difference.ts';
import { CLOCK_TOLERANCE, type DifferenceKind } from '../../domain/statement/match.ts';
import type { StatementLine, TransactionKind } from '../../domain/statement/statement-line.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addDays, dateOf, later, startOfDay, type LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import { agreementWith, factsUnder } from './compare-with-records.ts';
import { findingsIn } from './findings.ts';
import { daysOf, LINES_AT_ONCE, type ImportedStatement } from './import-statement.ts';
import { keyOf, type LineShown, type MatchResult } from './show-statement-day.ts';

/** The sum of the lines of one kind and currency. */
export interface LineTotal {
  readonly kind: TransactionKind;
  readonly currency: string;
  readonly lines: number;
  readonly amount: Francs;
  readonly fees: Francs;
}

/** The figures of an import, such as the number of new lines. A preview and an import report the same figures. */
export interface StatementFigures extends ImportedStatement {
  readonly provider: string;
  /** How many of the `kept` lines are already stored with other values. */
  readonly changed: number;
  readonly totals: readonly LineTotal[];
  /** The number of lines with each match result. */
  readonly results: Readonly<Partial<Record<MatchResult, number>>>;
  /** The number of discrepancies that become open, or whose content changes, by kind. */
  readonly opened: Readonly<Partial<Record<DifferenceKind, number>>>;
  /** The number of open discrepancies that the import settles. */
  readonly settled: number;
  /** The first lines. */
  readonly first: readonly LineShown[];
}

/** The figures of an import, and the earlier references of lines whose reference changes. */
interface Previewed {
  readonly figures: StatementFigures;
  readonly formerReferences: readonly string[];
}

type PreviewDependencies = Pick<Dependencies, 'statements' | 'clock' | 'zone' | 'merchantFees'>;

/** The number of lines that a preview shows. */
const SHOWN = 10;

/**
 * Computes what `importStatement` would store and find. Stores nothing and does not call providers. So money that our
 * records lack counts as a discrepancy, even if the import then finds the money at the provider and refunds it.
 */
export const previewStatement =
  (dependencies: PreviewDependencies) =>
  async (provider: string, lines: readonly StatementLine[], covers: readonly LocalDate[]): Promise<Previewed> => {
    const { statements, clock, zone } = dependencies;
    const stored = new Map<string, StatementLine>();
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
      for (const line of await statements.stored(lines.slice(from, from + LINES_AT_ONCE)))
        stored.set(keyOf(line), line);
    const merged = lines.map((line) => ({
      ...line,
      reference: line.reference ?? stored.get(keyOf(line))?.reference ?? null,
    }));
    const changed = merged.flatMap((line) => {
      const before = stored.get(keyOf(line));
      return before && !isSame(before, line) ? [before] : [];
    });
    const days = daysOf(lines, covers, zone);
    const [from, until] = [days[0] ?? null, days.at(-1) ?? null];
    const ofNew = Map.groupBy(merged, ({ reference }) => reference);
    const isNew = new Set(merged.map(keyOf));
    const references = new Set([...merged, ...changed].flatMap(({ reference }) => reference ?? []));
    if (from !== null && until !== null) {
      const end = later(startOfDay(addDays(until, 1), zone), { minutes: CLOCK_TOLERANCE });
      for (const each of await statements.references(provider, startOfDay(addDays(from, -1), zone), end))
        references.add(each);
    }
    const now = clock.now();
    const isOver = (day: LocalDate): boolean => day < dateOf(now, zone);
    const agreement = await agreementWith(dependencies, provider, days.filter(isOver));
    const results = new Map<string, MatchResult>();
    const opened: DifferenceKind[] = [];
    let settled = 0;
    for await (const facts of factsUnder(statements, provider, [...references])) {
      const { companyId, reference: paymentId, differences } = facts;
      const others = facts.lines.filter((line) => !isNew.has(keyOf(line)));
      const findings = findingsIn({ ...facts, lines: [...others, ...(ofNew.get(paymentId) ?? [])] }, agreement);
      for (const { kind, line } of findings) if (line) results.set(keyOf(line), kind);
      const about = { companyId, paymentId, provider, nextId: () => '', now };
      for (const { status, kind } of changedDifferences(differences, findings, about))
        if (status === 'settled') settled += 1;
        else opened.push(kind);
    }
    const shown = merged.map((line) => ({ ...line, matchResult: results.get(keyOf(line)) ?? ('another' as const) }));
    const figures = {
      ...{ provider, lines: lines.length, from, until, changed: changed.length },
      kept: lines.length - stored.size + changed.length,
      totals: totalsOf(merged),
      results: counted(shown.map(({ matchResult }) => matchResult)),
      opened: counted(opened.toSorted()),
      settled,
      first: shown.slice(0, SHOWN),
    };
    return { figures, formerReferences: changed.flatMap(({ reference }) => reference ?? []) };
  };

const isSame = (one: StatementLine, other: StatementLine): boolean =>
  (['amount', 'fee', 'currency', 'reference', 'at'] as const).every((field) => one[field] === other[field]);

const counted = <Value extends string>(values: readonly Value[]): Readonly<Partial<Record<Value, number>>> =>
  Object.fromEntries(
    [...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length]),
  ) as Partial<Record<Value, number>>;

const totalsOf = (lines: readonly StatementLine[]): readonly LineTotal[] =>
  [...Map.groupBy(lines, ({ kind, currency }) => `${kind} ${currency}`).values()].flatMap(([line, ...more]) =>
    line
      ? {
          ...{ kind: line.kind, currency: line.currency, lines: more.length + 1 },
          amount: sum([line, ...more].map(({ amount }) => amount)),
          fees: sum([line, ...more].map(({ fee }) => fee)),
        }
      : [],
  );

/** The figures as one text, to detect whether they have changed since an operator read them. */
export const contentOfFigures = ({ first: _, ...figures }: StatementFigures): string => JSON.stringify(figures);
