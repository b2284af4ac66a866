// Only the core: no server, no database, no provider. Run it with `npx node docs/examples/core-alone.ts`.
import {
  daysCovered,
  licencePlate,
  parseDate,
  price,
  quoteTerms,
  type Coverage,
  type Tariff,
} from '@vehicle-insurance/core';

const today = parseDate('2026-11-02')!;

const coverage: Coverage = { id: '1', name: 'Tiers', description: null, vehicleType: 'auto', order: 1, properties: [] };
const rc = { kind: 'fixed', amount: 68_675 } as const;
const tariff: Tariff = {
  greatestVehicleAge: 15,
  minimumPremium: null,
  components: [{ code: 'rc', label: 'RC', price: rc, coefficients: ['duration'], rounding: 'half_up' }],
  coefficients: {
    duration: { basisPoints: { 3: 2800, 6: 5300, 12: 10_000 } },
    usage: { basisPoints: { pleasure: 10_000, renting: 13_000 } },
  },
  fees: [{ code: 'fees', label: 'Accessoires', amounts: { 3: 3000, 6: 5000, 12: 7000 } }],
  taxes: [{ kind: 'levy', code: 'card', label: 'Carte brune', charge: { kind: 'fixed', amount: 1000 } }],
};

const facts = { type: 'auto', energy: 'essence', power: 2, seats: 5, originalValue: 9_500_000 } as const;
const vehicle = { ...facts, marketValue: 6_000_000, firstRoadDate: parseDate('2021-03-15')! };
const dates = { today, horizon: 365 };
const holder = { policyHolderName: 'Client Exemple', policyHolderPhone: '07 00 00 00 00' };
const terms = quoteTerms({ ...holder, duration: 6, usage: 'pleasure', startDate: '2026-11-10' }, dates).unwrap();
const premium = price(coverage, tariff, { vehicle, ...terms }).unwrap();

for (const { label, amount } of premium.lines) console.log(label.padEnd(12), amount);
const { startDate, endDate } = daysCovered(terms, today);
console.log(`${premium.amount} F CFA insure ${licencePlate('aa 123 ab').unwrap()} from ${startDate} to ${endDate}`);
