import { expect } from 'chai';
import { explainLine, LANGUAGES, price, UNAVAILABILITY_MESSAGES, type PricingFacts, type Tariff } from '@vehicle-insurance/core';
import { aCoverage, day } from '@vehicle-insurance/testkit';
import { amounts as amountsOf, aTariff, byBands, component, fixed, rateOf, someFacts } from './a-tariff.ts';

const premium = (tariff: Tariff, facts: PricingFacts = someFacts()) => price(aCoverage(), tariff, facts).unwrap();
const amounts = (tariff: Tariff, facts?: PricingFacts) =>
  Object.fromEntries(premium(tariff, facts).lines.map(({ code, amount }) => [code, amount]));
const refusal = (tariff: Tariff, facts: PricingFacts) => price(aCoverage(), tariff, facts).unwrapErr().reason;

const only = (one: Tariff['components'][number]) => aTariff({ components: [one], fees: [], taxes: [] });

describe('a premium', () => {
  // Proves: tariff-language
  it('equals the published check value, line by line', () => {
    const { amount, lines } = premium(aTariff());
    expect(lines.map(({ kind, code, amount }) => [kind, code, amount])).to.deep.equal([
      ['component', 'rc', 66_885],
      ['component', 'dr', 7_950],
      ['component', 'passengers', 7_500],
      ['fee', 'policy_fee', 7_000],
      ['tax', 'tax', 12_954],
      ['levy', 'fga', 1_338],
      ['levy', 'brown_card', 1_000],
    ]);
    expect(amount).to.equal(104_627);
  });

  const liability = only(
    component('rc', {
      kind: 'lookup',
      by: 'power',
      rows: [
        {
          energies: ['essence', 'hybrid'],
          bands: amountsOf([2, 68_675], [6, 87_885], [9, 102_345], [11, 124_693], [null, 137_058]),
        },
        { energies: ['diesel'], bands: amountsOf([1, 68_675], [4, 87_885], [6, 102_345], [8, 124_693]) },
      ],
    }),
  );
  const priced: readonly [PricingFacts['vehicle']['energy'], number, number][] = [
    ['essence', 1, 68_675],
    ['essence', 2, 68_675],
    ['essence', 3, 87_885],
    ['essence', 11, 124_693],
    ['essence', 12, 137_058],
    ['essence', 10 ** 12, 137_058],
    ['hybrid', 3, 87_885],
    ['diesel', 1, 68_675],
    ['diesel', 2, 87_885],
    ['diesel', 8, 124_693],
  ];
  for (const [energy, power, amount] of priced)
    it(`is ${amount} for ${energy} and a power of ${power}`, () => {
      expect(amounts(liability, someFacts({ vehicle: { energy, power } }))).to.deep.equal({ rc: amount });
    });

  it('is computed from the market or original value, at the rate of that value’s band', () => {
    const theft = only(rateOf('theft', 'market_value', [25_000_000, 110], [null, 210]));
    const of = (marketValue: number) => amounts(theft, someFacts({ vehicle: { marketValue } }))['theft'];
    expect([of(0), of(25_000_000), of(25_000_001), of(10 ** 12)]).to.deep.equal([0, 275_000, 525_000, 21_000_000_000]);
    expect(amounts(only(rateOf('damage', 'original_value', [null, 440])))).to.deep.equal({ damage: 528_000 });
  });

  // Proves: tariff-language
  it('depends on the number of seats, by amount or by band', () => {
    const perSeat = component('riders', { kind: 'per_seat', amount: 2_500 });
    const bySeats = byBands('seats', 'seats', [3, 8_400], [4, 10_200], [null, 12_000]);
    const tariff = aTariff({ components: [perSeat, bySeats], fees: [], taxes: [] });
    const of = (seats: number) => amounts(tariff, someFacts({ vehicle: { seats } }));
    expect([of(3), of(4), of(5)]).to.deep.equal([
      { riders: 7_500, seats: 8_400 },
      { riders: 10_000, seats: 10_200 },
      { riders: 12_500, seats: 12_000 },
    ]);
  });

  // Proves: tariff-language
  it('for a shorter duration is a share of the annual premium, with the fees of that duration', () => {
    const of = (duration: 3 | 6 | 12) => amounts(aTariff(), someFacts({ duration }));
    expect(of(3)).to.include({ rc: 18_728, dr: 2_226, passengers: 2_100, policy_fee: 3_000 });
    expect(of(6)).to.include({ rc: 35_449, dr: 4_214, passengers: 3_975, policy_fee: 5_000 });
    expect(of(12)).to.include({ rc: 66_885, dr: 7_950, passengers: 7_500, policy_fee: 7_000 });
  });

  it('applies a coefficient only to the components that name it, and rounds once', () => {
    const tariff = aTariff({
      components: [fixed('both', 10_003), component('none', { kind: 'fixed', amount: 10_003 }, { coefficients: [] })],
    });
    // 10 003 × 28 % × 130 % is 3 641.092; rounded after each step it would be 3 641.3.
    expect(amounts(tariff, someFacts({ duration: 3, usage: 'renting' }))).to.include({ both: 3_641, none: 10_003 });
  });

  // Proves: tariff-language
  it('rounds each line as the tariff specifies', () => {
    const half = (rounding: 'half_up' | 'up' | 'down') =>
      component(rounding, { kind: 'fixed', amount: 25 }, { rounding });
    const tariff = aTariff({ components: [half('half_up'), half('up'), half('down')], fees: [], taxes: [] });
    const halved = { ...tariff.coefficients, duration: { basisPoints: { 3: 5_000, 6: 5_000, 12: 5_000 } } };
    expect(amounts({ ...tariff, coefficients: halved })).to.deep.equal({ half_up: 13, up: 13, down: 12 });
  });

  // Proves: tariff-language
  it('is raised to its minimum by a line that is taxed like the rest of the net premium', () => {
    const minimumPremium = { label: 'Complément', amounts: { 3: 30_000, 6: 50_000, 12: 100_000 } };
    const { lines } = premium(aTariff({ minimumPremium }));
    const line = { code: 'minimum', label: 'Complément', kind: 'adjustment', amount: 17_665, basis: null };
    expect(lines.find(({ kind }) => kind === 'adjustment')).to.deep.equal(line);
    expect(lines.find(({ code }) => code === 'tax')?.amount).to.equal(15_515);
  });

  it('has no line that raises it if the minimum is reached exactly', () => {
    const minimumPremium = { label: 'Complément', amounts: { 3: 0, 6: 0, 12: 82_335 } };
    expect(premium(aTariff({ minimumPremium })).lines.map(({ kind }) => kind)).not.to.include('adjustment');
  });

  // Proves: tariff-language
  it('taxes a line once, even if the tax names it several times', () => {
    const charge = { kind: 'rate', basisPoints: 1_000, appliesTo: ['net', 'rc'], rounding: 'half_up' } as const;
    expect(amounts(aTariff({ taxes: [{ kind: 'tax', code: 'tax', label: 'Taxe', charge }] }))['tax']).to.equal(8_234);
  });

  it('explains every line in plain words', () => {
    const lines = premium(aTariff(), someFacts({ duration: 6, usage: 'renting' })).lines;
    expect(lines.map((line) => explainLine(line))).to.deep.equal([
      '66 885 × 53 % (duration) × 130 % (usage), rounded half up',
      '7 950 × 53 % (duration) × 130 % (usage), rounded half up',
      '7 500 × 53 % (duration) × 130 % (usage), rounded half up',
      'fixed by the tariff',
      '61 730 (rc + dr + passengers + policy_fee) × 14.5 %, rounded half up',
      '46 084 (rc) × 2 %, rounded half up',
      'fixed by the tariff',
    ]);
  });

  const explain = (one: Tariff['components'][number]): string | undefined =>
    premium(only({ ...one, coefficients: [] })).lines.map(explainLine)[0];
  it('explains the origin of a component: an amount, a band, the seats or a value', () => {
    const market = rateOf('theft', 'market_value', [null, 1_405]);
    const original = rateOf('theft', 'original_value', [null, 440]);
    for (const [one, words] of [
      [fixed('rc', 66_885), '66 885, rounded half up'],
      [byBands('rc', 'power', [null, 87_885]), '87 885, rounded half up'],
      [component('riders', { kind: 'per_seat', amount: 2_500 }), '2 500 × 5 seats, rounded half up'],
      [{ ...market, rounding: 'down' }, 'market value 8 000 000 × 14.05 %, rounded down'],
      [{ ...original, rounding: 'up' }, 'original value 12 000 000 × 4.4 %, rounded up'],
      [rateOf('theft', 'original_value', [null, 10_001]), 'original value 12 000 000 × 100.01 %, rounded half up'],
    ] as const)
      expect(explain(one)).to.equal(words);
  });

  it('explains the line that raises it to its minimum', () => {
    const minimumPremium = { label: 'Complément', amounts: { 3: 0, 6: 0, 12: 100_000 } };
    const line = premium(aTariff({ minimumPremium })).lines.find(({ kind }) => kind === 'adjustment');
    expect(line && explainLine(line)).to.equal('the shortfall to the minimum net premium');
  });
});

