import type { Instant, LocalDate } from '../../shared/calendar.ts';
import type { Signed } from '../../shared/author.ts';
import { shareOf, sum, type Francs } from '../../shared/money.ts';
import type { Account } from './account.ts';
import type { Entry, Posting, VoucherCause } from './entry.ts';

/** The counterparty of a voucher: an intermediary, an insurer, or the provider of a wallet. */
export type CounterpartyKind = 'company' | 'insurer' | 'provider';

interface VoucherRule {
  readonly counterparty: CounterpartyKind;
  /** The accounts whose open balance the voucher clears. `against` is the account on the other side of each entry. */
  readonly clears: readonly Account[];
  readonly against: Account;
  /** The sign of the open balance. `debit` is above zero, `credit` is below zero, and `either` allows both. */
  readonly side: 'debit' | 'credit' | 'either';
}

/**
 * How each kind of voucher books its amount. No voucher changes the accounts in `OPEN_ACCOUNTS`, which refunds and
 * settlements clear.
 */
export const VOUCHERS = {
  sweep: { counterparty: 'provider', clears: ['wallet'], side: 'debit', against: 'bank' },
  merchant_fee: { counterparty: 'provider', clears: ['wallet'], side: 'debit', against: 'merchant_fees' },
  merchant_invoice: { counterparty: 'provider', clears: ['bank'], side: 'debit', against: 'merchant_fees' },
  remittance: {
    counterparty: 'insurer',
    clears: ['premium_due', 'accessories', 'tax', 'guarantee_fund', 'brown_card'],
    side: 'credit',
    against: 'bank',
  },
  commission: { counterparty: 'company', clears: ['commission'], side: 'credit', against: 'bank' },
  fee_offset: { counterparty: 'provider', clears: ['merchant_fees'], side: 'debit', against: 'provider_fees' },
  fee_margin: { counterparty: 'provider', clears: ['provider_fees'], side: 'either', against: 'bank' },
} as const satisfies Readonly<Record<Exclude<VoucherCause, 'voucher_reversed'>, VoucherRule>>;

/** The kind of movement that a voucher books. */
export type VoucherKind = keyof typeof VOUCHERS;

export const VOUCHER_KINDS = Object.keys(VOUCHERS) as readonly VoucherKind[];

export const accountsOf = (kind: VoucherKind): readonly Account[] => [...VOUCHERS[kind].clears, VOUCHERS[kind].against];

/** A movement that an accountant recorded. Vouchers are immutable; another voucher reverses a wrong voucher. */
export interface Voucher extends Signed {
  readonly id: string;
  readonly kind: VoucherKind;
  /** The company's id, the insurer's code or the provider's name. Null for the service's own insurer. */
  readonly counterparty: string | null;
  readonly amount: Francs;
  readonly bookedOn: LocalDate;
  /** When the accountant recorded the voucher. */
  readonly at: Instant;
  /** The accountant's reference for the transfer or invoice. */
  readonly reference: string;
  readonly why: string;
  /** The id of the voucher that this voucher reverses; null if there is none. */
  readonly reverses: string | null;
}

/** A voucher with the id of the voucher that reversed it; `reversedBy` is null if the voucher was not reversed. */
export interface FiledVoucher extends Voucher {
  readonly reversedBy: string | null;
}

/** Selects balances by account, and by company, insurer or wallet. An absent field selects all. */
export interface BalanceFilter {
  readonly accounts: readonly Account[];
  readonly companyId?: string | undefined;
  /** Null for the service's own insurer. */
  readonly insurer?: string | null | undefined;
  readonly wallet?: string | undefined;
}

/** The balance of an account for one company, insurer and wallet. */
export interface AccountBalance extends Pick<Entry, 'companyId' | 'insurer' | 'wallet'>, Posting {}

/** Selects the balances that a voucher may change. */
export const filterOf = ({ kind, counterparty }: Pick<Voucher, 'kind' | 'counterparty'>): BalanceFilter => {
  const accounts = accountsOf(kind);
  switch (VOUCHERS[kind].counterparty) {
    case 'insurer':
      return { accounts, insurer: counterparty };
    case 'company':
      return { accounts, companyId: counterparty ?? '' };
    case 'provider':
      return { accounts, wallet: counterparty ?? '' };
  }
};

/** The maximum amount that a kind of voucher can clear. Zero or below zero if there is nothing to clear. */
export const openAmount = (kind: VoucherKind, balances: readonly AccountBalance[]): Francs => {
  const total = sum(clearedBy(kind, balances).map(({ amount }) => amount));
  return signOf(kind, total) === 1 ? total : 0 - total;
};

/** Postings of one company, insurer and wallet. The postings add up to zero. */
export type Clearing = Pick<Entry, 'companyId' | 'insurer' | 'wallet' | 'postings'>;

/**
 * Splits an amount over the balances to clear, with at most one entry for each company, insurer and wallet. The amount
 * must not exceed the open amount. If both amounts are equal, the entries bring all these balances to zero.
 */
export const clearBalances = (
  kind: VoucherKind,
  balances: readonly AccountBalance[],
  amount: Francs,
): readonly Clearing[] => {
  const own = clearedBy(kind, balances).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const sign = signOf(kind, sum(own.map((each) => each.amount)));
  const shares = splitOver(
    own.map((each) => each.amount * sign),
    amount,
  );
  const lines = own.map((each, index) => ({ ...each, amount: 0 - sign * (shares[index] ?? 0) }));
  return [...Map.groupBy(lines, groupOf).values()].flatMap((group): readonly Clearing[] => {
    const [first] = group;
    const postings = group.map((line): Posting => ({ account: line.account, amount: line.amount }));
    const against = { account: VOUCHERS[kind].against, amount: 0 - sum(postings.map((line) => line.amount)) };
    const isEmpty = postings.every((line) => line.amount === 0);
    if (!first || isEmpty) return [];
    const { companyId, insurer, wallet } = first;
    return [{ companyId, insurer, wallet, postings: [...postings, against] }];
  });
};

const clearedBy = (kind: VoucherKind, balances: readonly AccountBalance[]): readonly AccountBalance[] => {
  const { clears }: VoucherRule = VOUCHERS[kind];
  return balances.filter(({ account }) => clears.includes(account));
};

const signOf = (kind: VoucherKind, total: Francs): 1 | -1 => {
  const { side }: VoucherRule = VOUCHERS[kind];
  return side === 'credit' || (side === 'either' && total < 0) ? -1 : 1;
};

/** JSON distinguishes null, the service's own insurer, from an insurer with the code `null`. */
const groupOf = ({ companyId, insurer, wallet }: AccountBalance): string =>
  JSON.stringify([companyId, insurer, wallet]);
const keyOf = (balance: AccountBalance): string => `${groupOf(balance)} ${balance.account}`;

/** Clears amounts below zero completely, and amounts above zero in proportion. */
const splitOver = (open: readonly Francs[], amount: Francs): readonly Francs[] => {
  const whole = sum(open.filter((each) => each > 0));
  const needed = sum([amount, ...open.filter((each) => each < 0).map((each) => -each)]);
  let [before, until] = [0, 0];
  return open.map((each) => {
    if (each <= 0) return each;
    until += each;
    const share = shareOf(needed, { parts: until, of: whole }, 'down') - before;
    before += share;
    return share;
  });
};
