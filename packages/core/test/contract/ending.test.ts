import { addDays, ENDING_DAYS, giveEndingNotices, newEndingNotices, type EndingNotices } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { EARLIEST_ENDING } from '../../src/domain/contract/ending.ts';

const LAST = day('2027-01-31');
const contract = { endDate: LAST, status: 'started', isCancelled: false } as const;

/** Checks on some days, given as days before the end, and returns how many notices each check gave. */
const looking = (days: readonly number[], looks: readonly number[], startsWith = newEndingNotices(contract)) => {
  let notices: EndingNotices | null = startsWith;
  return looks.map((daysLeft) => {
    const today = addDays(LAST, -daysLeft);
    if (notices === null || notices.due > today) return 0;
    const { given, left } = giveEndingNotices(contract, notices, days, today);
    if (left !== null) expect(left.due > today, 'a check is due again at once').to.equal(true);
    notices = left;
    return given;
  });
};

describe('the notices of a contract’s end', () => {
  // Proves: contract-ending-announced
  it('are given 30, 15 and 7 days before the last day', () => {
    const looks = Array.from({ length: 366 }, (_, index) => 365 - index);
    const given = looking(ENDING_DAYS, looks);
    expect(looks.filter((_, index) => given[index] === 1)).to.deep.equal([30, 15, 7]);
    expect(given.filter((many) => many > 1)).to.deep.equal([]);
  });

  // Proves: contract-ending-announced
  it('are each given once for any configured days, even if the service was down on the day', () => {
    const someDay = fc.integer({ min: 1, max: EARLIEST_ENDING });
    const looks = fc.array(fc.integer({ min: 0, max: 120 })).map((days) => days.toSorted((a, b) => b - a));
    fc.assert(
      fc.property(fc.array(someDay), looks, (days, daysLeft) => {
        const given = looking(days, daysLeft).reduce((sum, many) => sum + many, 0);
        const last = daysLeft.at(-1) ?? Infinity;
        expect(given).to.equal(new Set(days.filter((each) => each >= last)).size);
      }),
    );
  });

  it('follow the present configuration until the first notice is given', () => {
    const [looked] = [giveEndingNotices(contract, newEndingNotices(contract), [7], addDays(LAST, -EARLIEST_ENDING))];
    expect(looked).to.deep.equal({ given: 0, left: { due: addDays(LAST, -7), announced: null } });
    expect(looking([60, 30], [60], { due: addDays(LAST, -60), announced: null })).to.deep.equal([1]);
    expect(looking([60, 30], [30], { due: addDays(LAST, -30), announced: 30 })).to.deep.equal([0]);
  });

  // Proves: contract-ending-announced
  it('are not given for a contract that is cancelled or has ended', () => {
    const none = { given: 0, left: null };
    const give = (over: Partial<Parameters<typeof giveEndingNotices>[0]>, today = addDays(LAST, -15)) =>
      giveEndingNotices({ ...contract, ...over }, { announced: null }, ENDING_DAYS, today);
    expect(give({ isCancelled: true })).to.deep.equal(none);
    expect(give({ status: 'expired' })).to.deep.equal(none);
    expect(give({}, addDays(LAST, 1))).to.deep.equal(none);
    expect(give({}, LAST).given).to.equal(3);
    expect(give({ status: 'pending' }).given).to.equal(2);
  });
});
