import {
  addTotals,
  addDays,
  endOf,
  NOTHING,
  type Account,
  type AmountName,
  type Balance,
  type Bordereau,
  type BordereauTotals,
  type Entry,
  type LocalDate,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { livedMonths, type Listed, type MonthStep } from './random-months.ts';

type Months = Awaited<ReturnType<typeof livedMonths>>;

const HISTORIES = 30;
const FIRST_DAY = '2025-12-01' as LocalDate;
const ALL_DAYS = 200;

const OFTEN = { sell: 8, cancel: 3, 'cancel late': 3, 'pay wrongly': 1, 'refund by hand': 2, 'pass days': 5, close: 3 };

const steps = fc.array(
  fc.record<MonthStep>({
    does: fc.oneof(
      ...Object.entries(OFTEN).map(([does, weight]) => ({ arbitrary: fc.constant(does as MonthStep['does']), weight })),
    ),
    which: fc.nat(11),
  }),
  { minLength: 8, maxLength: 28 },
);

/** Days after which another period begins. */
const cuts = fc.uniqueArray(fc.nat(ALL_DAYS - 2), { maxLength: 5 });

const totalsOf = ({ insurers }: Listed, insurer: string | null): BordereauTotals =>
  (insurers.find((each) => each.insurer === insurer)?.intermediaries ?? []).reduce(
    (all, { totals }) => addTotals(all, totals),
    NOTHING,
  );

const rowsOf = (listed: readonly Listed[], bordereau: Bordereau) =>
  listed.flatMap(({ rows }) => rows.filter((row) => row.bordereau === bordereau));

/** Debits less credits of some accounts. */
const sumUp = (balances: readonly Balance[], insurer: string | null, ...accounts: readonly Account[]): number =>
  balances
    .filter((each) => each.insurer === insurer && accounts.includes(each.account))
    .reduce((sum, { debit, credit }) => sum + debit - credit, 0);

const PARTS = [
  ['net', 'premium_due', 'commission'],
  ['accessories', 'accessories'],
  ['tax', 'tax'],
  ['guaranteeFund', 'guarantee_fund'],
  ['brownCard', 'brown_card'],
  ['commission', 'commission'],
  ['due', 'premium_due', 'accessories', 'tax', 'guarantee_fund', 'brown_card'],
] as const satisfies readonly (readonly [AmountName, ...Account[]])[];

const MONEY: readonly Account[] = ['wallet', 'suspense'];

const moneyOf = ({ postings }: Entry): number =>
  postings.reduce((sum, { account, amount }) => sum + (MONEY.includes(account) ? amount : 0), 0);

/**
 * The bordereaux of a closed month add up to the balance of each account. Money that bought nothing is only in the
 * books.
 */
const checkAgainstTheBooks = async ({ closed, books, entries, unused }: Months): Promise<void> => {
  const all = await entries();
  for (const { closing, listed, entries: own } of closed) {
    const isBookedByThen = listed.rows.every(({ entry }) => entry.bookedOn <= endOf(closing.month));
    expect(isBookedByThen, `${closing.month} has nothing of later days`).to.equal(true);
    const balances = await books.balances(closing);
    for (const insurer of new Set(balances.map((each) => each.insurer))) {
      const { issued, cancelled, collected } = totalsOf(listed, insurer);
      const less = (name: AmountName) => (issued.amounts[name] ?? 0) - (cancelled.amounts[name] ?? 0);
      for (const [name, ...accounts] of PARTS)
        expect(less(name), `${closing.month} ${insurer} ${name}`).to.equal(0 - sumUp(balances, insurer, ...accounts));
      const nothingBought = all
        .filter((entry) => own.includes(entry.id) && entry.insurer === insurer && unused.has(entry.subjectId))
        .reduce((sum, entry) => sum + moneyOf(entry), 0);
      expect(collected.amounts.received ?? 0, `${closing.month} ${insurer} received`).to.equal(
        sumUp(balances, insurer, ...MONEY) - nothingBought,
      );
    }
  }
};

/** Every contract is issued in one month, and cancelled in at most one; the amount collected is its premium. */
const checkEachContractOnce = async ({ closed, contracts }: Months): Promise<void> => {
  const all = await contracts();
  const listed = closed.map((each) => each.listed);
  const payments = (bordereau: Bordereau) => rowsOf(listed, bordereau).map(({ entry }) => entry.paymentId);
  const ids = (of: typeof all) => of.map(({ paymentId }) => paymentId);
  expect(payments('issued')).to.have.members(ids(all));
  expect(payments('cancelled')).to.have.members(ids(all.filter(({ cancelled }) => cancelled)));
  const premiums = new Map(rowsOf(listed, 'issued').map(({ entry, amounts }) => [entry.paymentId, amounts.premium]));
  for (const { entry, amounts } of rowsOf(listed, 'collected'))
    expect(Math.abs(amounts.premium ?? 0), entry.cause).to.equal(premiums.get(entry.paymentId));
};

/** A company has totals in a bordereau exactly if it has rows there, and the totals count these rows. */
const checkRowCounts = ({ closed }: Months): void => {
  for (const { listed } of closed) {
    const named = Map.groupBy(listed.rows, ({ bordereau, entry }) => `${bordereau} ${entry.companyId}`);
    const counted = new Map<string, number>();
    for (const { companyId, totals } of listed.insurers.flatMap(({ intermediaries }) => intermediaries))
      for (const [bordereau, { rows }] of Object.entries(totals)) {
        const whose = `${bordereau} ${companyId}`;
        if (rows !== 0) counted.set(whose, (counted.get(whose) ?? 0) + rows);
      }
    expect(counted).to.deep.equal(new Map([...named].map(([whose, rows]) => [whose, rows.length])));
  }
};

/** Adjoining periods together have every row of the whole period and the same totals. */
const checkPartsAgainstWhole = async ({ list }: Months, after: readonly number[]): Promise<void> => {
  const last = addDays(FIRST_DAY, ALL_DAYS);
  const ends = [...after].sort((a, b) => a - b).map((days) => addDays(FIRST_DAY, days));
  const parts = await Promise.all(
    [...ends, last].map((until, at) => {
      const before = ends[at - 1];
      return list({ from: before === undefined ? FIRST_DAY : addDays(before, 1), until });
    }),
  );
  const whole = await list({ from: FIRST_DAY, until: last });
  expect(parts.flatMap(({ rows }) => rows)).to.have.deep.members(whole.rows);
  for (const { insurer } of whole.insurers)
    expect(parts.map((part) => totalsOf(part, insurer)).reduce(addTotals, NOTHING)).to.deep.equal(
      addTotals(NOTHING, totalsOf(whole, insurer)),
    );
};

/** A closed month's list never changes, even if more is booked later. */
const checkUnchanged = async ({ closed, list }: Months): Promise<void> => {
  for (const { closing, listed } of closed)
    expect(await list({ closing: closing.number }), closing.month).to.deep.equal(listed);
};

describe(`bordereaux through ${HISTORIES} random histories of months`, function () {
  this.timeout(20 * 60_000);

  it('match the books of each month, contract by contract, and never change', async () => {
    const seen = { months: 0, cancelled: 0, late: 0, byHand: 0 };
    await fc.assert(
      fc.asyncProperty(steps, cuts, async (lived, after) => {
        const months = await livedMonths(lived);
        await checkAgainstTheBooks(months);
        await checkEachContractOnce(months);
        checkRowCounts(months);
        await checkPartsAgainstWhole(months, after);
        await checkUnchanged(months);
        seen.months += months.closed.length;
        for (const { closing, listed } of months.closed)
          for (const { bordereau, entry } of listed.rows) {
            if (bordereau === 'cancelled') seen.cancelled += 1;
            if (entry.cause === 'refund_by_hand') seen.byHand += 1;
            if (endOf(entry.bookedOn.slice(0, 7)) < endOf(closing.month)) seen.late += 1;
          }
      }),
      { numRuns: HISTORIES },
    );
    for (const [what, times] of Object.entries(seen)) expect(times, what).to.be.above(0);
  });
});
