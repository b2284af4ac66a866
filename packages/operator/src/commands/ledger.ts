import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ledgerTable, TABLE_FORMATS, tableBytes } from '@vehicle-insurance/bordereaux';
import type { ChartOfAccounts } from '@vehicle-insurance/catalogue';
import {
  ageOpenAmounts,
  dateOf,
  spaced,
  unwritableInEnglish,
  type Account,
  type LocalDate,
  type PostingFilter,
} from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { chartIn } from '../catalogue/catalogue-file.ts';
import { table } from '../command-output.ts';
import type { Context, Run } from '../context.ts';
import { resolveCompany } from '../matches.ts';
import { count, day, LIMIT } from '../options.ts';
import { refuse } from '../refusal.ts';

interface LedgerOptions {
  readonly from?: LocalDate;
  readonly until?: LocalDate;
  readonly account?: Account;
  readonly insurer?: string;
  readonly company?: string;
  readonly wallet?: string;
  readonly most: number;
  readonly chart?: string;
  readonly out?: string;
}

/** Adds `books ledger`, which lists the entries of a period, and `books open`, which lists open amounts. */
export const ledgerCommands = (
  books: Command,
  run: Run,
  { chart, accounts }: { readonly chart: readonly [string, string]; readonly accounts: ChartOfAccounts },
): void => {
  books
    .command('ledger')
    .description('list the entries of a period (default: the current month) and the account balances')
    .option('--from <day>', 'first booking date, such as 2026-11-01', day)
    .option('--until <day>', 'last booking date, included', day)
    .addOption(new Option('--account <account>', 'only this account').choices(Object.keys(accounts)))
    .option('--insurer <code>', 'only this insurer, by its code in the catalogue; - means the service’s own insurer')
    .option('--company <company>', 'only this company, by id or name')
    .option('--wallet <provider>', 'only this provider')
    .option('--most <count>', 'maximum number of lines that are printed', count, LIMIT)
    .option('--out <file>', 'write all lines to a new file that ends in .csv or .xlsx')
    .option(...chart)
    .action((options: LedgerOptions) =>
      run(async (context) => {
        const { ports } = context;
        const charted = await chartIn(options.chart);
        const filter = await filterOf(context, options);
        const balances = (await ports.books.movements(filter)).map(({ insurer, ...each }) => ({
          insurer: insurer ?? ports.insuranceCompany,
          ...each,
          ...charted[each.account],
          balance: each.carried + each.debit - each.credit,
        }));
        const shown = table(
          ['INSURER', 'WALLET', 'NUMBER', 'ACCOUNT', 'CARRIED', 'DEBIT', 'CREDIT', 'BALANCE'],
          balances.map(({ insurer, wallet, number, account, carried, debit, credit, balance }) => [
            ...[insurer, wallet, number, account],
            ...[carried, debit, credit, balance].map(spaced),
          ]),
          4,
        );
        const { from, until } = filter;
        if (options.out !== undefined) {
          const file = await writeLedger(context, filter, charted, options.out);
          return { json: { from, until, balances, file }, text: `${shown}\n\nThe entries are in ${file}.` };
        }
        const lines = await ports.books.lines(filter, null, options.most);
        const listed = table(
          ['BOOKED', 'CAUSE', 'PAYMENT', 'ACCOUNT', 'AMOUNT'],
          lines.map(({ bookedOn, cause, paymentId, subjectId, account, amount }) => [
            bookedOn,
            cause,
            paymentId ?? `voucher ${subjectId}`,
            account,
            spaced(amount),
          ]),
          4,
        );
        return { json: { from, until, balances, lines }, text: `${shown}\n\n${listed}` };
      }),
    );
  books
    .command('open')
    .description('list the open amounts on refunds_due, receivable and suspense, by age and payment, oldest first')
    .option('--most <count>', 'maximum number of amounts', count, LIMIT)
    .action(({ most }: { readonly most: number }) =>
      run(async ({ ports }) => {
        const today = dateOf(ports.uncheckedClock.now(), ports.zone);
        const { amounts, totals } = ageOpenAmounts(await ports.books.openAmounts(today, most), today);
        const byAge = table(
          ['ACCOUNT', 'PAYMENTS', '0–30 DAYS', '31–60', '61–90', 'OLDER', 'BALANCE'],
          totals.map((each) => [each.account, each.count, ...[...each.byAge, each.amount].map(spaced)]),
          1,
        );
        const listed = table(
          ['SINCE', 'DAYS', 'ACCOUNT', 'PAYMENT', 'WALLET', 'AMOUNT'],
          amounts.map((each) => [
            each.since,
            each.days,
            each.account,
            each.paymentId,
            each.wallet,
            spaced(each.amount),
          ]),
          5,
        );
        return { json: { totals, amounts }, text: `${byAge}\n\n${listed}` };
      }),
    );
};

const filterOf = async (context: Context, options: LedgerOptions): Promise<PostingFilter> => {
  const { uncheckedClock, zone } = context.ports;
  const today = dateOf(uncheckedClock.now(), zone);
  const { from = `${today.slice(0, 7)}-01` as LocalDate, until = today, account, insurer, company, wallet } = options;
  if (until < from) return refuse(`The last day, ${until}, is before the first day, ${from}. Give --from and --until.`);
  const companyId = company === undefined ? undefined : (await resolveCompany(context, company)).id;
  const insurers = insurer === undefined ? undefined : [insurer === '-' ? null : insurer];
  return { from, until, account, insurers, companyId, wallet };
};

/** Writes all lines of a period to a new file. Returns the file's name. */
const writeLedger = async (
  { ports }: Context,
  filter: PostingFilter,
  chart: ChartOfAccounts,
  file: string,
): Promise<string> => {
  const format = TABLE_FORMATS.find((each) => extname(file) === `.${each}`);
  if (!format) return refuse('--out must end in .csv or .xlsx.');
  const bytes = tableBytes(format, await ledgerTable(ports, filter, chart));
  try {
    await pipeline(bytes, createWriteStream(file, { flags: 'wx' }));
  } catch (error) {
    return refuse(unwritableInEnglish(file, error as Error, 'Choose another file with --out.'));
  }
  return file;
};