describe('a coverage is not available', () => {
  const tariff = aTariff({ greatestVehicleAge: 5 });

  // Proves: age-in-completed-years
  it('from the anniversary on which the vehicle becomes too old', () => {
    const vehicle = { firstRoadDate: day('2020-03-10') };
    const of = (startDate: string) => price(aCoverage(), tariff, someFacts({ vehicle, startDate: day(startDate) }));
    expect(of('2026-03-09').isOk()).to.equal(true);
    expect(of('2026-03-10').unwrapErr().reason).to.equal('vehicle_too_old');
  });

  it('if no row or band fits the vehicle', () => {
    const diesel = { energies: ['diesel'], bands: [{ upTo: 8, amount: 1 }] } as const;
    const rc = component('rc', { kind: 'lookup', by: 'power', rows: [diesel] });
    const narrow = aTariff({ components: [fixed('dr', 1), rc] });
    const of = (energy: 'diesel' | 'electric', power: number) =>
      price(aCoverage(), narrow, someFacts({ vehicle: { energy, power } }));
    expect(of('diesel', 8).isOk()).to.equal(true);
    expect(of('diesel', 9).unwrapErr()).to.deep.equal({ code: 'coverage_not_available', reason: 'not_priced' });
    expect(of('electric', 8).unwrapErr().reason).to.equal('not_priced');
  });

  // Proves: coverage-unavailable-causes
  it('for the first reason that applies, and each reason has its own message', () => {
    const old = day('1990-01-01');
    const bike = someFacts({ vehicle: { type: 'bike', firstRoadDate: old } });
    expect(refusal(tariff, bike)).to.equal('other_vehicle_type');
    const unpriced = aTariff({ greatestVehicleAge: 5, components: [byBands('rc', 'power', [1, 1])] });
    expect(refusal(unpriced, someFacts({ vehicle: { firstRoadDate: old } }))).to.equal('vehicle_too_old');
    for (const language of LANGUAGES) {
      const messages = Object.values(UNAVAILABILITY_MESSAGES).map((message) => message[language]);
      expect(new Set(messages).size).to.equal(3);
    }
  });
});
