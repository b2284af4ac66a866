import type { PremiumLine } from '../coverage/premium.ts';
import { BROWN_CARD_CODE, GUARANTEE_FUND_CODE } from '../coverage/tariff.ts';

/** One account of the books. It exists once for each insurer and wallet. */
export type Account =
  /** Money at a mobile-money provider. */
  | 'wallet'
  /** Money that left the wallets for the bank and has not been paid to anyone yet. */
  | 'bank'
  /** The fees charged to the payer for the provider's service. */
  | 'provider_fees'
  /** The part of payments that the provider keeps: a cost of the wallet. */
  | 'merchant_fees'
  /** The net premium less the commission; owed to the insurer. */
  | 'premium_due'
  /** The insurer's fee for the contract itself. */
  | 'accessories'
  | 'tax'
  | 'guarantee_fund'
  | 'brown_card'
  /** The intermediary's earnings. */
  | 'commission'
  /** Money to be refunded to payers. */
  | 'refunds_due'
  /** Money that payers owe, because they received refunds that were not due. */
  | 'receivable'
  /** Money that is not accounted for yet: refunds that an operator made from another account. */
  | 'suspense';

/** Accounts whose balance for a payment must be zero once that payment is refunded or settled. */
export const OPEN_ACCOUNTS = ['refunds_due', 'receivable', 'suspense'] as const satisfies readonly Account[];

/** One of these accounts. */
export type OpenAccount = (typeof OPEN_ACCOUNTS)[number];

/** The accounts of the levies that are passed on to a fund. Any other levy is booked with the taxes. */
const FUNDS: ReadonlyMap<string, Account> = new Map([
  [GUARANTEE_FUND_CODE, 'guarantee_fund'],
  [BROWN_CARD_CODE, 'brown_card'],
]);

/** The account to which a line of a premium is credited. */
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
