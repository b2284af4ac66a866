import {
  addDays,
  endOf,
  type AccountBalance,
  type Entry,
  type FiledVoucher,
  type Vouchers,
} from '@vehicle-insurance/core';
import { has } from './table.ts';
import type { Unit } from './unit.ts';

/** A unit of work that closes a month or records a voucher holds this lock. */
export const BOOKS_LOCK = 'books';

/** Every voucher, with the id of the voucher that reversed it. */
export const filedIn = (unit: Unit): FiledVoucher[] => {
  const all = unit.vouchers.all();
  return all.map((each) => ({ ...each, reversedBy: all.find(({ reverses }) => reverses === each.id)?.id ?? null }));
};

export const vouchersIn = (unit: Unit): Vouchers => ({
  lock: () => unit.lock(BOOKS_LOCK),
  openFrom: async () => {
    const closing = unit.lastClosing();
    if (closing) return addDays(endOf(closing.month), 1);
    const days = unit.entries.all().map(({ bookedOn }) => bookedOn);
    return days.sort()[0];
  },
  balances: async ({ accounts, companyId, insurer, wallet }) => {
    const own = unit.entries
      .all()
      .filter(has<Entry>({ companyId, insurer, wallet }))
      .flatMap(({ postings, ...entry }) =>
        postings
          .filter(({ account }) => accounts.includes(account))
          .map((posting): AccountBalance => ({
            ...{ companyId: entry.companyId, insurer: entry.insurer, wallet: entry.wallet },
            ...posting,
          })),
      );
    const keyOf = (each: AccountBalance) => JSON.stringify([each.companyId, each.insurer, each.wallet, each.account]);
    return [...Map.groupBy(own, keyOf).values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, amount: others.reduce((total, { amount }) => total + amount, first.amount) }] : [],
    );
  },
  find: async (id) => filedIn(unit).find((each) => each.id === id),
  withReference: async ({ kind, counterparty, reference }) =>
    filedIn(unit).find(has<FiledVoucher>({ kind, counterparty, reference, reverses: null, reversedBy: null })),
  entries: async (id) =>
    unit.entries
      .all()
      .filter((entry) => entry.paymentId === null && entry.subjectId === id)
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  add: async (voucher) => unit.vouchers.add(voucher),
});
