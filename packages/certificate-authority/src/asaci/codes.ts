import type { Energy, Usage, Vehicle, VehicleType } from '@vehicle-insurance/core';

/** The authority's value for an empty field. */
export const NOTHING = 'NA';

/** `source_energie` */
export const ENERGY_CODES: Readonly<Record<Energy, string>> = {
  essence: 'SEES',
  diesel: 'SEDI',
  electric: 'SEEL',
  hybrid: 'SEHY',
};

export interface VehicleCodes {
  readonly category: string;
  readonly type: string;
  readonly usage: string;
  /** The type of certificate, which is its colour. */
  readonly certificate: string;
}

const TWO_WHEELER: VehicleCodes = { category: '05', type: 'TV13', usage: 'UV10', certificate: 'VERT' };

export const VEHICLE_CODES: Readonly<Record<VehicleType, Readonly<Record<Usage, VehicleCodes>>>> = {
  auto: {
    pleasure: { category: '01', type: 'TV10', usage: 'UV01', certificate: 'JAUN' },
    renting: { category: '08', type: 'TV12', usage: 'UV07', certificate: 'JAUN' },
  },
  bike: { pleasure: TWO_WHEELER, renting: TWO_WHEELER },
};

/** In cubic centimetres. */
const MOPED_BELOW = 50;

/** `genre_vehicule`: car, moped, or scooter and motorbike. */
export const genreOf = ({ type, power }: Pick<Vehicle, 'type' | 'power'>): string =>
  type === 'auto' ? 'GV04' : power < MOPED_BELOW ? 'GV03' : 'GV09';

/** A natural person is the only policyholder that the API accepts. */
export const PERSON = { subscriber: 'TSPP', insured: 'TAPP' } as const;

/** `zone_circulation` of Abidjan. */
export const ABIDJAN_ZONE = 'CIV002';
