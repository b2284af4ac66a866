import type { Entry } from '../domain/ledger/entry.ts';
import type { AccountBalance, BalanceFilter, FiledVoucher, Voucher } from '../domain/ledger/voucher.ts';
import type { LocalDate } from '../shared/calendar.ts';

/** What accountants recorded, inside a unit of work. The ledger posts the entries. */
export interface Vouchers {
  /**
   * Waits for other units of work that record vouchers and for a closing that is being made. Both then wait for the end
   * of this unit, so that the balances and the open months that it reads are still right when it commits.
   */
  lock(): Promise<void>;
  /** The first day that is in no closed month; if no month is closed, that of the first entry. */
  openFrom(): Promise<LocalDate | undefined>;
  /** The balances by company, insurer, wallet and account, of all entries; those of zero may be absent. */
  balances(filter: BalanceFilter): Promise<readonly AccountBalance[]>;
  find(id: string): Promise<FiledVoucher | undefined>;
  /** The voucher of a kind, counterparty and reference that neither reverses another nor was reversed. */
  withReference(about: Pick<Voucher, 'kind' | 'counterparty' | 'reference'>): Promise<FiledVoucher | undefined>;
  entries(id: string): Promise<readonly Entry[]>;
  /** Throws if the voucher that it reverses is reversed already. */
  add(voucher: Voucher): Promise<void>;
}
