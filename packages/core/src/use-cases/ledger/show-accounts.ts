import type { Balance, Closing, Month } from '../../domain/ledger/closing.ts';
import { endOf } from '../../domain/ledger/closing.ts';
import type { OpenAccount } from '../../domain/ledger/account.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { OpenAmount } from '../../ports/ledger.ts';
import { daysBetween, type LocalDate } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';
import { findClosing } from './list-closings.ts';

export interface MonthShown {
  /** Undefined while the month is open. */
  readonly closing: Closing | undefined;
  readonly balances: readonly Balance[];
}

/**
 * The trial balance of a month. For a closed month, this is the trial balance of the closing, which never changes. For
 * an open month, it contains the entries booked in the month so far.
 */
export const showMonth =
  ({ books }: Pick<Dependencies, 'books'>) =>
  async (month: Month): Promise<MonthShown> => {
    const closing = await findClosing({ books })(month);
    const balances = closing
      ? await books.balances(closing)
      : await books.movements({ from: `${month}-01` as LocalDate, until: endOf(month) });
    return { closing, balances };
  };

/** An amount that is open on an account for a payment, and its age in days. */
export interface AgedAmount extends OpenAmount {
  readonly days: number;
}

/** The open amounts of an account, by age. */
export interface AgeTotal {
  readonly account: OpenAccount;
  readonly count: number;
  readonly amount: Francs;
  /** The amounts open for up to 30 days, 31 to 60, 61 to 90, and longer. */
  readonly byAge: readonly [Francs, Francs, Francs, Francs];
}

/** Adds the age to each open amount, and sums up the amounts by account. */
export const ageOpenAmounts = (
  open: readonly OpenAmount[],
  today: LocalDate,
): { readonly amounts: readonly AgedAmount[]; readonly totals: readonly AgeTotal[] } => {
  const amounts = open.map((each) => ({ ...each, days: daysBetween(each.since, today) }));
  const totals = [...Map.groupBy(amounts, ({ account }) => account)].map(([account, own]): AgeTotal => {
    const older = (least: number, most: number): Francs =>
      own.reduce((total, { days, amount }) => (days >= least && days <= most ? total + amount : total), 0);
    const byAge = [older(0, 30), older(31, 60), older(61, 90), older(91, Infinity)] as const;
    return { account, count: own.length, amount: older(0, Infinity), byAge };
  });
  return { amounts, totals };
};
