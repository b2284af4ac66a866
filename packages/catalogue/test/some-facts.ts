import { parseDate, type LocalDate, type PricingFacts } from '@vehicle-insurance/core';

export const day = (text: string) => parseDate(text) as LocalDate;

export const someFacts = (
  over: Partial<PricingFacts>,
  type: PricingFacts['vehicle']['type'] = 'auto',
): PricingFacts => ({
  vehicle: {
    ...{ type, firstRoadDate: day('2022-05-10'), energy: 'essence', power: 7, seats: 5 },
    ...{ originalValue: 12_000_000, marketValue: 8_000_000 },
  },
  ...{ duration: 12, usage: 'pleasure', startDate: day('2026-01-15') },
  ...over,
});
