import type { Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';
import { chargedAmount, type Payment } from '../payment/payment.ts';
import type { Refund } from '../payment/refund.ts';

/** Money that went into the account or out of it by our own records: a line of the statement must say the same. */
export interface Movement {
  readonly kind: 'payment' | 'refund';
  /** A session is paid once and given back once, so a movement is told apart by session and kind. */
  readonly sessionId: string;
  /** What came in; below zero what went out. */
  readonly amount: Francs;
  readonly at: Instant;
}

/**
 * What our records say moved under one reference: what was paid into its sessions, whether it bought something or was
 * given back, and what was given back.
 */
export const movementsOf = (payments: readonly Payment[], refunds: readonly Refund[]): readonly Movement[] => {
  const paid = payments.flatMap((payment): readonly Movement[] => {
    const { status, session, completed } = payment;
    if (status !== 'succeeded' || session === null || completed === null) return [];
    return [{ kind: 'payment', sessionId: session.id, amount: chargedAmount(payment), at: completed }];
  });
  const isPaid = new Set(paid.map(({ sessionId }) => sessionId));
  const given = refunds.flatMap(({ sessionId, amount, created, status, completed }): readonly Movement[] => [
    // A refund says that its session was paid, though nothing was bought.
    ...(isPaid.has(sessionId) ? [] : [{ kind: 'payment' as const, sessionId, amount, at: created }]),
    ...(status === 'done' && completed !== null
      ? [{ kind: 'refund' as const, sessionId, amount: -amount, at: completed }]
      : []),
  ]);
  return [...paid, ...given];
};
