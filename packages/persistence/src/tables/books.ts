import { defineEntity } from '@mikro-orm/core';
import type { Account, Cause, VoucherKind } from '@vehicle-insurance/core';
import { amount, author, date, instant, integer, text, textOrNull, uuid } from './columns.ts';

/** A double entry. `closing` is the number of the closing that contains the entry, or null. */
export const EntryEntity = defineEntity({
  name: 'Entry',
  tableName: 'entry',
  properties: {
    companyId: uuid().primary(),
    id: uuid().primary(),
    insurer: textOrNull(),
    wallet: text(),
    cause: text<Cause>(),
    subjectId: uuid(),
    paymentId: uuid().strictNullable(),
    at: instant(),
    bookedOn: date(),
    closing: integer().strictNullable(),
  },
});

/** The postings of an entry, numbered in their order. */
export const PostingEntity = defineEntity({
  name: 'Posting',
  tableName: 'posting',
  properties: {
    companyId: uuid().primary(),
    entryId: uuid().primary(),
    number: integer().primary(),
    account: text<Account>(),
    amount: amount(),
  },
});

/**
 * The totals of an account on a booking date, without the entries in `entry_unsummed`. The service's own insurer is the
 * empty text.
 */
export const AccountDayEntity = defineEntity({
  name: 'AccountDay',
  tableName: 'account_day',
  properties: {
    companyId: uuid().primary(),
    bookedOn: date().primary(),
    insurer: text().primary(),
    wallet: text().primary(),
    account: text<Account>().primary(),
    debit: amount(),
    credit: amount(),
  },
});

/**
 * The totals of an account in a month, without the entries in `entry_unsummed`. The service's own insurer is the empty
 * text.
 */
export const AccountMonthEntity = defineEntity({
  name: 'AccountMonth',
  tableName: 'account_month',
  properties: {
    companyId: uuid().primary(),
    month: date().primary(),
    insurer: text().primary(),
    wallet: text().primary(),
    account: text<Account>().primary(),
    debit: amount(),
    credit: amount(),
  },
});

/** An entry that no total includes yet. */
export const EntryUnsummedEntity = defineEntity({
  name: 'EntryUnsummed',
  tableName: 'entry_unsummed',
  properties: { companyId: uuid().primary(), entryId: uuid().primary() },
});

export const ClosingEntity = defineEntity({
  name: 'Closing',
  tableName: 'closing',
  properties: { number: integer().primary(), month: text(), at: instant(), ...author, by: text(), why: textOrNull() },
});

export const ClosingBalanceEntity = defineEntity({
  name: 'ClosingBalance',
  tableName: 'closing_balance',
  properties: {
    number: integer().primary(),
    companyId: uuid().primary(),
    insurer: textOrNull(),
    wallet: text().primary(),
    account: text<Account>().primary(),
    debit: amount(),
    credit: amount(),
  },
});

/** A movement that an accountant recorded. */
export const VoucherEntity = defineEntity({
  name: 'Voucher',
  tableName: 'voucher',
  properties: {
    id: uuid().primary(),
    kind: text<VoucherKind>(),
    counterparty: textOrNull(),
    amount: amount(),
    bookedOn: date(),
    at: instant(),
    reference: text(),
    why: text(),
    reverses: uuid().strictNullable(),
    ...author,
    by: text(),
  },
});
