import { isWithinMinutes, minutesAfter } from '../shared/moments.ts';

/** Why a payer's try fails, in Wave's own codes. */
export const TRY_ERRORS = {
  'insufficient-funds': 'Le solde du compte ne suffit pas.',
  'payer-mobile-mismatch': 'Ce paiement est réservé à un autre numéro.',
  'payment-failure': 'Le paiement a été refusé.',
} as const;
export type TryError = keyof typeof TRY_ERRORS;

/** What the provider does about a session, apart from the ordinary. */
export interface PayerScript {
  readonly create: 'answer' | 'refuse' | 'cut' | 'pay first';
  /** `begin`: a debit begins, which ends in money two minutes after the session's end. */
  readonly confirm: 'pay' | 'begin' | TryError;
  readonly expire: 'works' | 'fails';
  readonly lifeMinutes: number;
  readonly notify: 'once' | 'never' | 'thrice';
  /** How long after the opening the API cannot be reached about the session. */
  readonly silentMinutes: number;
  readonly paidAmount: 'as asked' | 'another';
}

const ORDINARY: PayerScript = {
  create: 'answer',
  confirm: 'pay',
  expire: 'works',
  lifeMinutes: 30,
  notify: 'once',
  silentMinutes: 0,
  paidAmount: 'as asked',
};

const DAY = 24 * 60;

/** When a debit ends that takes longer than its session. */
export const debitEnd = (sessionEnd: string): string => minutesAfter(sessionEnd, 2);

/** The last four digits of the payer's number → what is not ordinary about the session. */
const SCRIPTS: Readonly<Record<string, Partial<PayerScript>>> = {
  '0001': { confirm: 'insufficient-funds' },
  '0002': { create: 'refuse' },
  '0003': { notify: 'never' },
  '0004': { create: 'cut' },
  '0005': { expire: 'fails', lifeMinutes: DAY },
  '0006': { notify: 'thrice' },
  '0007': { paidAmount: 'another' },
  '0008': { create: 'pay first' },
  '0009': { silentMinutes: 60 },
  '0010': { expire: 'fails', lifeMinutes: DAY, notify: 'never' },
  '0016': { confirm: 'begin' },
};

/** The script a payer's number asks for; the ordinary one if there is no number. */
export const scriptFor = (payerMobile: string | undefined): PayerScript => ({
  ...ORDINARY,
  ...SCRIPTS[payerMobile?.slice(-4) ?? ''],
});

/** What is reported as paid. Where it is not what was asked it is smaller if it can be: too little must not pass. */
export const paidAmount = (payerMobile: string | undefined, asked: number): number => {
  if (scriptFor(payerMobile).paidAmount === 'as asked') return asked;
  return asked > 100 ? asked - 100 : asked + 100;
};

/** Whether the provider's API cannot be reached about a session opened then. */
export const isSilent = (payerMobile: string | undefined, opened: string, now: Date): boolean =>
  isWithinMinutes(scriptFor(payerMobile).silentMinutes, opened, now);
