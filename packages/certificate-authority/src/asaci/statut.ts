/** What a `statut` means for a request. */
export type Meaning =
  /** Accepted, under way or issued. */
  | 'ok'
  | 'duplicate'
  /** The authority has an error of its own or is overloaded: it has decided nothing. */
  | 'unavailable'
  /** It does not accept our own credentials: this decides nothing about the request. */
  | 'credentials'
  /**
   * An unknown status. A positive one may be another of work under way, a negative one another trouble of the
   * authority's: it decides nothing.
   */
  | 'unlisted'
  /**
   * It does not know a code sent beside the credentials, perhaps the company's own: this decides nothing about an old
   * request.
   */
  | 'unknown_code'
  | 'refused';

const OK = [0, 121, 122, 123, 124];
const DUPLICATE = [-1, -35];
/** The authority wants to be called less. */
export const TOO_MANY_REQUESTS = -37;
const UNAVAILABLE = [-15, -16, -17, TOO_MANY_REQUESTS];
const CREDENTIALS = [-8, -12, -13, -14];
const UNKNOWN_CODE = [-2, -3];
/** Stock, duration and dates; and -34 to -19, each about a field. */
const REFUSED = [-4, -5, -6, -7];
const isAboutField = (statut: number): boolean => statut >= -34 && statut <= -19;

/** Waiting, or being generated: there is no certificate yet. */
const UNDER_WAY = [121, 122];

export const meaningOf = (statut: number): Meaning => {
  if (OK.includes(statut)) return 'ok';
  if (DUPLICATE.includes(statut)) return 'duplicate';
  if (UNAVAILABLE.includes(statut)) return 'unavailable';
  if (CREDENTIALS.includes(statut)) return 'credentials';
  if (UNKNOWN_CODE.includes(statut)) return 'unknown_code';
  return REFUSED.includes(statut) || isAboutField(statut) ? 'refused' : 'unlisted';
};

/** Whether a request in this state has no certificate yet. */
export const isUnderWay = (statut: number | null): boolean => UNDER_WAY.some((each) => each === statut);

const WORDS: Readonly<Record<number, string>> = {
  [-2]: 'the insurer is not known',
  [-3]: 'the intermediary is not known',
  [-4]: 'no certificates are left in stock',
  [-5]: 'no certificates are left in stock',
  [-6]: 'the duration is not accepted',
  [-7]: 'the dates are not accepted',
  [-22]: 'the colour is not accepted',
  [-26]: 'the category is not accepted',
  [-27]: 'the energy is not accepted',
  [-28]: 'the genre is not accepted',
  [-29]: 'the usage is not accepted',
  [-30]: 'the type is not accepted',
  [-34]: 'the zone is not accepted',
  [-35]: 'another contract covers this vehicle',
  [TOO_MANY_REQUESTS]: 'too many requests',
};

/** How a refusal of our own credentials is reported. */
export const UNACCEPTED = 'our credentials are not accepted';

const GENERAL: Readonly<Record<Meaning, string>> = {
  ok: 'accepted',
  duplicate: 'there is such a request already',
  unavailable: 'the authority is in trouble',
  credentials: UNACCEPTED,
  unlisted: 'not a status that is known',
  unknown_code: 'a code is not known',
  refused: 'a field or date is not accepted',
};

/** The authority's status with its meaning, for operators. */
export const inWords = (statut: number): string => `${statut}: ${WORDS[statut] ?? GENERAL[meaningOf(statut)]}`;
