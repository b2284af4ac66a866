import {
  dateOf,
  importStatement,
  showStatementDay,
  type DifferenceDetails,
  type LocalDate,
  type StatementShown,
} from '@vehicle-insurance/core';
import { PROVIDERS } from '@vehicle-insurance/service';
import { Option, type Command } from 'commander';
import { table } from '../command-output.ts';
import type { Run } from '../context.ts';
import { textIn } from '../read-file.ts';
import { count, day, LIMIT } from '../options.ts';
import { refuse } from '../refusal.ts';
import { implausibleDays, type StatedDays } from '../statement/statement-days.ts';
import { statementMapping } from '../statement/statement-mapping.ts';
import { statementTable } from '../statement/statement-table.ts';
import { differenceTable } from '../views/difference-table.ts';

/** `statement`: the providers' statements, and their discrepancies with our records. */
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
  statement
    .command('import <file>')
    .description('import a statement from a CSV file (idempotent)')
    .requiredOption('--mapping <file>', 'JSON file that describes its columns and formats')
    .addOption(new Option('--provider <name>', 'provider of the statement').choices(PROVIDERS).makeOptionMandatory())
    .option('--from <day>', 'first day that the statement covers, if that day has no line', day)
    .option('--until <day>', 'last day that the statement covers, if that day has no line', day)
    .option('--allow-unknown-kinds', 'import lines whose kind is not in the mapping as "other"')
    .action((file: string, { mapping, provider, allowUnknownKinds, ...period }: ImportOptions) =>
      run(async ({ ports }) => {
        const read = statementMapping(await textIn(mapping));
        if (read.isErr()) return refuse(`${mapping}: ${read.error}.`);
        if (read.value.columns.fee === undefined && ports.merchantFees?.[provider] !== undefined)
          return refuse(
            `${mapping}: columns must name fee, because the fees of ${provider} are compared with ${provider.toUpperCase()}_MERCHANT_BASIS_POINTS. If the table has no fees, remove that variable.`,
          );
        const lines = statementTable(await textIn(file), read.value, {
          ...{ provider, zone: ports.zone },
          allowsUnknownKinds: allowUnknownKinds,
        });
        if (lines.isErr()) return refuse(`${file}, nothing was imported: ${lines.error.join('; ')}.`);
        const odd = implausibleDays(lines.value, period, {
          zone: ports.zone,
          today: dateOf(ports.clock.now(), ports.zone),
        });
        if (odd !== undefined) return refuse(`${file}, nothing was imported: ${odd}.`);
        const imported = await importStatement(ports)(
          provider,
          lines.value,
          [period.from, period.until].filter((each) => each !== undefined),
        );
        const { from, until, kept } = imported;
        const days = from === null ? '' : ` from ${from} to ${until}`;
        return {
          json: imported,
          text: `${imported.lines} lines${days}; ${kept} new or changed. \`statement differences\` lists the discrepancies.`,
        };
      }),
    );
};

interface ImportOptions extends StatedDays {
  readonly mapping: string;
  readonly provider: string;
  readonly allowUnknownKinds?: true;
}

/** The kinds whose discrepancies are not all listed. */
const notAllListed = (found: readonly DifferenceDetails[]): readonly string[] =>
  [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, same]) => {
    const total = same[0]?.total ?? 0;
    return total > same.length ? [`${kind}: ${same.length} of ${total} are listed; use --most to list more.`] : [];
  });

/** A note that there are more lines than are listed. */
const notListed = (listed: number, totals: StatementShown['totals']): readonly string[] => {
  const all = totals.reduce((sum, { lines }) => sum + lines, 0);
  return all > listed ? [`and ${all - listed} more lines, which the totals include; use --most to list them`] : [];
};

const dayText = ({ lines, totals }: StatementShown): string =>
  [
    table(
      ['AT', 'PROVIDER', 'TRANSACTION', 'KIND', 'AMOUNT', 'FEE', 'CURRENCY', 'REFERENCE', 'RESULT'],
      lines.map(({ at, provider, transactionId, kind, amount, fee, currency, reference, matchResult }) => [
        at,
        provider,
        transactionId,
        kind,
        amount,
        fee,
        currency,
        reference,
        matchResult,
      ]),
    ),
    ...notListed(lines.length, totals),
    table(
      ['PROVIDER', 'RESULT', 'LINES', 'AMOUNT', 'FEES', 'CURRENCY'],
      totals.map(({ provider, matchResult, lines: number, amount, fees, currency }) => [
        ...[provider, matchResult, number],
        ...[amount, fees, currency],
      ]),
    ),
  ].join('\n\n');
