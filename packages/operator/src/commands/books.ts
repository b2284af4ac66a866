import {
  closeBooks,
  showMonth,
  spaced,
  type Balance,
  type BordereauxUnwritable,
  type CannotClose,
  type Closing,
  type InvalidRequest,
} from '@vehicle-insurance/core';
import { exampleChart, type ChartOfAccounts } from '@vehicle-insurance/catalogue';
import type { Command } from 'commander';
import { authorText, table } from '../command-output.ts';
import { bordereauxOutput, OUT, reportRows, unwrittenInWords } from './bordereau.ts';
import { chartIn } from '../catalogue/catalogue-file.ts';
import type { Run } from '../context.ts';
import { ledgerCommands } from './ledger.ts';
import { month, requiredText } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Output } from '../terminal.ts';

/** `books`: monthly closings, trial balances and accounts. */
export const booksCommands = (books: Command, run: Run, stderr: Output): void => {
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
    .command('close')
    .description('close a month that is over: makes its entries final and writes its bordereaux')
    .argument('<month>', 'such as 2026-11', month)
    .option('--why <why>', 'reason to record with your name', requiredText)
    .option(...OUT)
    .action((closed: string, { why, out }: { why?: string; out?: string }) =>
      run(async (context) => {
        const { ports, by, bordereauxIn } = context;
        let last = 0;
        const ended = await closeBooks({ ...ports, bordereaux: bordereauxIn(out) })(
          { month: closed, by, why },
          (entries, companies, of) => {
            if (entries - last < ENTRIES_PER_MESSAGE) return;
            last = entries;
            stderr.write(`${entries} entries, ${companies} of ${of} companies.\n`);
          },
          reportRows(stderr),
        );
        if (ended.isErr()) return refuse(monthInWords(closed, ended.error));
        const { closing, bordereaux } = ended.value;
        if (bordereaux.isErr())
          return refuse(
            `${closed} is closed as number ${closing.number}, but its bordereaux were not written: ${unwrittenInWords(bordereaux.error)} \`bordereau make ${closed}\` writes them.`,
          );
        const text = `${closed} is closed as number ${closing.number}. \`books show ${closed}\` prints its trial balance.`;
        const shown = bordereauxOutput(bordereaux.value);
        return { json: { ...closing, bordereaux: shown.json }, text: `${text}\n\n${shown.text}` };
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
  ledgerCommands(books, run, { chart: CHART, accounts: exampleChart });
};

const CHART = ['--chart <file>', 'your chart of accounts (default: the example chart)'] as const;

interface ChartOption {
  readonly chart?: string;
}

/** Number of entries between two progress messages. */
const ENTRIES_PER_MESSAGE = 20_000;

const monthInWords = (requested: string, why: BordereauxUnwritable | InvalidRequest | CannotClose): string => {
  switch (why.code) {
    case 'bordereaux_folder':
      return unwrittenInWords(why);
    case 'invalid_request':
      return inWords(why);
    case 'month_not_over':
      return `${requested} is not over. Close it after its last day.`;
    case 'month_closed':
      return `${requested} is closed already, and nothing was changed. \`books show ${requested}\` prints it; \`bordereau make ${requested}\` writes its bordereaux if they are missing.`;
    case 'former_month_open':
      return `Months are closed in order, and the next is ${why.month}: \`books close ${why.month}\`.`;
  }
};

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
