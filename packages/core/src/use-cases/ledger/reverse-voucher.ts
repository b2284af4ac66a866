import { reverse } from '../../domain/ledger/entry.ts';
import { filterOf } from '../../domain/ledger/voucher.ts';
import { authorFieldsOf } from '../../shared/author.ts';
import { dateOf } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, flag, optional, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { bookVoucher, type RecordedVoucher, type VoucherDependencies } from './file-voucher.ts';
import type { RecordVoucherCommand } from './record-voucher.ts';

export interface ReverseVoucherCommand extends Pick<RecordVoucherCommand, 'why' | 'by' | 'preview'> {
  readonly voucherId: string;
}

export type ReverseVoucherError =
  | InvalidRequest
  | { readonly code: 'voucher_not_found' | 'voucher_is_reversal' }
  | { readonly code: 'voucher_reversed'; readonly by: string };

/**
 * Reverses all entries of a voucher, with today as the booking date. A voucher is reversed once, and a reversal is
 * final.
 */
export const reverseVoucher =
  (dependencies: VoucherDependencies) =>
  async (command: ReverseVoucherCommand): Promise<Result<RecordedVoucher, ReverseVoucherError>> => {
    const checked = fields(command, REVERSAL_RULES);
    if (checked.isErr()) return checked;
    const { voucherId, why, by, preview } = checked.value;
    const { clock, ids, zone } = dependencies;
    return bookVoucher<ReverseVoucherError>(dependencies, preview === true, async (tx) => {
      const found = await tx.vouchers.find(voucherId);
      if (!found) return Err({ code: 'voucher_not_found' });
      const { reversedBy, ...reversed } = found;
      if (reversed.reverses !== null) return Err({ code: 'voucher_is_reversal' });
      if (reversedBy !== null) return Err({ code: 'voucher_reversed', by: reversedBy });
      const entries = await tx.vouchers.entries(reversed.id);
      const balances = await tx.vouchers.balances(filterOf(reversed));
      const now = clock.now();
      const { kind, counterparty, amount, reference } = reversed;
      const about = { kind, counterparty, amount, reference, why, reverses: reversed.id };
      const voucher = { ...about, ...authorFieldsOf(by), id: ids.next(), at: now, bookedOn: dateOf(now, zone) };
      const clearings = entries.map((entry) => ({ ...entry, postings: reverse(entry.postings) }));
      return Ok({ voucher, at: now, clearings, balances });
    });
  };

const REVERSAL_RULES = { voucherId: plainText, why: shortText, by: author, preview: optional(flag) } as const;
