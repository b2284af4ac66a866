import fc from 'fast-check';
import {
  DURATIONS,
  ENERGIES,
  sum,
  USAGES,
  VEHICLE_BOUNDS,
  type PricingFacts,
  type Tariff,
} from '@vehicle-insurance/core';
import type { Component, Row } from '../../src/domain/coverage/tariff.ts';
import { component, someFacts } from './a-tariff.ts';

const francs = fc.integer({ min: 0, max: 1_000_000_000 });
const rounding = fc.constantFrom('half_up', 'up', 'down');

const bandsOf = <Figure extends Readonly<Record<string, number>>>(figure: fc.Arbitrary<Figure>) =>
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 3 }),
      fc.array(figure, { minLength: 4, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([ends, figures, dearer]): readonly Row<Figure>[] => {
      const rising: readonly (number | null)[] = [...ends.sort((a, b) => a - b), null];
      const inOrder = dearer ? figures.sort((a, b) => sum(Object.values(a)) - sum(Object.values(b))) : figures;
      return [{ bands: rising.map((upTo, index) => ({ upTo, ...(inOrder[index] as Figure) })) }];
    });

const aPrice: fc.Arbitrary<Component['price']> = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), amount: francs }),
  fc.record({ kind: fc.constant('per_seat' as const), amount: francs }),
  fc.record({
    kind: fc.constant('lookup' as const),
    by: fc.constantFrom('power', 'seats'),
    rows: bandsOf(fc.record({ amount: francs })),
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    of: fc.constantFrom('market_value', 'original_value'),
    rows: bandsOf(fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) })),
  }),
);

const byDuration = (figure: fc.Arbitrary<number>) => fc.record({ 3: figure, 6: figure, 12: figure });
const coefficient = fc.integer({ min: 0, max: 50_000 });

export const tariffsOf = (maxLength: number): fc.Arbitrary<Tariff> =>
  fc.record({
    greatestVehicleAge: fc.constant(null),
    components: fc
      .array(fc.record({ price: aPrice, coefficients: fc.subarray(['duration', 'usage'] as const), rounding }), {
        minLength: 1,
        maxLength,
      })
      .map((drafts) => drafts.map(({ price, ...over }, index) => component(`c${index}`, price, over))),
    coefficients: fc.record({
      duration: fc.record({ basisPoints: byDuration(coefficient) }),
      usage: fc.record({ basisPoints: fc.record({ pleasure: coefficient, renting: coefficient }) }),
    }),
    minimumPremium: fc.option(fc.record({ label: fc.constant('Minimum'), amounts: byDuration(francs) })),
    fees: fc
      .array(byDuration(francs), { maxLength: 10 })
      .map((all) => all.map((amounts, index) => ({ code: `f${index}`, label: 'Frais', amounts }))),
    taxes: fc
      .array(
        fc.oneof(
          fc.record({ kind: fc.constant('fixed' as const), amount: francs }),
          fc.record({
            kind: fc.constant('rate' as const),
            basisPoints: fc.integer({ min: 0, max: 10_000 }),
            appliesTo: fc.subarray(['net', 'fees', 'c0', 'f0'], { minLength: 1 }),
            rounding,
          }),
        ),
        { maxLength: 10 },
      )
      .map((charges) => charges.map((charge, index) => ({ kind: 'tax', code: `t${index}`, label: 'Taxe', charge }))),
  });

export const facts: fc.Arbitrary<PricingFacts> = fc
  .record({
    originalValue: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer(VEHICLE_BOUNDS.value)),
    marketValue: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer(VEHICLE_BOUNDS.value)),
    energy: fc.constantFrom(...ENERGIES),
    power: fc.integer({ min: 1, max: 60 }),
    seats: fc.integer({ min: 1, max: 100 }),
    duration: fc.constantFrom(...DURATIONS),
    usage: fc.constantFrom(...USAGES),
  })
  .map(({ duration, usage, ...vehicle }) => someFacts({ vehicle, duration, usage }));
