/** The authority's behaviour for a policyholder. */
export interface AuthorityScript {
  /** How many requests it refuses because of an empty stock before it issues a certificate. */
  readonly refuse: number;
  readonly answer: 'answer' | 'cut';
  /** How many status queries an accepted request needs before its certificate is issued. */
  readonly issueAfterAsks: number;
  /** For how many minutes after the first request for a policy the authority is unavailable for that policy. */
  readonly silentMinutes: number;
  /**
   * Whether it refuses because another policy's request covers the vehicle on these days. The refusal contains that
   * request.
   */
  readonly covered: boolean;
  /** The number of days by which the cover on the certificate is later than requested. */
  readonly daysOff: number;
}

/** The default behaviour, for numbers that are not in the table. */
export const ORDINARY: AuthorityScript = {
  refuse: 0,
  answer: 'answer',
  issueAfterAsks: 0,
  silentMinutes: 0,
  covered: false,
  daysOff: 0,
};

/** The differences from the default, by the last four digits of the policyholder's number. */
const SCRIPTS: Readonly<Record<string, Partial<AuthorityScript>>> = {
  '0011': { refuse: Infinity },
  '0012': { refuse: 3 },
  '0013': { answer: 'cut' },
  '0014': { issueAfterAsks: 2 },
  '0015': { silentMinutes: 60 },
  '0017': { covered: true },
  '0018': { daysOff: 1 },
};

/** The script of a policyholder's number. */
export const scriptFor = (mobile: string): AuthorityScript => ({ ...ORDINARY, ...SCRIPTS[mobile.slice(-4)] });
