import { showStatementDay, type DifferenceDetails, type LocalDate, type StatementShown } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table } from '../command-output.ts';
import type { Run } from '../context.ts';
import { count, day, LIMIT } from '../options.ts';
import { differenceTable } from '../views/difference-table.ts';
import { lineTable } from '../views/statement-figures.ts';

/** Adds the commands of `statement` that only read: statements, imports, and discrepancies with our records. */
export const statementCommands = (statement: Command, run: Run): void => {
  statement
    .command('differences')
    .description('list open discrepancies between statement and records, oldest first')
    .option('--explained', 'list the explained discrepancies instead, latest first')
    .option('--most <count>', 'maximum number of lines', count, LIMIT)
    .action(({ most, explained }: { most: number; explained?: true }) =>
      run(async ({ store }) => {
        const found = await store.statements.differences(most, { status: explained ? 'explained' : 'open' });
        return { json: found, text: [differenceTable(found), ...notAllListed(found)].join('\n') };
      }),
    );
  statement
    .command('imports')
    .description('list the imported statements, latest first, with who imported them and why')
    .option('--most <count>', 'maximum number of lines', count, LIMIT)
    .action(({ most }: { most: number }) =>
      run(async ({ store }) => {
        const imports = await store.statements.imports(most);
        const rows = imports.map(({ at, provider, from, until, lines, kept, by = null, why }) => [
          ...[at, provider, from, until, lines],
          ...[kept, by, why],
        ]);
        return { json: imports, text: table(['AT', 'PROVIDER', 'FROM', 'UNTIL', 'LINES', 'KEPT', 'BY', 'WHY'], rows) };
      }),
    );
  statement
    .command('show')
    .argument('<day>', 'such as 2026-11-21', day)
    .description('show the lines of a day with their match results, and the totals')
    .option('--most <count>', 'maximum number of lines', count, LIMIT)
    .action((of: LocalDate, { most }: { most: number }) =>
      run(async ({ ports }) => {
        const shown = await showStatementDay(ports)(of, most);
        return { json: shown, text: dayText(shown) };
      }),
    );
};

/** A message for each kind whose discrepancies are not all listed. */
const notAllListed = (found: readonly DifferenceDetails[]): readonly string[] =>
  [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, same]) => {
    const total = same[0]?.total ?? 0;
    return total > same.length ? [`${kind}: ${same.length} of ${total} are listed; use --most to list more.`] : [];
  });

/** A message if there are more lines than are listed. */
const notListed = (listed: number, totals: StatementShown['totals']): readonly string[] => {
  const all = totals.reduce((sum, { lines }) => sum + lines, 0);
  return all > listed ? [`and ${all - listed} more lines, which the totals include; use --most to list them`] : [];
};

const dayText = ({ lines, totals }: StatementShown): string =>
  [
    lineTable(lines),
    ...notListed(lines.length, totals),
    table(
      ['PROVIDER', 'RESULT', 'LINES', 'AMOUNT', 'FEES', 'CURRENCY'],
      totals.map(({ provider, matchResult, lines: number, amount, fees, currency }) => [
        ...[provider, matchResult, number],
        ...[amount, fees, currency],
      ]),
    ),
  ].join('\n\n');
