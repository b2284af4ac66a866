import type { StatementLine } from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { implausibleDays, type StatedDays } from '../src/statement/statement-days.ts';

const TODAY = { zone: 'Africa/Abidjan', today: day('2026-12-01') };

const of = (days: readonly string[], period: StatedDays = {}): string | undefined =>
  implausibleDays(
    days.map((each): StatementLine => ({
      ...{ provider: 'cinetpay', transactionId: each, kind: 'payment', currency: 'XOF', reference: null },
      ...{ amount: 100, fee: 1, at: at(`${each}T10:00:00.000Z`) },
    })),
    period,
    TODAY,
  );

describe('the days of an imported statement', () => {
  it('are accepted for up to two months until today, in any order', () => {
    for (const days of [[], ['2026-11-30', '2026-11-01'], ['2026-09-30', '2026-12-01'], ['2025-01-01', '2025-02-28']])
      expect(of(days), days.join()).to.equal(undefined);
    expect(of(['2026-09-29', '2026-12-01'])).to.match(/^its lines range from/);
  });

  it('are refused if day and month were exchanged', () => {
    const exchanged = Array.from({ length: 11 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-11`);
    expect(of(exchanged)).to.equal(
      'its lines range from 2026-01-11 to 2026-11-11. If this is wrong, correct "date" in the mapping; if it is right, confirm it with --from 2026-01-11 --until 2026-11-11',
    );
    expect(of(exchanged, { from: day('2026-01-11'), until: day('2026-11-11') })).to.equal(undefined);
  });

  it('are refused if --from and --until do not match them', () => {
    const exchanged = ['2026-01-11', '2026-11-11'];
    expect(of(exchanged, { from: day('2026-11-01'), until: day('2026-11-30') })).to.match(/^its lines range from/);
    expect(of(['2026-11-01', '2026-11-30'], { from: day('2016-11-01') })).to.equal(
      '--from 2016-11-01 --until 2026-11-30 is too far from its lines, which range from 2026-11-01 to 2026-11-30',
    );
    expect(of(['2026-11-02'], { from: day('2026-11-01'), until: day('2026-11-30') })).to.equal(undefined);
    expect(of([], { from: day('2026-11-01'), until: day('2026-11-30') })).to.equal(undefined);
  });

  it('are refused if one is in the future', () => {
    expect(of(['2026-11-30', '2026-12-02'])).to.match(/^a line is dated 2026-12-02, which is in the future/);
    expect(of([], { until: day('2206-11-30') })).to.equal('--until is 2206-11-30, which is in the future');
    expect(of(['2026-12-01'], { until: day('2026-12-01') })).to.equal(undefined);
  });
});
