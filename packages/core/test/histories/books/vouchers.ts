import {
  addDays,
  dateOf,
  recordVoucher,
  reverseVoucher,
  type Account,
  type Closing,
  type CounterpartyKind,
  type Entry,
  type FiledVoucher,
  type VoucherKind,
} from '@vehicle-insurance/core';
import { hold } from '../engine/history-set.ts';
import type { BooksWorld } from './world.ts';

/** The laws' own table: the counterparty of each kind, and the accounts from and to which it moves money. */
const KINDS: Readonly<
  Record<VoucherKind, readonly [CounterpartyKind, from: readonly Account[], to: readonly Account[]]>
> = {
  sweep: ['provider', ['wallet'], ['bank']],
  merchant_fee: ['provider', ['wallet'], ['merchant_fees']],
  merchant_invoice: ['provider', ['bank'], ['merchant_fees']],
  remittance: ['insurer', ['bank'], ['premium_due', 'accessories', 'tax', 'guarantee_fund', 'brown_card']],
  commission: ['company', ['bank'], ['commission']],
  fee_offset: ['provider', ['merchant_fees'], ['provider_fees']],
  fee_margin: ['provider', ['bank'], ['provider_fees']],
};

type Subject = readonly [VoucherKind, Partial<Record<CounterpartyKind, string>>];

const subjectsOf = ({ company }: BooksWorld): readonly Subject[] => {
  const parties = { provider: ['able', 'modest'], insurer: ['lagune', '-'], company: [company.id] };
  return (Object.keys(KINDS) as VoucherKind[]).flatMap((kind) => {
    const [party] = KINDS[kind];
    return parties[party].map((each): Subject => [kind, { [party]: each }]);
  });
};

const record = (
  { dependencies, clock, zone, voucherReferences }: BooksWorld,
  [kind, party]: Subject,
  amount: number,
  { daysAgo = 0, preview = false } = {},
) =>
  recordVoucher(dependencies)({
    ...{ kind, ...party, amount: String(amount), date: addDays(dateOf(clock.now(), zone), -daysAgo) },
    ...{ reference: `V-${voucherReferences.next()}`, why: 'agreed', by: 'an accountant', preview },
  });

const openOf = async (world: BooksWorld, subject: Subject): Promise<number> => {
  const said = await record(world, subject, Number.MAX_SAFE_INTEGER, { preview: true });
  return said.isErr() && said.error.code === 'amount_not_open' ? said.error.open : 0;
};

/**
 * Tries to record a voucher for the first open balance: once, twice at the same time, or beside other work. Without
 * other work, the open balance falls by exactly what was recorded, so it is never below zero.
 */
export const recordSomeVoucher = async (
  world: BooksWorld,
  which: number,
  how: number,
  beside?: () => Promise<unknown>,
): Promise<void> => {
  const all = subjectsOf(world);
  for (const [index] of all.entries()) {
    const subject = all[(how + index) % all.length];
    const open = subject ? await openOf(world, subject) : 0;
    if (!subject || open <= 0) continue;
    const amount = [Math.ceil(open / 2), open, open + 1, 1][which % 4] ?? open;
    const one = () => record(world, subject, amount, { daysAgo: how % 3 === 0 ? 1 : 0 });
    const [first, second] = await Promise.all([
      one(),
      beside ? undefined : how % 4 === 0 ? one() : undefined,
      beside?.(),
    ]);
    const said = [first, ...(second ? [second] : [])];
    for (const each of said) if (each.isErr()) world.ends.push(`a voucher is refused: ${each.error.code}`);
    const moved = amount * said.filter((each) => each.isOk()).length;
    if (beside || !world.isAlone) return;
    const left = await openOf(world, subject);
    return hold(left === open - moved, () => `${moved} francs of ${subject[0]} left ${left} of ${open} open`);
  }
};

/** Reverses a voucher once, or twice at once, beside other work. */
export const reverseSomeVoucher = async (
  { dependencies, store, ends }: BooksWorld,
  which: number,
  beside?: () => Promise<unknown>,
): Promise<void> => {
  const all = await store.books.vouchers(null, ALL);
  const voucherId = all[which % all.length]?.id;
  if (voucherId === undefined) return;
  const reverse = () => reverseVoucher(dependencies)({ voucherId, why: 'a wrong amount', by: 'an accountant' });
  const [first, second] = await Promise.all([reverse(), reverse(), beside?.()]);
  hold(first.isErr() || second.isErr(), () => `the voucher ${voucherId} was reversed twice`);
  for (const each of [first, second]) if (each.isErr()) ends.push(`a reversal is refused: ${each.error.code}`);
};

const ALL = 10_000;

/** Each posting with the company, insurer and wallet of its entry, as text. */
const linesOf = (entries: readonly Entry[], sign: 1 | -1): string =>
  entries
    .flatMap(({ companyId, insurer, wallet, postings }) =>
      postings.map(({ account, amount }) => `${companyId} ${insurer} ${wallet} ${account} ${sign * amount}`),
    )
    .toSorted()
    .join('; ');

/**
 * A voucher moves exactly its amount, between the accounts of its kind and only those of its counterparty. A reversal
 * books the opposite lines, once. A new voucher is never booked in a month that is already closed.
 */
export const judgeVouchers = (
  vouchers: readonly FiledVoucher[],
  entries: readonly Entry[],
  {
    judged,
    closed,
    today,
  }: { readonly judged: Set<string>; readonly closed: readonly Closing[]; readonly today: string },
): void => {
  const entriesOf = (id: string) => entries.filter((entry) => entry.paymentId === null && entry.subjectId === id);
  const ofVouchers = entries.filter(({ paymentId }) => paymentId === null);
  hold(
    ofVouchers.every(({ subjectId }) => vouchers.some(({ id }) => id === subjectId)),
    () => 'an entry without a payment belongs to no voucher',
  );
  for (const { id, kind, counterparty, amount, bookedOn, at, reverses } of vouchers) {
    if (judged.has(id)) continue;
    judged.add(id);
    const [party, from, to] = KINDS[kind];
    const own = entriesOf(id);
    const isOwn = { provider: ({ wallet }: Entry) => wallet, insurer: ({ insurer }: Entry) => insurer };
    const partyOf = { ...isOwn, company: ({ companyId }: Entry) => companyId }[party];
    hold(
      own.length > 0 && own.every((entry) => partyOf(entry) === counterparty),
      () => `${kind} moves another’s money`,
    );
    const postings = own.flatMap((entry) => entry.postings);
    const on = (accounts: readonly Account[]): number =>
      postings.reduce((sum, each) => sum + (accounts.includes(each.account) ? each.amount : 0), 0);
    const moved = [-on(from), on(to)].map((each) => (kind === 'fee_margin' ? Math.abs(each) : each));
    const expected = reverses !== null && kind !== 'fee_margin' ? -amount : amount;
    const isElsewhere = postings.some(({ account }) => ![...from, ...to].includes(account));
    hold(
      !isElsewhere && moved.every((each) => each === expected),
      () => `${kind} of ${amount} francs moves ${moved.join(' and ')}`,
    );
    hold(
      reverses === null || linesOf(own, -1) === linesOf(entriesOf(reverses), 1),
      () => `the reversal of ${kind} does not restore every balance`,
    );
    hold(
      bookedOn <= today && closed.every(({ month }) => bookedOn.slice(0, 7) > month),
      () => `${kind} is booked on ${bookedOn} at ${at}, in a closed month`,
    );
  }
  const reversed = vouchers.flatMap(({ reverses }) => reverses ?? []);
  hold(new Set(reversed).size === reversed.length, () => 'a voucher was reversed twice');
};
