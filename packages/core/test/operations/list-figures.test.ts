import { ABIDJAN, addDays, dateOf, FIGURE_STEPS, instantAt, listFigures } from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';

const FIRST_DAYS = { day: /./, week: /^Mon/, month: / 01 / };

describe('the periods of figures', () => {
  it('fill any range without overlap, and begin on a Monday or on the first of a month', () => {
    const figures = { sums: async () => [], minutesToCertificate: async () => [], summarise: async () => undefined };
    const days = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
    return fc.assert(
      fc.asyncProperty(days, fc.nat({ max: 100 }), fc.constantFrom(...FIGURE_STEPS), async (date, more, step) => {
        const from = dateOf(instantAt(date.getTime()), ABIDJAN);
        const range = { from, until: addDays(from, more) };
        const periods = await listFigures({ figures, zone: ABIDJAN })(range, step);
        const starts = Array.from({ length: more + 1 }, (_, n) => addDays(from, n)).filter(
          (day) => day === from || FIRST_DAYS[step].test(new Date(day).toUTCString()),
        );
        const expected = starts.map((start, n) => [start, addDays(starts[n + 1] ?? addDays(range.until, 1), -1)]);
        expect(periods.map((period) => [period.from, period.until])).to.deep.equal(expected);
      }),
    );
  });
});
