import type { Compared } from '../../domain/statement/match.ts';
import type { StatementLine } from '../../domain/statement/statement-line.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addDays, instantAt, millisecondsOf, startOfDay, type Instant, type LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import { agreementWith, factsUnder } from './compare-with-records.ts';
import { findingsIn } from './findings.ts';

/** The result of matching a line with our records. `another`: the line belongs to none of our payments. */
export type MatchResult = Compared['kind'] | 'another';

export interface LineShown extends StatementLine {
  readonly matchResult: MatchResult;
}

/** The sum of a provider's lines with one match result and currency. */
export interface StatementTotal {
  readonly provider: string;
  readonly matchResult: MatchResult;
  readonly lines: number;
  readonly currency: string;
  readonly amount: Francs;
  readonly fees: Francs;
}

/** One day of all statements. */
export interface StatementShown {
  /** The first lines of the day, up to the limit. */
  readonly lines: readonly LineShown[];
  /** The totals of all lines of the day, listed or not. */
  readonly totals: readonly StatementTotal[];
}

type ShowStatementDayDependencies = Pick<Dependencies, 'statements' | 'clock' | 'zone' | 'merchantFees'>;

/** The lines of a day, up to `limit`, with their match results, and the totals of all lines of that day. */
export const showStatementDay =
  (dependencies: ShowStatementDayDependencies) =>
  async (day: LocalDate, limit: number): Promise<StatementShown> => {
    const { statements, zone } = dependencies;
    const lines: LineShown[] = [];
    const totals = new Map<string, StatementTotal>();
    for await (const some of allLines(statements, startOfDay(day, zone), startOfDay(addDays(day, 1), zone)))
      for (const line of await matchResultsOf(dependencies, some)) {
        if (lines.length < limit) lines.push(line);
        const key = `${line.provider} ${line.matchResult} ${line.currency}`;
        totals.set(key, withLine(totals.get(key), line));
      }
    return { lines, totals: [...totals.values()] };
  };

/**
 * Lines read by one query. A single instant may have more lines, since some tables have dates without times. As an
 * instant cannot be halved, its lines are read by one larger query.
 */
const AT_ONCE = 1_000;
const OF_ONE_MOMENT = 1_000_000;

/** All lines of a period, oldest first, in batches. A period with more lines than one query reads is halved. */
async function* allLines(
  statements: ShowStatementDayDependencies['statements'],
  from: Instant,
  until: Instant,
): AsyncGenerator<readonly StatementLine[], void, undefined> {
  const lines = await statements.lines(from, until, AT_ONCE);
  const half = instantAt(Math.floor((millisecondsOf(from) + millisecondsOf(until)) / 2));
  if (lines.length < AT_ONCE) return yield lines;
  if (half === from) return yield await statements.lines(from, until, OF_ONE_MOMENT);
  yield* allLines(statements, from, half);
  yield* allLines(statements, half, until);
}

const matchResultsOf = async (
  dependencies: ShowStatementDayDependencies,
  lines: readonly StatementLine[],
): Promise<readonly LineShown[]> => {
  const kinds = new Map<string, MatchResult>();
  for (const [provider, own] of Map.groupBy(lines, (line) => line.provider)) {
    const agreement = await agreementWith(dependencies, provider);
    const references = [...new Set(own.flatMap(({ reference }) => reference ?? []))];
    for await (const facts of factsUnder(dependencies.statements, provider, references))
      for (const { kind, line } of findingsIn(facts, agreement)) if (line) kinds.set(keyOf(line), kind);
  }
  return lines.map((line) => ({ ...line, matchResult: kinds.get(keyOf(line)) ?? 'another' }));
};

/** The identity of a line as one text. */
export const keyOf = ({ provider, transactionId, kind }: StatementLine): string =>
  `${provider} ${kind} ${transactionId}`;

const withLine = (
  total: StatementTotal | undefined,
  { provider, matchResult, currency, amount, fee }: LineShown,
): StatementTotal => ({
  provider,
  matchResult,
  currency,
  lines: (total?.lines ?? 0) + 1,
  amount: sum([total?.amount ?? 0, amount]),
  fees: sum([total?.fees ?? 0, fee]),
});
