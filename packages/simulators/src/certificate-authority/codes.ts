/** The authority's published codes, with their texts on a certificate. */
export const COLOURS = { JAUN: 'Jaune', VERT: 'Verte' } as const;
export const CATEGORIES = { '01': 'Voiture particulière', '05': 'Deux ou trois roues', '08': 'Location' } as const;
export const ENERGIES = { SEES: 'Essence', SEDI: 'Diesel', SEEL: 'Électrique', SEHY: 'Hybride' } as const;
export const GENRES = { GV04: 'Voiture', GV03: 'Cyclomoteur', GV09: 'Scooter, moto' } as const;
export const TYPES = { TV10: 'Véhicule particulier', TV12: 'Véhicule de location', TV13: 'Deux-roues' } as const;
export const USAGES = { UV01: 'Promenade et affaires', UV07: 'Location', UV10: 'Deux ou trois roues' } as const;

/** The category whose certificates are green. All other certificates are yellow. */
export const TWO_WHEELERS = '05';

/** The text of a code; the code itself if it is unknown. */
export const meaning = (table: Readonly<Record<string, string>>, code: string): string => table[code] ?? code;

/** The authority's results, except the faults of single fields. */
export const STATUT = {
  ok: 0,
  duplicatePolicy: -1,
  company: -2,
  intermediary: -3,
  stockEmpty: -4,
  duration: -6,
  dates: -7,
  credentialsMissing: -8,
  applicantUnknown: -12,
  accessCodeWrong: -13,
  unreadable: -15,
  system: -16,
  duplicateVehicle: -35,
  requestUnknown: -36,
} as const;

export const PROGRESS = { waiting: 121, generating: 122, generated: 123, transferred: 124 } as const;
export type Progress = (typeof PROGRESS)[keyof typeof PROGRESS];
