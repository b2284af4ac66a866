/** A car with nothing special about it, which only lacks a plate. */
export const SAMPLE_CAR = {
  type: 'auto',
  brand: 'Toyota',
  model: 'Yaris',
  year: 2021,
  firstRoadDate: '2021-03-15',
  carOriginalValue: 9_500_000,
  carMarketValue: 6_000_000,
  energy: 'essence',
  power: 7,
  noSeat: 5,
} as const;
