/** What a `statut` means for whoever asked. */
export type Meaning =
  /** Taken, under way or issued. */
  | 'ok'
  | 'duplicate'
  /** The authority itself is in trouble, or too busy: it has decided nothing. */
  | 'troubled'
  /** It does not accept our own credentials: no judgement about this request. */
  | 'credentials'
  /** It does not know a code we sent with them, which can be the company's own: no judgement about an old request. */
  | 'stranger'
  | 'refused';

const OK = [0, 121, 122, 123, 124];
const DUPLICATE = [-1, -35];
const TROUBLED = [-15, -16, -17, -37];
const CREDENTIALS = [-8, -12, -13, -14];
const STRANGER = [-2, -3];

/** Waiting, or being generated: there is no certificate yet. */
const UNDER_WAY = [121, 122];

export const meaningOf = (statut: number): Meaning => {
  if (OK.includes(statut)) return 'ok';
  if (DUPLICATE.includes(statut)) return 'duplicate';
  if (TROUBLED.includes(statut)) return 'troubled';
  if (CREDENTIALS.includes(statut)) return 'credentials';
  return STRANGER.includes(statut) ? 'stranger' : 'refused';
};

/** Whether a request that stands so has no certificate yet. */
export const isUnderWay = (statut: number): boolean => UNDER_WAY.includes(statut);

const WORDS: Readonly<Record<number, string>> = {
  [-1]: 'there is such a request already',
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
  [-37]: 'too many requests',
};

/** What a refusal of our own credentials is called. */
export const UNACCEPTED = 'our credentials are not accepted';

const GENERAL: Readonly<Record<Meaning, string>> = {
  ok: 'accepted',
  duplicate: 'there is such a request already',
  troubled: 'the authority is in trouble',
  credentials: UNACCEPTED,
  stranger: 'a code is not known',
  refused: 'a field or date is not accepted',
};

/** The authority's status with what it means, for operators. */
export const inWords = (statut: number): string => `${statut}: ${WORDS[statut] ?? GENERAL[meaningOf(statut)]}`;
