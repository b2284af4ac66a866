import type { Instant, LocalDate } from '../../shared/calendar.ts';
import type { Signed } from '../../shared/author.ts';
import { shareOf, sum, type Francs } from '../../shared/money.ts';
import type { Account } from './account.ts';
import type { Entry, Posting, VoucherCause } from './entry.ts';

/** The counterparty of a voucher: an intermediary, an insurer, or the provider of a wallet. */
export type CounterpartyKind = 'company' | 'insurer' | 'provider';

interface VoucherRule {
  readonly counterparty: CounterpartyKind;
  /** The accounts whose open balance the voucher clears, and the account that receives or gives the money. */
  readonly clears: readonly Account[];
  readonly against: Account;
  /** The side of the open balance; `either` allows both signs. */
  readonly side: 'debit' | 'credit' | 'either';
}

/**
 * How each kind of voucher books its amount. Together, the kinds can bring every account to zero, except
 * `OPEN_ACCOUNTS`, which refunds and settlements clear.
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

/** Every kind of voucher. */
export const VOUCHER_KINDS = Object.keys(VOUCHERS) as readonly VoucherKind[];

/** The accounts between which a kind of voucher moves money. */
export const accountsOf = (kind: VoucherKind): readonly Account[] => [...VOUCHERS[kind].clears, VOUCHERS[kind].against];

/** A movement that an accountant recorded. Vouchers are immutable: another voucher reverses a wrong one. */
export interface Voucher extends Signed {
  readonly id: string;
  readonly kind: VoucherKind;
  /** The company's id, the insurer's code or the provider; null for the service's own insurer. */
  readonly counterparty: string | null;
  readonly amount: Francs;
  readonly bookedOn: LocalDate;
  /** When it was recorded. */
  readonly at: Instant;
  /** The accountant's reference of the transfer or invoice. */
  readonly reference: string;
  readonly why: string;
  /** The id of the voucher that this voucher reverses. */
  readonly reverses: string | null;
}

/** A voucher, and the id of the voucher that reversed it; null if it was not reversed. */
export interface FiledVoucher extends Voucher {
  readonly reversedBy: string | null;
}

/** Selects the balances of some accounts, of one company, insurer or wallet, or of all. */
export interface BalanceFilter {
  readonly accounts: readonly Account[];
  readonly companyId?: string | undefined;
  /** Null for the service's own insurer. */
  readonly insurer?: string | null | undefined;
  readonly wallet?: string | undefined;
}

/** The balance of an account for one company, insurer and wallet. */
export interface AccountBalance extends Pick<Entry, 'companyId' | 'insurer' | 'wallet'>, Posting {}

/** Which balances a voucher may move. */
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

/** The maximum amount that a kind of voucher can clear; zero or below if nothing is open on its side. */
export const openAmount = (kind: VoucherKind, balances: readonly AccountBalance[]): Francs => {
  const total = sum(clearedBy(kind, balances).map(({ amount }) => amount));
  return signOf(kind, total) === 1 ? total : 0 - total;
};

/** Postings of one company, insurer and wallet. The postings add up to zero. */
export type Clearing = Pick<Entry, 'companyId' | 'insurer' | 'wallet' | 'postings'>;

/**
 * Splits an amount over the balances, with one entry for each company, insurer and wallet. The amount must not exceed
 * the open amount. If the amount equals the open amount, all these balances are zero afterwards.
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

/** As JSON, because null, the service's own insurer, must not be mistaken for the code of another insurer. */
const groupOf = ({ companyId, insurer, wallet }: AccountBalance): string =>
  JSON.stringify([companyId, insurer, wallet]);
const keyOf = (balance: AccountBalance): string => `${groupOf(balance)} ${balance.account}`;

/** Balances below zero are cleared completely, and the others in proportion. */
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
