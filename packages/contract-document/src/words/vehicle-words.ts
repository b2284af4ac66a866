import type { Energy, Usage, Vehicle, VehicleType } from '@vehicle-insurance/core';
import { frenchNumber } from './french.ts';

export const VEHICLE_TYPE_WORDS: Readonly<Record<VehicleType, string>> = { auto: 'Automobile', bike: 'Deux-roues' };

export const ENERGY_WORDS: Readonly<Record<Energy, string>> = {
  essence: 'Essence',
  diesel: 'Diesel',
  electric: 'Électrique',
  hybrid: 'Hybride',
};

export const USAGE_WORDS: Readonly<Record<Usage, string>> = {
  pleasure: 'Promenade et affaires',
  renting: 'Location',
};

/** Fiscal horsepower of a car, cubic capacity of a motorbike. */
export const powerWords = ({ type, power }: Vehicle): readonly [label: string, value: string] =>
  type === 'auto' ? ['Puissance fiscale', `${frenchNumber(power)} CV`] : ['Cylindrée', `${frenchNumber(power)} cm³`];
