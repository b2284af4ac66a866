import type { Quote } from '@vehicle-insurance/core';
import { aCoverage, aPremium } from './coverage.ts';
import { day, SOME_MORNING } from './days.ts';
import { freshId } from './ids.ts';

/** A quote for a year of private use, from 1 February 2026. */
export const aQuote = (over: Partial<Quote> = {}): Quote => ({
  id: freshId(),
  companyId: freshId(),
  vehicleId: freshId(),
  coverage: aCoverage(),
  catalogueVersion: 1,
  premium: aPremium(),
  duration: 12,
  usage: 'pleasure',
  startDate: day('2026-02-01'),
  policyholder: { name: 'Awa Koné', phone: '+2250701020304' },
  created: SOME_MORNING,
  ...over,
});
