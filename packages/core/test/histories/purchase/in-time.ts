import { CURRENCY, type Instant, type Payment, type Session } from '@vehicle-insurance/core';
import { after } from './days.ts';

/**
 * Minutes after the creation of a payment: how long its payer can confirm, and until when money counts as paid in time.
 */
const WINDOW = 30;
const GRACE = 1;

type Created = Pick<Payment, 'created'>;

export const windowEnd = ({ created }: Created): Instant => after(created, WINDOW);

export const inTimeUntil = ({ created }: Created): Instant => after(created, WINDOW + GRACE);

export const isInFull = ({ amount, fees }: Payment, session: Pick<Session, 'amount' | 'currency'>): boolean =>
  session.amount === amount + fees && session.currency === CURRENCY;

/** The provider's time of payment, limited to the time from the payment's creation until we learned of it. */
export const clampTime = (completed: Instant, { created }: Created, learned: Instant): Instant =>
  completed < created ? created : completed > learned ? learned : completed;
