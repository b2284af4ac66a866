import { strayAttempt, type Payment } from '../../domain/payment/payment.ts';
import type { Session } from '../../domain/payment/session.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';

/**
 * Puts the sessions too many under a payment's reference on watch, each as a failed attempt of its own: the watch
 * makes them unpayable, and gives back what was paid into them.
 */
export const watchStrays = async (
  { payments }: Transaction,
  ids: Ids,
  payment: Payment,
  strays: readonly Session[],
  now: Instant,
): Promise<void> => {
  for (const stray of strays)
    await payments.add(strayAttempt(ids.next(), payment, stray, now), { at: now, why: 'one session too many' });
};
