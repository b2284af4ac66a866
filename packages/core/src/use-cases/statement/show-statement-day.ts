import type { Compared } from '../../domain/statement/match.ts';
import type { StatementLine } from '../../domain/statement/statement-line.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addDays, instantAt, millisecondsOf, startOfDay, type Instant, type LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import { agreementWith, factsUnder, findingsIn } from './compare-with-records.ts';

/** What a line came to; `another` where it is none of ours. */
export type CameTo = Compared['kind'] | 'another';

/** A line, and what it came to. */
export interface LineShown extends StatementLine {
  readonly cameTo: CameTo;
}

/** Some lines of a provider together, all of one currency: what is not ours may be in another. */
export interface StatementTotal {
  readonly provider: string;
  readonly cameTo: CameTo;
  readonly lines: number;
  readonly currency: string;
  readonly amount: Francs;
  readonly fees: Francs;
}

/** A day of all statements. */
export interface StatementShown {
  /** The first of the day, as many as were asked for. */
  readonly lines: readonly LineShown[];
  /** Of all lines of the day, also of those that are not listed. */
  readonly totals: readonly StatementTotal[];
}

type Given = Pick<Dependencies, 'statements' | 'clock' | 'zone' | 'merchantFees'>;

/** Lines of a day with what each came to, up to `limit`, and how much all of them are together: where the money is. */
export const showStatementDay =
  (dependencies: Given) =>
  async (day: LocalDate, limit: number): Promise<StatementShown> => {
    const { statements, zone } = dependencies;
    const lines: LineShown[] = [];
    const totals = new Map<string, StatementTotal>();
    for await (const some of allLines(statements, startOfDay(day, zone), startOfDay(addDays(day, 1), zone)))
      for (const line of await whatCameOf(dependencies, some)) {
        if (lines.length < limit) lines.push(line);
        const key = `${line.provider} ${line.cameTo} ${line.currency}`;
        totals.set(key, withLine(totals.get(key), line));
      }
    return { lines, totals: [...totals.values()] };
  };

/** Lines that are read at once; and of one moment, as where a table tells the day alone. */
const AT_ONCE = 1_000;
const OF_ONE_MOMENT = 1_000_000;

/** All lines of a time, oldest first, some at a time: a time of more than can be read at once is halved. */
async function* allLines(
  statements: Given['statements'],
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

const whatCameOf = async (dependencies: Given, lines: readonly StatementLine[]): Promise<readonly LineShown[]> => {
  const kinds = new Map<string, CameTo>();
  for (const [provider, told] of Map.groupBy(lines, (line) => line.provider)) {
    const agreement = await agreementWith(dependencies, provider);
    const references = [...new Set(told.flatMap(({ reference }) => reference ?? []))];
    for await (const facts of factsUnder(dependencies.statements, provider, references))
      for (const { kind, line } of findingsIn(facts, agreement)) if (line) kinds.set(keyOf(line), kind);
  }
  return lines.map((line) => ({ ...line, cameTo: kinds.get(keyOf(line)) ?? 'another' }));
};

const keyOf = ({ provider, transactionId, kind }: StatementLine): string => `${provider} ${kind} ${transactionId}`;

const withLine = (
  total: StatementTotal | undefined,
  { provider, cameTo, currency, amount, fee }: LineShown,
): StatementTotal => ({
  provider,
  cameTo,
  currency,
  lines: (total?.lines ?? 0) + 1,
  amount: sum([total?.amount ?? 0, amount]),
  fees: sum([total?.fees ?? 0, fee]),
});
