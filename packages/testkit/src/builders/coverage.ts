import type { CatalogueDefinition, Coverage, Premium, PricedCoverage, Tariff } from '@vehicle-insurance/core';
import { freshId } from './ids.ts';

/** Third-party liability for cars. */
export const aCoverage = (over: Partial<Coverage> = {}): Coverage => ({
  id: freshId(),
  name: 'Tiers',
  description: 'Responsabilité civile, défense et recours.',
  vehicleType: 'auto',
  order: 1,
  properties: [
    { label: 'Responsabilité civile', description: null },
    { label: 'Défense et recours', description: 'Frais de procédure.' },
  ],
  ...over,
});

/** 100 000 F for a year of third-party liability, 5 000 F of fees, 14.5 % of tax. */
export const aTariff = (over: Partial<Tariff> = {}): Tariff => ({
  greatestVehicleAge: null,
  components: [
    {
      code: 'rc',
      label: 'Responsabilité civile',
      price: { kind: 'fixed', amount: 100_000 },
      coefficients: ['duration', 'usage'],
      rounding: 'half_up',
    },
  ],
  coefficients: {
    duration: { basisPoints: { 3: 2_800, 6: 5_300, 12: 10_000 } },
    usage: { basisPoints: { pleasure: 10_000, renting: 13_000 } },
  },
  minimumPremium: null,
  fees: [{ code: 'policy_fee', label: 'Accessoires', amounts: { 3: 5_000, 6: 5_000, 12: 5_000 } }],
  taxes: [
    {
      kind: 'tax',
      code: 'tax',
      label: 'Taxe',
      charge: { kind: 'rate', basisPoints: 1_450, appliesTo: ['net', 'fees'], rounding: 'half_up' },
    },
  ],
  ...over,
});

/** A coverage with its tariff. */
export const aPricedCoverage = (coverage: Partial<Coverage> = {}, tariff: Partial<Tariff> = {}): PricedCoverage => ({
  coverage: aCoverage(coverage),
  tariff: aTariff(tariff),
});

/** A coverage for cars, and a coverage for motorbikes. */
export const aCatalogue = (over: Partial<CatalogueDefinition> = {}): CatalogueDefinition => ({
  name: 'Catalogue',
  coverages: [aPricedCoverage(), aPricedCoverage({ name: 'Deux-roues', vehicleType: 'bike', order: 2 })],
  ...over,
});

/** The premium under `aTariff` for a year of private use. */
export const aPremium = (over: Partial<Premium> = {}): Premium => ({
  amount: 120_225,
  lines: [
    {
      code: 'rc',
      label: 'Responsabilité civile',
      kind: 'component',
      amount: 100_000,
      basis: {
        of: 'tariff',
        amount: 100_000,
        factors: [
          { name: 'duration', parts: 10_000, of: 10_000 },
          { name: 'usage', parts: 10_000, of: 10_000 },
        ],
        rounding: 'half_up',
      },
    },
    { code: 'policy_fee', label: 'Accessoires', kind: 'fee', amount: 5_000, basis: null },
    {
      code: 'tax',
      label: 'Taxe',
      kind: 'tax',
      amount: 15_225,
      basis: {
        of: ['rc', 'policy_fee'],
        amount: 105_000,
        factors: [{ name: 'rate', parts: 1_450, of: 10_000 }],
        rounding: 'half_up',
      },
    },
  ],
  ...over,
});
