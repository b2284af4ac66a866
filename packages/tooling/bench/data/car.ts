import type { LocalDate, Vehicle } from '@vehicle-insurance/core';

export const CAR = {
  type: 'auto',
  brand: 'Toyota',
  model: 'Corolla',
  year: 2021,
  firstRoadDate: '2021-06-01' as LocalDate,
  originalValue: 14_000_000,
  marketValue: 9_000_000,
  energy: 'essence',
  power: 7,
  seats: 5,
} as const satisfies Partial<Vehicle>;
