import { ACTIONS_IN_ENGLISH, failureIn } from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { implausibleDays, type StatedDays } from '../../src/domain/statement/implausible-days.ts';
import { line } from './account.ts';

const TODAY = { zone: 'Africa/Abidjan', today: day('2026-12-01') };

const of = (days: readonly string[], stated: StatedDays = {}, zone = TODAY.zone): string | undefined => {
  const odd = implausibleDays(
    days.map((each) => line(each, at(`${each}T10:00:00.000Z`))),
    stated,
    { ...TODAY, zone },
  );
  const text = odd && failureIn(ACTIONS_IN_ENGLISH, { code: 'statement_days', ...odd });
  return text?.replace(/^Nothing was imported: (.*)\.$/, '$1');
};

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
    for (const [from, until] of [
      ['2026-11-01', '2026-11-30'],
      ['2026-01-11', '2026-11-10'],
    ] as const)
      expect(of(exchanged, { from: day(from), until: day(until) }), from).to.match(/^its lines range from/);
    // An import covers all days from the earliest to the latest of its lines, --from and --until.
    for (const [from, until, begin, end] of [
      ['2026-01-27', '2026-06-03', '2026-01-27', '2026-06-03'],
      ['2026-01-28', '2026-06-04', '2026-01-28', '2026-06-04'],
      ['2026-01-28', '2026-06-03'],
      ['2026-04-02'],
      [undefined, '2026-03-31'],
    ] as const) {
      const stated = { ...(from && { from: day(from) }), ...(until && { until: day(until) }) };
      expect(of(['2026-03-31', '2026-04-02'], stated), `${from} ${until}`).to.equal(
        begin && `--from ${begin} --until ${end} is too far from its lines, which range from 2026-03-31 to 2026-04-02`,
      );
    }
    expect(of([], { from: day('2026-01-01'), until: day('2026-11-30') })).to.match(/is too far from its lines/);
    expect(of(['2026-11-02'], { from: day('2026-11-01'), until: day('2026-11-30') })).to.equal(undefined);
    for (const month of ['2026-11', '2026-01'])
      expect(of([], { from: day(`${month}-01`), until: day(`${month}-30`) })).to.equal(undefined);
  });

  it('are refused if --from and --until leave out every line, or are in the wrong order', () => {
    for (const [days, from, until, begin, end] of [
      [['2026-11-28', '2026-11-30'], '2026-12-01', undefined, '2026-12-01', '2026-11-30'],
      [['2026-11-28', '2026-11-30'], '2026-12-24', undefined, '2026-12-24', '2026-11-30'],
      [['2026-11-28', '2026-11-30'], undefined, '2026-11-27', '2026-11-28', '2026-11-27'],
      [['2026-11-20'], '2026-11-23', '2026-11-30', '2026-11-23', '2026-11-20'],
      [['2026-11-20'], '2026-11-21', '2026-11-19', '2026-11-21', '2026-11-19'],
      [[], '2026-11-30', '2026-11-01', '2026-11-30', '2026-11-01'],
      [[], '2026-12-02', undefined, '2026-12-02', '2026-12-01'],
    ] as const) {
      const stated = { ...(from && { from: day(from) }), ...(until && { until: day(until) }) };
      expect(of(days, stated), `${from} ${until}`).to.equal(
        `its first day would be ${begin}, after its last day, ${end}. Correct --from or --until`,
      );
    }
  });

  it('are refused if one is in the future', () => {
    const future = /^a line is dated 2026-12-02, which is in the future/;
    expect(of(['2026-11-30', '2026-12-02'])).to.match(future);
    expect(of(['2026-12-02'], { until: day('2026-12-01') })).to.match(future);
    expect(of(['2026-12-01'], {}, 'Pacific/Kiritimati')).to.match(future);
    for (const days of [[], ['2026-12-01']])
      expect(of(days, { until: day('2206-11-30') })).to.equal('--until is 2206-11-30, which is in the future');
    expect(of(['2026-12-01'], { until: day('2026-12-01') })).to.equal(undefined);
  });
});
