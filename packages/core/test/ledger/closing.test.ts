import { day, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { canClose, endOf, nextMonth, type Closing } from '../../src/domain/ledger/closing.ts';

const makeClosing = (month: string): Closing => ({ number: 1, month, at: SOME_MORNING, by: 'an operator', why: null });

describe('the months of the books', () => {
  for (const [month, last, next] of [
    ['2026-01', '2026-01-31', '2026-02'],
    ['2026-02', '2026-02-28', '2026-03'],
    ['2028-02', '2028-02-29', '2028-03'],
    ['2026-04', '2026-04-30', '2026-05'],
    ['2026-11', '2026-11-30', '2026-12'],
    ['2026-12', '2026-12-31', '2027-01'],
    ['2999-12', '2999-12-31', '3000-01'],
  ] as const)
    it(`end ${month} on ${last} and continue with ${next}`, () => {
      expect(endOf(month)).to.equal(last);
      expect(nextMonth(makeClosing(month), undefined)).to.equal(next);
    });

  it('begin with the month of the first entry', () => {
    expect(nextMonth(undefined, day('2026-03-31'))).to.equal('2026-03');
    expect(nextMonth(undefined, undefined)).to.equal(undefined);
  });

  const today = day('2026-06-01');
  for (const [month, last, first, refused] of [
    ['2026-04', '2026-04', undefined, { code: 'month_closed' }],
    ['2026-03', '2026-04', undefined, { code: 'month_closed' }],
    ['2026-05', '2026-04', undefined, undefined],
    ['2026-06', '2026-04', undefined, { code: 'former_month_open', month: '2026-05' }],
    ['2026-06', '2026-05', undefined, { code: 'month_not_over' }],
    ['2026-05', undefined, '2026-05-31', undefined],
    ['2026-05', undefined, '2026-04-30', { code: 'former_month_open', month: '2026-04' }],
    ['2026-04', undefined, '2026-05-31', { code: 'former_month_open', month: '2026-05' }],
    ['2006-05', undefined, '2026-05-31', { code: 'former_month_open', month: '2026-05' }],
    ['2026-02', undefined, undefined, undefined],
    ['2026-06', undefined, undefined, { code: 'month_not_over' }],
  ] as const)
    it(`${refused ? 'do not allow' : 'allow'} closing ${month} on 1 June if ${last ?? 'no month'} was closed last and ${first ? `the first entry is of ${first}` : 'there is no entry'}`, () => {
      const checked = canClose(month, today, last && makeClosing(last), first && day(first));
      expect(checked.isErr() ? checked.error : undefined).to.deep.equal(refused);
    });
});
