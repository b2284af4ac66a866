import { counterpartyNames, showMonth, spaced, type Balance, type Closing } from '@vehicle-insurance/core';
import { exampleChart, type ChartOfAccounts } from '@vehicle-insurance/catalogue';
import type { Command } from 'commander';
import { authorText, table } from '../command-output.ts';
import { chartIn } from '../catalogue/catalogue-file.ts';
import type { Run } from '../context.ts';
import { ledgerCommands } from './ledger.ts';
import { count, LIMIT, month } from '../options.ts';

/** Adds the commands of `books` that only read: accounts, trial balances, vouchers and the ledger. */
export const booksCommands = (books: Command, run: Run): void => {
  books
    .command('accounts')
    .description('list the accounts with their numbers in the chart of accounts')
    .option(...CHART)
    .action(({ chart }: ChartOption) =>
      run(async () => {
        const accounts = await chartIn(chart);
        const rows = Object.entries(accounts).map(([account, { number, label }]) => [account, number, label]);
        return { json: accounts, text: table(['ACCOUNT', 'NUMBER', 'NAME'], rows) };
      }),
    );
  books
    .command('show')
    .description('print the trial balance of a month, closed or open, by insurer, wallet and account')
    .argument('<month>', 'such as 2026-11', month)
    .option(...CHART)
    .action((requested: string, { chart }: ChartOption) =>
      run(async ({ ports }) => {
        const accounts = await chartIn(chart);
        const { closing, balances } = await showMonth(ports)(requested);
        const shown = balances.map((balance) => balanceWithAccount(balance, accounts, ports.insuranceCompany));
        return {
          json: { ...(closing ?? { month: requested, number: null }), balances: shown },
          text: trialBalance(requested, closing, shown),
        };
      }),
    );
  books
    .command('vouchers')
    .description('list vouchers, newest first')
    .option('--most <count>', 'maximum number of vouchers', count, LIMIT)
    .action(({ most }: { readonly most: number }) =>
      run(async ({ ports }) => {
        const vouchers = await ports.books.vouchers(null, most);
        const nameOf = await counterpartyNames(ports);
        const rows = vouchers.map((voucher) => {
          const { id, bookedOn, kind, amount, reference, why, reverses, reversedBy } = voucher;
          const state = reversedBy === null ? (reverses === null ? '' : `reverses ${reverses}`) : 'reversed';
          return [bookedOn, id, kind, nameOf(voucher), reference, state, authorText(voucher), why, spaced(amount)];
        });
        const headings = ['DATE', 'VOUCHER', 'KIND', 'WITH', 'REFERENCE', 'STATE', 'BY', 'WHY', 'AMOUNT'];
        return { json: vouchers, text: rows.length === 0 ? 'Nothing was recorded.' : table(headings, rows, 1) };
      }),
    );
  ledgerCommands(books, run, { chart: CHART, accounts: exampleChart });
};

const CHART = ['--chart <file>', 'your chart of accounts (default: the example chart)'] as const;

interface ChartOption {
  readonly chart?: string;
}

const balanceWithAccount = ({ insurer, ...balance }: Balance, chart: ChartOfAccounts, own: string) => ({
  insurer: insurer ?? own,
  ...balance,
  ...chart[balance.account],
  balance: balance.carried + balance.debit - balance.credit,
});

const trialBalance = (
  month: string,
  closing: Closing | undefined,
  lines: readonly ReturnType<typeof balanceWithAccount>[],
): string => {
  const sum = (name: 'carried' | 'debit' | 'credit' | 'balance'): string =>
    spaced(lines.reduce((total, line) => total + line[name], 0));
  const rows = lines.map(({ insurer, wallet, account, number, carried, debit, credit, balance }) => [
    ...[insurer, wallet, number, account],
    ...[carried, debit, credit, balance].map(spaced),
  ]);
  const totals = ['', '', '', 'all', sum('carried'), sum('debit'), sum('credit'), sum('balance')];
  const headings = ['INSURER', 'WALLET', 'NUMBER', 'ACCOUNT', 'CARRIED', 'DEBIT', 'CREDIT', 'BALANCE'];
  const state = closing
    ? `closing ${closing.number}, closed ${closing.at} by ${authorText(closing)}${closing.why === null ? '' : `: ${closing.why}`}`
    : 'not closed: these balances can still change';
  const head = `${month}, ${state}. Amounts in francs CFA.`;
  return `${head}\n\n${rows.length === 0 ? 'Nothing was booked.' : table(headings, [...rows, totals], 4)}`;
};
