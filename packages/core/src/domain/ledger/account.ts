import type { PremiumLine } from '../coverage/premium.ts';
import { BROWN_CARD_CODE, GUARANTEE_FUND_CODE } from '../coverage/tariff.ts';

/** An account of the books. The books keep its balance for each company, insurer and wallet. */
export type Account =
  /** Money at a mobile-money provider. */
  | 'wallet'
  /** Money at the bank. */
  | 'bank'
  /** The fees that payers pay for the provider's service. */
  | 'provider_fees'
  /** The fees that the provider keeps under its agreement with us. */
  | 'merchant_fees'
  /** Owed to the insurer: the net premium less the commission. */
  | 'premium_due'
  /** The insurer's fee for the contract itself. */
  | 'accessories'
  | 'tax'
  | 'guarantee_fund'
  | 'brown_card'
  /** The intermediary's share of the net premium. */
  | 'commission'
  /** Money to be refunded to payers. */
  | 'refunds_due'
  /** Money that payers owe after refunds that were not due. */
  | 'receivable'
  /** Money that is not settled yet, such as a refund that an operator made from another account. */
  | 'suspense';

/** The accounts that hold money of a payment until a refund or a settlement clears the balance. */
export const OPEN_ACCOUNTS = ['refunds_due', 'receivable', 'suspense'] as const satisfies readonly Account[];

/** One of the accounts in `OPEN_ACCOUNTS`. */
export type OpenAccount = (typeof OPEN_ACCOUNTS)[number];

/** The account of each levy for a fund. Any other levy is booked on the account `tax`. */
const FUNDS: ReadonlyMap<string, Account> = new Map([
  [GUARANTEE_FUND_CODE, 'guarantee_fund'],
  [BROWN_CARD_CODE, 'brown_card'],
]);

/** The account on which a line of a premium is booked. */
export const accountOf = ({ kind, code }: Pick<PremiumLine, 'kind' | 'code'>): Account => {
  switch (kind) {
    case 'component':
    case 'adjustment':
      return 'premium_due';
    case 'fee':
      return 'accessories';
    case 'tax':
    case 'levy':
      return FUNDS.get(code) ?? 'tax';
  }
};
