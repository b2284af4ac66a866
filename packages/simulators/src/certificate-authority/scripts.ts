/** What the authority does about a policyholder, apart from the ordinary. */
export interface AuthorityScript {
  /** How many requests it refuses for want of certificates before it issues. */
  readonly refuse: number;
  readonly answer: 'answer' | 'cut';
  /** How many times it wants to be asked about an accepted request before it issues. */
  readonly issueAfterAsks: number;
  /** How long after the first request it cannot be reached about the policy. */
  readonly silentMinutes: number;
  /** Whether it names another policy's request that covers the vehicle on these days. */
  readonly covered: boolean;
  /** Days by which the certificate's days are not those that were asked for. */
  readonly daysOff: number;
}

/** What it does about every number that is not in the table. */
export const ORDINARY: AuthorityScript = {
  refuse: 0,
  answer: 'answer',
  issueAfterAsks: 0,
  silentMinutes: 0,
  covered: false,
  daysOff: 0,
};

/** The last four digits of the policyholder's number → what is not ordinary. */
const SCRIPTS: Readonly<Record<string, Partial<AuthorityScript>>> = {
  '0011': { refuse: Infinity },
  '0012': { refuse: 3 },
  '0013': { answer: 'cut' },
  '0014': { issueAfterAsks: 2 },
  '0015': { silentMinutes: 60 },
  '0017': { covered: true },
  '0018': { daysOff: 1 },
};

/** The script a policyholder's number asks for. */
export const scriptFor = (mobile: string): AuthorityScript => ({ ...ORDINARY, ...SCRIPTS[mobile.slice(-4)] });
