import {
  dateOf,
  explainDifference,
  importStatement,
  showStatementDay,
  type DifferenceDetails,
  type LocalDate,
  type StatementShown,
} from '@vehicle-insurance/core';
import { PROVIDERS } from '@vehicle-insurance/service';
import { Option, type Command } from 'commander';
import { table } from '../answer.ts';
import type { Run } from '../context.ts';
import { textIn } from '../given-file.ts';
import { theDifference } from '../meant.ts';
import { count, day, LIMIT, said } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import { oddDays, type ToldDays } from '../statement/statement-days.ts';
import { statementMapping } from '../statement/statement-mapping.ts';
import { statementTable } from '../statement/statement-table.ts';

/** `statement`: the providers' statements, and the differences from our records. */
export const statementCommands = (statement: Command, run: Run): void => {
  statement
    .command('differences')
    .description('where statement and records say otherwise, the oldest first, until it is explained or mended')
    .option('--explained', 'those that were explained instead, the latest first')
    .option('--most <count>', 'no more than these', count, LIMIT)
    .action(({ most, explained }: { most: number; explained?: true }) =>
      run(async ({ store }) => {
        const found = await store.statements.differences(most, { status: explained ? 'explained' : 'open' });
        return { json: found, text: [differenceTable(found), ...notAllListed(found)].join('\n') };
      }),
    );
  statement
    .command('show')
    .argument('<day>', 'such as 2026-11-21', day)
    .description('every line of a day, what each came to, and where the money is')
    .option('--most <count>', 'no more lines than these', count, LIMIT)
    .action((of: LocalDate, { most }: { most: number }) =>
      run(async ({ ports }) => {
        const shown = await showStatementDay(ports)(of, most);
        return { json: shown, text: dayText(shown) };
      }),
    );
  statement
    .command('import <file>')
    .description('take in a statement as a table; twice is as good as once')
    .requiredOption('--mapping <file>', 'what its columns are called and how it is written, as JSON')
    .addOption(new Option('--provider <name>', 'whose statement it is').choices(PROVIDERS).makeOptionMandatory())
    .option('--from <day>', 'the first day it tells of, if that has no line', day)
    .option('--until <day>', 'the last day it tells of, if that has no line', day)
    .option('--allow-unknown-kinds', 'read lines whose kind the mapping does not name as "other"')
    .action((file: string, { mapping, provider, allowUnknownKinds, ...told }: ImportOptions) =>
      run(async ({ ports }) => {
        const read = statementMapping(await textIn(mapping));
        if (read.isErr()) return refuse(`${mapping}: ${read.error}.`);
        if (read.value.columns.fee === undefined && ports.merchantFees?.[provider] !== undefined)
          return refuse(
            `${mapping}: columns must name fee, since what ${provider} keeps is compared with ${provider.toUpperCase()}_MERCHANT_BASIS_POINTS. Where the table has no fees, leave that variable out.`,
          );
        const lines = statementTable(await textIn(file), read.value, {
          ...{ provider, zone: ports.zone },
          allowsUnknownKinds: allowUnknownKinds,
        });
        if (lines.isErr()) return refuse(`${file}, nothing was taken in: ${lines.error.join('; ')}.`);
        const odd = oddDays(lines.value, told, { zone: ports.zone, today: dateOf(ports.clock.now(), ports.zone) });
        if (odd !== undefined) return refuse(`${file}, nothing was taken in: ${odd}.`);
        const imported = await importStatement(ports)(
          provider,
          lines.value,
          [told.from, told.until].filter((each) => each !== undefined),
        );
        const { from, until, kept } = imported;
        const days = from === null ? '' : ` from ${from} to ${until}`;
        return {
          json: imported,
          text: `${imported.lines} lines${days}; ${kept} new or changed. \`statement differences\` shows what differs.`,
        };
      }),
    );
  statement
    .command('explain <difference>')
    .description('take a difference off the list whose cause you know; it comes back if it becomes another')
    .requiredOption('--reason <reason>', 'why statement and records differ', said)
    .action((typed: string, { reason }: { reason: string }) =>
      run(async ({ ports, store, by }) => {
        const difference = await theDifference({ store }, typed);
        const { companyId, paymentId, id } = difference;
        const explained = await explainDifference(ports)({ companyId, paymentId, id, reason, by });
        if (explained.isErr()) return refuse(inWords(explained.error));
        return { json: explained.value, text: `Explained.\n${differenceTable([difference])}` };
      }),
    );
};

interface ImportOptions extends ToldDays {
  readonly mapping: string;
  readonly provider: string;
  readonly allowUnknownKinds?: true;
}

const differenceTable = (found: readonly DifferenceDetails[]): string =>
  table(
    [
      'DIFFERENCE',
      'WHAT',
      'PAYMENT',
      'COMPANY',
      'PROVIDER',
      'TRANSACTION',
      'MOVED',
      'RECORDS',
      'STATEMENT',
      'FEE',
      'CURRENCY',
    ],
    found.map((each) => [
      each.id,
      each.kind,
      each.paymentId,
      each.companyName,
      each.provider,
      each.transactionId,
      each.at,
      each.here,
      each.there,
      each.fee,
      each.currency,
    ]),
  );

/** Of which kinds not all are listed. */
const notAllListed = (found: readonly DifferenceDetails[]): readonly string[] =>
  [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, same]) => {
    const total = same[0]?.total ?? 0;
    return total > same.length ? [`${kind}: ${same.length} of ${total} are listed; --most lists more.`] : [];
  });

/** A note that there are more lines than are listed. */
const notListed = (listed: number, totals: StatementShown['totals']): readonly string[] => {
  const all = totals.reduce((sum, { lines }) => sum + lines, 0);
  return all > listed ? [`and ${all - listed} more lines, which are in the totals; --most lists them`] : [];
};

const dayText = ({ lines, totals }: StatementShown): string =>
  [
    table(
      ['AT', 'PROVIDER', 'TRANSACTION', 'WHAT', 'AMOUNT', 'FEE', 'CURRENCY', 'REFERENCE', 'CAME TO'],
      lines.map(({ at, provider, transactionId, kind, amount, fee, currency, reference, cameTo }) => [
        at,
        provider,
        transactionId,
        kind,
        amount,
        fee,
        currency,
        reference,
        cameTo,
      ]),
    ),
    ...notListed(lines.length, totals),
    table(
      ['PROVIDER', 'CAME TO', 'LINES', 'AMOUNT', 'FEES', 'CURRENCY'],
      totals.map(({ provider, cameTo, lines: number, amount, fees, currency }) => [
        ...[provider, cameTo, number],
        ...[amount, fees, currency],
      ]),
    ),
  ].join('\n\n');
