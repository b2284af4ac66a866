import { closeMonth, type Balance, type Closing } from '@vehicle-insurance/core';
import type { ChartOfAccounts } from '@vehicle-insurance/catalogue';
import { InvalidArgumentError, type Command } from 'commander';
import { table } from './answer.ts';
import { chartIn } from './catalogue-file.ts';
import type { Context, Run } from './context.ts';
import { refuse } from './refuse.ts';
import type { Output } from './terminal.ts';

/** `books`: what was booked, month by month. */
export const booksCommands = (books: Command, run: Run, stderr: Output): void => {
  books
    .command('accounts')
    .description('the accounts of the books, and what they are in a chart of accounts')
    .option(...CHART)
    .action(({ chart }: Charted) =>
      run(async () => {
        const accounts = await chartIn(chart);
        const rows = Object.entries(accounts).map(([account, { number, label }]) => [account, number, label]);
        return { json: accounts, text: table(['ACCOUNT', 'NUMBER', 'NAME'], rows) };
      }),
    );
  books
    .command('close')
    .description('close a month that is over: what is booked up to its end is final')
    .argument('<month>', 'such as 2026-11', month)
    .action((closed: string) =>
      run(async ({ ports, by }) => {
        let told = 0;
        const ended = await closeMonth(ports)({ month: closed, by }, (entries, companies, of) => {
          if (entries - told < TOLD_EVERY) return;
          told = entries;
          stderr.write(`${entries} entries, ${companies} of ${of} companies.\n`);
        });
        if (ended.isErr()) return refuse(inWords(closed, ended.error));
        return {
          json: ended.value,
          text: `${closed} is closed, as number ${ended.value.number}. \`books show ${closed}\` shows what it came to.`,
        };
      }),
    );
  books
    .command('show')
    .description('the trial balance of a closed month, by insurer, wallet and account')
    .argument('<month>', 'such as 2026-11', month)
    .option(...CHART)
    .action((asked: string, { chart }: Charted) =>
      run(async ({ ports }) => {
        const accounts = await chartIn(chart);
        const closing = await closingOf(ports, asked);
        const balances = await ports.books.balances(closing);
        const shown = balances.map((balance) => shownBalance(balance, accounts, ports.insuranceCompany));
        return { json: { ...closing, balances: shown }, text: trialBalance(closing, shown) };
      }),
    );
};

const CHART = ['--chart <file>', 'a chart of accounts of your own; left out, the example’s'] as const;

interface Charted {
  readonly chart?: string;
}

/** Entries after which it is said how far a closing is. */
const TOLD_EVERY = 20_000;

const month = (text: string): string => {
  if (!/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('It must be a month such as 2026-11.');
  return text;
};

const inWords = (
  asked: string,
  why:
    | { readonly code: 'month_not_over' | 'month_closed' }
    | { readonly code: 'former_month_open'; readonly month: string },
): string => {
  switch (why.code) {
    case 'month_not_over':
      return `${asked} is not over. A month is closed once it is.`;
    case 'month_closed':
      return `${asked} is closed already, and stays as it is. \`books show ${asked}\` shows it.`;
    case 'former_month_open':
      return `Months are closed one after the other, and the next is ${why.month}: \`books close ${why.month}\`.`;
  }
};

const closingOf = async ({ books }: Context['ports'], asked: string): Promise<Closing> => {
  const found = (await books.closings()).find((each) => each.month === asked);
  return found ?? refuse(`${asked} is not closed. \`books close ${asked}\` closes it.`);
};

const shownBalance = ({ insurer, ...balance }: Balance, chart: ChartOfAccounts, own: string) => ({
  insurer: insurer ?? own,
  ...balance,
  ...chart[balance.account],
  balance: balance.carried + balance.debit - balance.credit,
});

const francs = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ' ');

const trialBalance = (
  { month, number, at, by }: Closing,
  lines: readonly ReturnType<typeof shownBalance>[],
): string => {
  const sum = (name: 'carried' | 'debit' | 'credit' | 'balance'): string =>
    francs(lines.reduce((total, line) => total + line[name], 0));
  const rows = lines.map(({ insurer, wallet, account, number, carried, debit, credit, balance }) => [
    ...[insurer, wallet, number, account],
    ...[carried, debit, credit, balance].map(francs),
  ]);
  const totals = ['', '', '', 'all', sum('carried'), sum('debit'), sum('credit'), sum('balance')];
  const headings = ['INSURER', 'WALLET', 'NUMBER', 'ACCOUNT', 'CARRIED', 'DEBIT', 'CREDIT', 'BALANCE'];
  const head = `${month}, closing ${number}, closed ${at} by ${by}. Amounts in francs CFA.`;
  return `${head}\n\n${rows.length === 0 ? 'Nothing was booked.' : table(headings, [...rows, totals], 4)}`;
};
