import type { LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import type { Account } from './account.ts';
import type { Entry } from './entry.ts';

/**
 * The lists that an insurer gets for a period: premiums issued, premiums cancelled, and money collected and refunded.
 */
export const BORDEREAUX = ['issued', 'cancelled', 'collected'] as const;

/** One of the lists that an insurer gets. */
export type Bordereau = (typeof BORDEREAUX)[number];

/**
 * The causes of the entries that bordereaux list, if the payment bought a contract. Repeated refunds and the
 * settlements of refunds are not listed.
 */
export const CONTRACT_CAUSES = ['payment_succeeded', 'contract_cancelled', 'refund_done', 'refund_by_hand'] as const;

/** An entry about a contract's money, with the contract's details for a bordereau. */
export interface ContractEntry extends Pick<Entry, 'id' | 'companyId' | 'insurer' | 'wallet' | 'at' | 'bookedOn'> {
  readonly cause: (typeof CONTRACT_CAUSES)[number];
  /**
   * The totals of the accounts that bordereaux use: a debit is above zero, a credit is below zero. An account without
   * postings is absent.
   */
  readonly moves: Readonly<Partial<Record<Account, Francs>>>;
  /** The company that sold the contract. */
  readonly intermediary: { readonly number: number; readonly name: string };
  readonly policyNumber: string;
  readonly licencePlate: string;
  readonly policyholder: string;
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly paymentId: string;
  /**
   * The payer's fee for the provider's service; for `refund_done` and `refund_by_hand`, the refunded part of this fee.
   */
  readonly fees: Francs;
}

/** The amounts of a row, in the order of the columns. `due` is the insurer's share: the premium less the commission. */
export const AMOUNTS = {
  issued: ['net', 'accessories', 'tax', 'guaranteeFund', 'brownCard', 'premium', 'commission', 'due'],
  cancelled: ['net', 'accessories', 'tax', 'guaranteeFund', 'brownCard', 'premium', 'commission', 'due'],
  collected: ['received', 'fees', 'premium'],
} as const satisfies Readonly<Record<Bordereau, readonly string[]>>;

/** The name of an amount in a bordereau. */
export type AmountName = (typeof AMOUNTS)[Bordereau][number];

/** The amounts of one row, or the totals of many rows, by name. `AMOUNTS` lists the names for each bordereau. */
export type Amounts = Readonly<Partial<Record<AmountName, Francs>>>;

/** A row of a bordereau. In `collected`, the amounts of a refund are below zero. */
export interface BordereauRow {
  readonly bordereau: Bordereau;
  readonly entry: ContractEntry;
  readonly amounts: Amounts;
}

/** The rows of an entry. A payment that bought a contract has a row in `issued` and a row in `collected`. */
export const rowsOf = (entry: ContractEntry): readonly BordereauRow[] => {
  const row = (bordereau: Bordereau, amounts: Amounts): BordereauRow => ({ bordereau, entry, amounts });
  switch (entry.cause) {
    case 'payment_succeeded':
      return [
        row('issued', premium(creditOf(entry))),
        row('collected', collectedAmounts(of(entry, 'wallet'), entry.fees)),
      ];
    case 'contract_cancelled':
      return [
        row(
          'cancelled',
          premium((account) => of(entry, account)),
        ),
      ];
    case 'refund_done':
    case 'refund_by_hand':
      return [row('collected', collectedAmounts(0 - of(entry, 'refunds_due'), 0 - entry.fees))];
  }
};

const of = ({ moves }: ContractEntry, account: Account): Francs => moves[account] ?? 0;

const creditOf =
  (entry: ContractEntry) =>
  (account: Account): Francs =>
    0 - of(entry, account);

/**
 * The account `premium_due` excludes the commission, so the net premium is the sum of the accounts `premium_due` and
 * `commission`.
 */
const premium = (amount: (account: Account) => Francs): Amounts => {
  const commission = amount('commission');
  const net = sum([amount('premium_due'), commission]);
  const [accessories, tax] = [amount('accessories'), amount('tax')];
  const [guaranteeFund, brownCard] = [amount('guarantee_fund'), amount('brown_card')];
  const whole = sum([net, accessories, tax, guaranteeFund, brownCard]);
  return { net, accessories, tax, guaranteeFund, brownCard, premium: whole, commission, due: whole - commission };
};

const collectedAmounts = (received: Francs, fees: Francs): Amounts => ({ received, fees, premium: received - fees });

/** The totals of an intermediary's rows in each list. */
export interface IntermediaryTotals {
  readonly companyId: string;
  readonly intermediary: ContractEntry['intermediary'];
  readonly totals: BordereauTotals;
}

/** The totals of an insurer's bordereaux for a period, by intermediary, in the order of the intermediaries' numbers. */
export interface InsurerTotals {
  /** Code of the insurer in the catalogue; null for the service's own insurer. */
  readonly insurer: string | null;
  readonly intermediaries: readonly IntermediaryTotals[];
}

/** For each list, the number of rows and the totals of the amounts. */
export type BordereauTotals = Readonly<Record<Bordereau, { readonly rows: number; readonly amounts: Amounts }>>;

/** The totals if there are no rows. */
export const NOTHING: BordereauTotals = {
  issued: { rows: 0, amounts: {} },
  cancelled: { rows: 0, amounts: {} },
  collected: { rows: 0, amounts: {} },
};

/** The sum of two totals. */
export const addTotals = (one: BordereauTotals, other: BordereauTotals): BordereauTotals => {
  const both = (bordereau: Bordereau) => ({
    rows: one[bordereau].rows + other[bordereau].rows,
    amounts: addAmounts(bordereau, one[bordereau].amounts, other[bordereau].amounts),
  });
  return { issued: both('issued'), cancelled: both('cancelled'), collected: both('collected') };
};

export const totalsOf = (rows: readonly BordereauRow[]): BordereauTotals => {
  const of = (bordereau: Bordereau) => {
    const own = rows.filter((row) => row.bordereau === bordereau);
    const amounts = own.reduce<Amounts>((all, row) => addAmounts(bordereau, all, row.amounts), {});
    return { rows: own.length, amounts };
  };
  return { issued: of('issued'), cancelled: of('cancelled'), collected: of('collected') };
};

const addAmounts = (bordereau: Bordereau, one: Amounts, other: Amounts): Amounts =>
  Object.fromEntries(AMOUNTS[bordereau].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
