import { hasBidirectionalControl, type Account } from '@vehicle-insurance/core';
import example from './chart-of-accounts.json' with { type: 'json' };

/** The number and name of an account of the books in an accountant's chart. */
export interface ChartedAccount {
  readonly number: string;
  readonly label: string;
}

/** An accountant's chart of accounts. */
export type ChartOfAccounts = Readonly<Record<Account, ChartedAccount>>;

/** The example chart of accounts. An accountant must check its numbers. */
export const exampleChart: ChartOfAccounts = example.accounts;

/** Reads a chart of accounts, or returns its problems, each with its account. */
export const readChart = (input: unknown): ChartOfAccounts | readonly string[] => {
  const accounts = (input as { readonly accounts?: Readonly<Record<string, Partial<ChartedAccount> | null>> } | null)
    ?.accounts;
  const names = Object.keys(exampleChart) as readonly Account[];
  const isText = (value: unknown): boolean =>
    typeof value === 'string' && value.trim() !== '' && !hasBidirectionalControl(value);
  const missing = names.filter((name) => !isText(accounts?.[name]?.number) || !isText(accounts?.[name]?.label));
  const unknown = Object.keys(accounts ?? {}).filter((name) => !names.some((each) => each === name));
  const problems = [
    ...missing.map((name) => `accounts.${name}: must have a "number" and a "label"`),
    ...unknown.map((name) => `accounts.${name}: is not an account of the books`),
  ];
  return problems.length > 0 ? problems : (accounts as ChartOfAccounts);
};
