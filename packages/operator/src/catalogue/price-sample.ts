import {
  dateOf,
  explainLine,
  parseDate,
  price,
  type CatalogueDefinition,
  type Instant,
  type LocalDate,
  type Premium,
  type PremiumLine,
  type PricingFacts,
  type TimeZone,
  type VehicleType,
} from '@vehicle-insurance/core';
import { table, type CommandOutput } from '../command-output.ts';

const FIRST_ROAD_DATE = parseDate('2022-03-15') as LocalDate;

const SAMPLES: Readonly<Record<VehicleType, PricingFacts['vehicle']>> = {
  auto: {
    type: 'auto',
    firstRoadDate: FIRST_ROAD_DATE,
    originalValue: 15_000_000,
    marketValue: 9_000_000,
    energy: 'essence',
    power: 7,
    seats: 5,
  },
  bike: {
    type: 'bike',
    firstRoadDate: FIRST_ROAD_DATE,
    originalValue: 1_200_000,
    marketValue: 800_000,
    energy: 'essence',
    power: 125,
    seats: 2,
  },
};

/** Prices a petrol car of 7 CV or a 125 cm³ motorbike with each coverage, line by line, for a year from today. */
export const priceSample = ({ coverages }: CatalogueDefinition, now: Instant, zone: TimeZone): CommandOutput => {
  const startDate = dateOf(now, zone);
  const priced = coverages.map(({ coverage, tariff }) => ({
    coverage: coverage.name,
    sample: SAMPLES[coverage.vehicleType],
    premium: price(coverage, tariff, {
      vehicle: SAMPLES[coverage.vehicleType],
      duration: 12,
      usage: 'pleasure',
      startDate,
    })
      .map(explainPremium)
      .unwrapOr(null),
  }));
  const text = priced.map(({ coverage, premium }) =>
    premium
      ? `${coverage}\n${table(HEADINGS, [...premium.lines.map(row), ['Total', '', premium.amount, '']])}`
      : `${coverage}\nnot available for the sample vehicle`,
  );
  return { json: priced, text: text.join('\n\n') };
};

type Explained = PremiumLine & { readonly explanation: string };

const HEADINGS = ['LINE', 'KIND', 'FRANCS', 'CALCULATION'];

const row = ({ label, kind, amount, explanation }: Explained) => [label, kind, amount, explanation];

/** A premium with the calculation of each line. */
const explainPremium = ({ amount, lines }: Premium) => ({
  amount,
  lines: lines.map((line): Explained => ({ ...line, explanation: explainLine(line) })),
});
