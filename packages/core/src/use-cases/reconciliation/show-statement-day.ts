import type { Finding } from '../../domain/reconciliation/match.ts';
import type { StatementLine } from '../../domain/reconciliation/statement-line.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addDays, startOfDay, type LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import { agreementWith, findingsIn } from './reconcile.ts';

/** What a line came to; `another` where it is none of ours. */
export type CameTo = Finding['kind'] | 'another';

/** A line, and what it came to. */
export interface LineShown extends StatementLine {
  readonly cameTo: CameTo;
}

/** Some lines of a provider together. */
export interface StatementTotal {
  readonly provider: string;
  readonly cameTo: CameTo;
  readonly lines: number;
  readonly amount: Francs;
  readonly fees: Francs;
}

/** A day of all statements. */
export interface StatementShown {
  readonly lines: readonly LineShown[];
  readonly totals: readonly StatementTotal[];
}

/** Every line of a day with what it came to, and how much that is together: where the money is. */
export const showStatementDay =
  (dependencies: Pick<Dependencies, 'statements' | 'clock' | 'zone' | 'merchantFees'>) =>
  async (day: LocalDate, limit: number): Promise<StatementShown> => {
    const { statements, zone } = dependencies;
    const lines = await statements.lines(startOfDay(day, zone), startOfDay(addDays(day, 1), zone), limit);
    const shown: LineShown[] = [];
    for (const [provider, told] of Map.groupBy(lines, (line) => line.provider)) {
      const agreement = await agreementWith(dependencies, provider);
      const references = [...new Set(told.flatMap(({ reference }) => reference ?? []))];
      const findings = (await statements.facts(provider, references)).flatMap((facts) => findingsIn(facts, agreement));
      const kinds = new Map(findings.flatMap(({ kind, line }) => (line ? [[keyOf(line), kind] as const] : [])));
      shown.push(...told.map((line) => ({ ...line, cameTo: kinds.get(keyOf(line)) ?? ('another' as const) })));
    }
    return { lines: shown, totals: totalsOf(shown) };
  };

const keyOf = ({ transactionId, kind }: StatementLine): string => `${kind} ${transactionId}`;

const totalsOf = (lines: readonly LineShown[]): readonly StatementTotal[] =>
  [...Map.groupBy(lines, ({ provider, cameTo }) => `${provider} ${cameTo}`).values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    return {
      provider: first.provider,
      cameTo: first.cameTo,
      lines: some.length,
      amount: sum(some.map(({ amount }) => amount)),
      fees: sum(some.map(({ fee }) => fee)),
    };
  });
