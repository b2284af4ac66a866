import {
  holderKeys,
  price,
  type CatalogueVersion,
  type LineKind,
  type LocalDate,
  type PricingFacts,
} from '@vehicle-insurance/core';
import { newId } from './ids.ts';
import { ADD_QUOTE, CATALOGUE, VEHICLE_OF } from './statements.ts';
import type { Store } from './store.ts';
import { vehicleView, type VehicleColumns } from './views.ts';

export interface NewQuote {
  readonly vehicleId: string;
  readonly coverageId: string;
  readonly duration: PricingFacts['duration'];
  readonly usage: PricingFacts['usage'];
  readonly policyHolderName: string;
  readonly policyHolderPhone: string;
  readonly startDate: LocalDate;
}

/** Milliseconds for which the catalogue is cached. A new catalogue must apply within five seconds. */
const FRESH_FOR = 4_000;

const KINDS: Readonly<Record<LineKind, string>> = {
  component: 'net',
  adjustment: 'net',
  fee: 'fee',
  tax: 'tax',
  levy: 'levy',
};

interface CatalogueRow {
  readonly version: number;
  readonly definition: Pick<CatalogueVersion, 'coverages'>;
}

/**
 * Prices a vehicle and stores the quote, or returns the reason for the refusal. The core computes the price, which does
 * not depend on the server.
 */
export const createQuote = (store: Store) => {
  let known: { readonly catalogue: CatalogueRow; readonly until: number } | undefined;
  const catalogue = async (): Promise<CatalogueRow> => {
    if (known && known.until > performance.now()) return known.catalogue;
    const until = performance.now() + FRESH_FOR;
    const [row] = await store<CatalogueRow>(CATALOGUE, []);
    if (!row) throw new Error('there is no catalogue');
    known = { catalogue: row, until };
    return row;
  };

  return async (companyId: string, given: NewQuote) => {
    const [row] = await store<VehicleColumns>(VEHICLE_OF, [companyId, given.vehicleId]);
    if (!row) return { refused: 'vehicle_not_found' } as const;
    const { version, definition } = await catalogue();
    const offered = definition.coverages.find(({ coverage }) => coverage.id === given.coverageId);
    if (!offered) return { refused: 'coverage_not_found' } as const;
    const { coverage, tariff } = offered;
    const premium = price(coverage, tariff, { ...given, vehicle: factsOf(row) });
    if (premium.isErr()) return { refused: 'coverage_not_available' } as const;

    const { duration, usage, startDate, policyHolderName, policyHolderPhone } = given;
    const { amount, lines } = premium.value;
    const [id, created] = [newId(), new Date().toISOString()];
    const kept = [id, given.vehicleId, coverage, version, premium.value, duration, usage, startDate];
    const keys = holderKeys({ name: policyHolderName, phone: policyHolderPhone });
    await store(ADD_QUOTE, [companyId, ...kept, policyHolderName, policyHolderPhone, created, keys]);
    const view = {
      id,
      amount,
      duration,
      usage,
      startDate,
      policyHolderName,
      policyHolderPhone,
      coverageId: coverage.id,
      status: 'awaiting_payment',
      contractId: null,
      premiumLines: lines.map((line) => ({ kind: KINDS[line.kind], label: line.label, amount: line.amount })),
      coverage: {
        id: coverage.id,
        name: coverage.name,
        description: coverage.description,
        order: coverage.order,
        properties: coverage.properties.map(({ label, description }) => ({ label, description })),
      },
      vehicle: vehicleView(row),
      created,
    };
    return { view };
  };
};

const factsOf = (row: VehicleColumns): PricingFacts['vehicle'] => ({
  type: row.type as PricingFacts['vehicle']['type'],
  firstRoadDate: row.first_road_date as LocalDate,
  originalValue: row.original_value,
  marketValue: row.market_value,
  energy: row.energy as PricingFacts['vehicle']['energy'],
  power: row.power,
  seats: row.seats,
});
