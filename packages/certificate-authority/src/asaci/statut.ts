import type { Problem, StatusMeaning } from '@vehicle-insurance/core';

/** The meaning of a `statut` for a request. */
export type Meaning =
  /** Accepted, in progress or issued. */
  | 'ok'
  | 'duplicate'
  /** The authority is failing or overloaded. It has decided nothing. */
  | 'unavailable'
  /** The authority refuses our credentials. It has decided nothing about the request. */
  | 'credentials'
  /**
   * An unknown status, which decides nothing. A positive status may mean work in progress. A negative status may mean a
   * failure of the authority.
   */
  | 'unlisted'
  /**
   * The authority does not know a code sent with the credentials, perhaps the company's own code. An earlier request
   * remains undecided.
   */
  | 'unknown_code'
  | 'refused';

const OK = [0, 121, 122, 123, 124];
const DUPLICATE = [-1, -35];
export const TOO_MANY_REQUESTS = -37;
const UNAVAILABLE = [-15, -16, -17, TOO_MANY_REQUESTS];
const CREDENTIALS = [-8, -12, -13, -14];
const UNKNOWN_CODE = [-2, -3];
/** Refusals because of stock, duration and dates. */
const REFUSED = [-4, -5, -6, -7];
const isAboutField = (statut: number): boolean => statut >= -34 && statut <= -19;

/** The request waits, or the authority is generating the certificate. */
const IN_PROGRESS = [121, 122];

export const meaningOf = (statut: number): Meaning => {
  if (OK.includes(statut)) return 'ok';
  if (DUPLICATE.includes(statut)) return 'duplicate';
  if (UNAVAILABLE.includes(statut)) return 'unavailable';
  if (CREDENTIALS.includes(statut)) return 'credentials';
  if (UNKNOWN_CODE.includes(statut)) return 'unknown_code';
  return REFUSED.includes(statut) || isAboutField(statut) ? 'refused' : 'unlisted';
};

/** Whether a request in this state has no certificate yet. */
export const isPendingStatut = (statut: number | null): boolean => IN_PROGRESS.some((each) => each === statut);

const ABOUT: Readonly<Record<number, StatusMeaning>> = {
  [-2]: 'insurer_unknown',
  [-3]: 'intermediary_unknown',
  [-4]: 'out_of_stock',
  [-5]: 'out_of_stock',
  [-6]: 'duration_refused',
  [-7]: 'dates_refused',
  [-22]: 'colour_refused',
  [-26]: 'category_refused',
  [-27]: 'energy_refused',
  [-28]: 'genre_refused',
  [-29]: 'usage_refused',
  [-30]: 'type_refused',
  [-34]: 'zone_refused',
  [-35]: 'vehicle_covered',
  [TOO_MANY_REQUESTS]: 'too_many_requests',
};

const GENERAL: Readonly<Record<Meaning, StatusMeaning>> = {
  ok: 'accepted',
  duplicate: 'duplicate',
  unavailable: 'unavailable',
  credentials: 'credentials_refused',
  unlisted: 'unlisted',
  unknown_code: 'code_unknown',
  refused: 'field_refused',
};

export const problemOfStatut = (statut: number): Problem => ({
  code: 'authority_status',
  status: statut,
  meaning: ABOUT[statut] ?? GENERAL[meaningOf(statut)],
});
