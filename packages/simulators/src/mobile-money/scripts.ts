import { isWithinMinutes, minutesAfter } from '../shared/moments.ts';

/** Why a payer's attempt fails, by Wave's own codes. */
export const TRY_ERRORS = {
  'insufficient-funds': 'Le solde de votre compte ne suffit pas.',
  'payer-mobile-mismatch': 'Ce paiement est réservé à un autre numéro.',
  'payment-failure': 'Le paiement a été refusé.',
} as const;
export type TryError = keyof typeof TRY_ERRORS;

/** The provider's behaviour for a session. */
export interface PayerScript {
  readonly create: 'answer' | 'refuse' | 'cut' | 'pay first';
  /** `begin`: a debit begins, and succeeds two minutes after the session's end. */
  readonly confirm: 'pay' | 'begin' | TryError;
  readonly expire: 'works' | 'fails';
  readonly lifeMinutes: number;
  readonly notify: 'once' | 'never' | 'thrice';
  /** For how many minutes after the opening the API is unavailable for the session. */
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

/** When a debit that outlasts its session ends. */
export const debitEnd = (sessionEnd: string): string => minutesAfter(sessionEnd, 2);

/** The differences from `ORDINARY`, by the last four digits of the payer's number. */
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

export const scriptFor = (payerMobile: string | undefined): PayerScript => ({
  ...ORDINARY,
  ...SCRIPTS[payerMobile?.slice(-4) ?? ''],
});

/**
 * The amount that is reported as paid. A script can report too little, so that tests can show that the service rejects
 * it. For a very small amount, the script reports too much instead.
 */
export const paidAmount = (payerMobile: string | undefined, asked: number): number => {
  if (scriptFor(payerMobile).paidAmount === 'as asked') return asked;
  return asked > 100 ? asked - 100 : asked + 100;
};

/** Whether the provider's API is unavailable for a session opened at that time. */
export const isSilent = (payerMobile: string | undefined, opened: string, now: Date): boolean =>
  isWithinMinutes(scriptFor(payerMobile).silentMinutes, opened, now);
