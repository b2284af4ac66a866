import type { CompanyNotFound } from '../../domain/company/company.ts';
import {
  clearBalances,
  filterOf,
  openAmount,
  VOUCHER_KINDS,
  VOUCHERS,
  type CounterpartyKind,
  type FiledVoucher,
  type Voucher,
  type VoucherKind,
} from '../../domain/ledger/voucher.ts';
import { authorFieldsOf, type By } from '../../shared/author.ts';
import { calendarDate, dateOf, startOfDay, type LocalDate } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  author,
  fields,
  flag,
  oneOf,
  optional,
  plainText,
  shortText,
  type InvalidRequest,
} from '../../shared/rules.ts';
import { findCompany } from '../company/find-company.ts';
import { bookVoucher, type RecordedVoucher, type VoucherDependencies } from './file-voucher.ts';

/**
 * A voucher to record. Only the counterparty that the voucher's kind requires may be set. The insurer `-` is the
 * service's own insurer.
 */
export interface RecordVoucherCommand extends Partial<Record<CounterpartyKind, string | undefined>> {
  readonly kind: string;
  /** Whole francs; spaces between the digits are ignored. */
  readonly amount: string;
  readonly date: string;
  readonly reference: string;
  readonly why: string;
  readonly by: By;
  /** Shows what would be booked, and books nothing. */
  readonly preview?: boolean | undefined;
}

export type RecordVoucherError =
  | InvalidRequest
  | CompanyNotFound
  | { readonly code: 'insurer_not_found' | 'provider_not_found' }
  | { readonly code: 'counterparty_differs'; readonly kind: VoucherKind; readonly needs: CounterpartyKind }
  | { readonly code: 'amount_not_francs' | 'date_in_future' }
  | { readonly code: 'date_not_open'; readonly from: LocalDate | undefined }
  | { readonly code: 'reference_recorded'; readonly voucher: FiledVoucher }
  | { readonly code: 'amount_not_open'; readonly open: Francs };

/**
 * Books a movement that an accountant records. The amount is split over the combinations of company, insurer and wallet
 * that have a balance, with one entry for each. A second voucher with the same kind, counterparty and reference is
 * refused, unless the first voucher was reversed.
 */
export const recordVoucher =
  (dependencies: VoucherDependencies) =>
  async (command: RecordVoucherCommand): Promise<Result<RecordedVoucher, RecordVoucherError>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { kind, date: bookedOn, reference, why, by, preview } = checked.value;
    const { clock, ids, zone } = dependencies;
    const amount = francsIn(checked.value.amount);
    if (amount === undefined) return Err({ code: 'amount_not_francs' });
    const now = clock.now();
    if (bookedOn > dateOf(now, zone)) return Err({ code: 'date_in_future' });
    const found = await counterpartyIn(dependencies, kind, checked.value);
    if (found.isErr()) return found;
    const { counterparty, isListed } = found.value;
    return bookVoucher<RecordVoucherError>(dependencies, preview === true, async (tx) => {
      const recorded = await tx.vouchers.withReference({ kind, counterparty, reference });
      if (recorded) return Err({ code: 'reference_recorded', voucher: recorded });
      const balances = await tx.vouchers.balances(filterOf({ kind, counterparty }));
      if (!isListed && balances.length === 0)
        return Err({ code: VOUCHERS[kind].counterparty === 'insurer' ? 'insurer_not_found' : 'provider_not_found' });
      const from = await tx.vouchers.openFrom();
      if (from === undefined || bookedOn < from) return Err({ code: 'date_not_open', from });
      const open = openAmount(kind, balances);
      if (amount > open) return Err({ code: 'amount_not_open', open: Math.max(open, 0) });
      const about = { kind, counterparty, amount, bookedOn, reference, why };
      const voucher = { ...about, ...authorFieldsOf(by), id: ids.next(), at: now, reverses: null };
      const clearings = clearBalances(kind, balances, amount);
      return Ok({ voucher, at: startOfDay(bookedOn, zone), clearings, balances });
    });
  };

const RULES = {
  kind: oneOf(VOUCHER_KINDS),
  amount: plainText,
  company: optional(plainText),
  insurer: optional(plainText),
  provider: optional(plainText),
  date: calendarDate,
  reference: shortText,
  why: shortText,
  by: author,
  preview: optional(flag),
} as const;

/** A positive number of whole francs; undefined for any other text. */
const francsIn = (text: string): Francs | undefined => {
  const digits = text.replaceAll(/\s/gu, '');
  const amount = /^\d{1,16}$/.test(digits) ? Number(digits) : 0;
  return amount > 0 && Number.isSafeInteger(amount) ? amount : undefined;
};

/**
 * The one counterparty that the kind requires. `isListed`: whether the counterparty is known without any entry in the
 * books.
 */
const counterpartyIn = async (
  dependencies: VoucherDependencies,
  kind: VoucherKind,
  given: Readonly<Record<CounterpartyKind, string | null>>,
): Promise<Result<Pick<Voucher, 'counterparty'> & { readonly isListed: boolean }, RecordVoucherError>> => {
  const { counterparty: needs } = VOUCHERS[kind];
  const named = given[needs];
  const isOnly = (['company', 'insurer', 'provider'] as const).every((each) => each === needs || given[each] === null);
  if (named === null || !isOnly) return Err({ code: 'counterparty_differs', kind, needs });
  switch (needs) {
    case 'company': {
      const company = await findCompany(dependencies)(named);
      return company ? Ok({ counterparty: company.id, isListed: true }) : Err({ code: 'company_not_found' });
    }
    case 'insurer': {
      if (named === '-' || named === dependencies.insuranceCompany) return Ok({ counterparty: null, isListed: true });
      const { insurers = [] } = await dependencies.catalogue.current();
      const listed = insurers.find(({ code }) => code === named) ?? insurers.find(({ name }) => name === named);
      return Ok({ counterparty: listed?.code ?? named, isListed: listed !== undefined });
    }
    case 'provider':
      return Ok({ counterparty: named, isListed: dependencies.providers.has(named) });
  }
};
