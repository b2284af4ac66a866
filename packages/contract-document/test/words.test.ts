import { LANGUAGES, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { basisIn } from '../src/words/basis.ts';
import { WORDS } from '../src/words/words.ts';

describe('the words of papers', () => {
  it('write dates and numbers as usual in each language', () => {
    for (const language of LANGUAGES) {
      const { date, number, locale } = WORDS[language];
      const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const day = `2026-${String(month).padStart(2, '0')}-02` as LocalDate;
        expect(date(day)).to.equal(dates.format(new Date(day)));
      }
      for (const value of [999, 1_000, 1_234_567, -12_345])
        expect(number(value).replaceAll(/\s/g, ' ')).to.equal(value.toLocaleString(locale).replaceAll(/\s/g, ' '));
    }
  });

  it('name each energy and use, and the basis of each factor of a premium', () => {
    const { fr, en } = WORDS;
    expect(Object.values(fr.energies)).to.deep.equal(['Essence', 'Diesel', 'Électrique', 'Hybride']);
    expect(Object.values(en.energies)).to.deep.equal(['Petrol', 'Diesel', 'Electric', 'Hybrid']);
    expect(fr.usages).to.deep.equal({ pleasure: 'Promenade et affaires', renting: 'Location' });
    expect(en.usages).to.deep.equal({ pleasure: 'Private and business', renting: 'Rental' });
    const factors = [
      { name: 'rate', parts: 150, of: 10_000 },
      { name: 'duration', parts: 10_000, of: 10_000 },
      { name: 'usage', parts: 13_000, of: 10_000 },
      { name: 'seats', parts: 5, of: 1 },
    ] as const;
    const basis = (of: 'market_value' | 'original_value') =>
      ({ basis: { of, amount: 1_000_000, factors, rounding: 'up' } }) as unknown as Parameters<typeof basisIn>[1];
    const shown = [basisIn(fr, basis('market_value')), basisIn(en, basis('original_value'))];
    expect(shown.map((text) => text.replaceAll(/\s/g, ' '))).to.deep.equal([
      '1 000 000 (valeur vénale) × 1,5 % × 130 % × 5 places',
      '1,000,000 (value when new) × 1.5% × 130% × 5 seats',
    ]);
  });
});
