import type { PremiumLine } from '../coverage/premium.ts';
import { BROWN_CARD_CODE, GUARANTEE_FUND_CODE } from '../coverage/tariff.ts';

/** One account of the books. Each exists once for each insurer and wallet. */
export type Account =
  /** Money at a mobile-money provider. */
  | 'wallet'
  /** What the payer was charged for the provider's service. */
  | 'provider_fees'
  /** What the provider keeps of payments: a cost of the wallet. */
  | 'merchant_fees'
  /** The net premium, owed to the insurer; less the commission on it. */
  | 'premium_due'
  /** What the insurer takes for the contract itself. */
  | 'accessories'
  | 'tax'
  | 'guarantee_fund'
  | 'brown_card'
  /** What the intermediary earns. */
  | 'commission'
  /** Money that goes back to payers. */
  | 'refunds_due'
  /** What payers owe: money that went back to them and was not due. */
  | 'receivable'
  /** What is not accounted for yet: money an operator gave back from elsewhere. */
  | 'suspense';

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
