import type { Tariff, PricingFacts } from '@vehicle-insurance/core';
import { aTariff as anotherTariff, day } from '@vehicle-insurance/testkit';

/** Another published tariff: fixed amounts, 14.5 % tax on net and fees, 2 % levy on liability, the brown card. */
export const aTariff = (over: Partial<Tariff> = {}): Tariff => ({
  ...anotherTariff(),
  components: [fixed('rc', 66_885), fixed('dr', 7_950), fixed('passengers', 7_500)],
  fees: [{ code: 'policy_fee', label: 'Accessoires', amounts: { 3: 3_000, 6: 5_000, 12: 7_000 } }],
  taxes: [
    ...anotherTariff().taxes,
    {
      kind: 'levy',
      code: 'fga',
      label: 'FGA',
      charge: { kind: 'rate', basisPoints: 200, appliesTo: ['rc'], rounding: 'half_up' },
    },
    { kind: 'levy', code: 'brown_card', label: 'Carte brune', charge: { kind: 'fixed', amount: 1_000 } },
  ],
  ...over,
});

export const component = (
  code: string,
  price: Tariff['components'][number]['price'],
  over: Partial<Tariff['components'][number]> = {},
): Tariff['components'][number] => ({
  code,
  label: code,
  price,
  coefficients: ['duration', 'usage'],
  rounding: 'half_up',
  ...over,
});

type Bands = readonly (readonly [upTo: number | null, figure: number])[];

export const byBands = (code: string, by: 'power' | 'seats', ...bands: Bands) =>
  component(code, { kind: 'lookup', by, rows: [{ bands: amounts(...bands) }] });

export const amounts = (...bands: Bands) => bands.map(([upTo, amount]) => ({ upTo, amount }));

export const rateOf = (code: string, of: 'market_value' | 'original_value', ...bands: Bands) =>
  component(code, { kind: 'rate', of, rows: [{ bands: bands.map(([upTo, basisPoints]) => ({ upTo, basisPoints })) }] });

export const fixed = (code: string, amount: number) => component(code, { kind: 'fixed', amount });

export const someFacts = ({
  vehicle = {},
  ...over
}: Partial<Omit<PricingFacts, 'vehicle'>> & {
  readonly vehicle?: Partial<PricingFacts['vehicle']>;
} = {}): PricingFacts => ({
  vehicle: {
    type: 'auto',
    firstRoadDate: day('2022-05-10'),
    originalValue: 12_000_000,
    marketValue: 8_000_000,
    energy: 'essence',
    power: 7,
    seats: 5,
    ...vehicle,
  },
  duration: 12,
  usage: 'pleasure',
  startDate: day('2026-01-15'),
  ...over,
});
