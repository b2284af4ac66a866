import type { Entry } from '../domain/ledger/entry.ts';
import type { AccountBalance, BalanceFilter, FiledVoucher, Voucher } from '../domain/ledger/voucher.ts';
import type { LocalDate } from '../shared/calendar.ts';

/** The vouchers of accountants, inside a unit of work. `Ledger` posts the entries of vouchers. */
export interface Vouchers {
  /**
   * Waits until no other unit of work records a voucher and no closing is in progress. New vouchers and closings then
   * wait until this unit ends. So only entries of payments can change the balances that this unit reads, and the open
   * months stay the same until its commit.
   */
  lock(): Promise<void>;
  /**
   * The first day after the closed months. If no month is closed, the booking date of the first entry; undefined if
   * there is none.
   */
  openFrom(): Promise<LocalDate | undefined>;
  /** The balances of all entries by company, insurer, wallet and account; zero balances may be absent. */
  balances(filter: BalanceFilter): Promise<readonly AccountBalance[]>;
  find(id: string): Promise<FiledVoucher | undefined>;
  /** The voucher with this kind, counterparty and reference that reverses no other voucher and was not reversed. */
  withReference(about: Pick<Voucher, 'kind' | 'counterparty' | 'reference'>): Promise<FiledVoucher | undefined>;
  entries(id: string): Promise<readonly Entry[]>;
  /** Throws if the voucher reverses another voucher that is already reversed. */
  add(voucher: Voucher): Promise<void>;
}
