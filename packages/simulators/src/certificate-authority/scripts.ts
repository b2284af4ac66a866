/** The authority's behaviour for a policyholder. */
export interface AuthorityScript {
  /** How many requests the authority refuses because of an empty stock before it issues a certificate. */
  readonly refuse: number;
  readonly answer: 'answer' | 'cut';
  /** How many status queries an accepted request needs before its certificate is issued. */
  readonly issueAfterAsks: number;
  /** For how many minutes after a policy's first request the authority is unavailable for that policy. */
  readonly silentMinutes: number;
  /**
   * Whether the authority refuses because another policy's request covers the vehicle on these days. The refusal
   * contains the numbers of the other request.
   */
  readonly covered: boolean;
  /** By how many days the cover on the certificate is later than requested. */
  readonly daysOff: number;
}

/** The behaviour for phone numbers that are not in `SCRIPTS`. */
export const ORDINARY: AuthorityScript = {
  refuse: 0,
  answer: 'answer',
  issueAfterAsks: 0,
  silentMinutes: 0,
  covered: false,
  daysOff: 0,
};

/** The differences from `ORDINARY`, by the last four digits of the policyholder's phone number. */
const SCRIPTS: Readonly<Record<string, Partial<AuthorityScript>>> = {
  '0011': { refuse: Infinity },
  '0012': { refuse: 3 },
  '0013': { answer: 'cut' },
  '0014': { issueAfterAsks: 2 },
  '0015': { silentMinutes: 60 },
  '0017': { covered: true },
  '0018': { daysOff: 1 },
};

export const scriptFor = (mobile: string): AuthorityScript => ({ ...ORDINARY, ...SCRIPTS[mobile.slice(-4)] });
