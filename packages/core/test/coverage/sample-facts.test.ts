import { aCoverage } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { sampleFacts } from '../../src/domain/coverage/sample-facts.ts';
import { DURATIONS, USAGES } from '../../src/domain/coverage/terms.ts';
import { VEHICLE_BOUNDS } from '../../src/domain/vehicle/vehicle-details.ts';
import { ENERGIES } from '../../src/domain/vehicle/vehicle.ts';
import { aTariff, byBands, component, rateOf } from './a-tariff.ts';

describe('the sample vehicles of a tariff', () => {
  const byPower = byBands('rc', 'power', [3, 1], [6, 2], [9, 3], [null, 4]);
  const byValue = rateOf('theft', 'market_value', [null, 110]);
  const tariff = aTariff({ components: [byPower, byValue, component('riders', { kind: 'per_seat', amount: 1 })] });
  const { power, seats, value } = VEHICLE_BOUNDS;

  const valuesOf = (following?: string) => {
    const samples = sampleFacts({ coverage: aCoverage(), tariff }, following);
    const of = (quantity: 'power' | 'seats' | 'marketValue' | 'originalValue') => [
      ...new Set(samples.map(({ vehicle }) => vehicle[quantity])),
    ];
    const [marketValue, originalValue] = [of('marketValue'), of('originalValue')];
    return { power: of('power'), seats: of('seats'), marketValue, originalValue, samples: samples.length };
  };
  const others = ENERGIES.length * USAGES.length * DURATIONS.length;

  it('include each quantity’s minimum, the end of its last band, a value beyond that and its maximum', () => {
    expect(valuesOf()).to.deep.equal({
      power: [power.min, 9, 10],
      seats: [seats.min],
      marketValue: [value.min, value.max],
      originalValue: [value.min],
      samples: others * 3 * 2,
    });
  });

  it('include the ends of the bands by seats and by original value', () => {
    const components = [byBands('riders', 'seats', [5, 1], [null, 2]), rateOf('theft', 'original_value', [70, 1])];
    const samples = sampleFacts({ coverage: aCoverage(), tariff: aTariff({ components }) });
    expect(new Set(samples.map(({ vehicle }) => vehicle.seats))).to.deep.equal(new Set([seats.min, 5, 6]));
    const originals = new Set(samples.map(({ vehicle }) => vehicle.originalValue));
    expect(originals).to.deep.equal(new Set([value.min, 70, 71, value.max]));
  });

  it('keep a quantity at its minimum if a price inversion search varies it', () => {
    expect(valuesOf('power'))
      .to.include({ samples: others * 2 })
      .and.to.deep.include({ power: [power.min] });
    expect(valuesOf('market_value')).to.deep.include({ marketValue: [value.min], samples: others * 3 });
  });
});
