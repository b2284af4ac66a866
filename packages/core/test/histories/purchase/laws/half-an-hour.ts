import { later } from '@vehicle-insurance/core';
import type { Law } from '../law.ts';
import { isInFull, windowEnd } from '../in-time.ts';

const SILENCE = 24;

/**
 * The payer has 30 minutes, unless the provider or the payer's own attempt fails, or an operator closes the payment. A
 * payment whose session cannot be searched for fails only when the session can no longer be paid.
 */
export const halfAnHour: Law = ({ book, lostUntil }) => ({
  closes: (sessionId, { clock, heard }) => {
    const payment = [...book.payments.values()].find(({ session }) => session?.id === sessionId);
    if (payment?.status !== 'pending' || clock.now() >= windowEnd(payment)) return;
    if (heard.get(sessionId)?.session.lastFailure === null)
      book.broke('a session was made unpayable while its payer still had time');
  },
  payment: ({ before, after, entry, process: { heard } }) => {
    if (!before || before.status === after.status || after.status !== 'failed' || entry.by !== undefined) return;
    const { failureReason: reason, created } = after;
    const said = before.session ? heard.get(before.session.id)?.session : undefined;
    const isTrue = (): boolean => {
      if (before.status === 'opening') {
        const lost = lostUntil(before);
        const isOver = lost === undefined || entry.at >= lost;
        return reason === 'provider_error' || (reason === 'provider_unavailable' && isOver);
      }
      switch (reason) {
        case 'expired':
          return entry.at >= windowEnd(before) || said?.state.startsWith('expired') === true;
        case 'declined':
          return said?.state === 'cancelled';
        case 'amount_mismatch':
          return said?.state === 'paid' && !isInFull(before, said);
        case 'provider_unavailable':
          return entry.at >= later(created, { hours: SILENCE });
        default:
          return reason !== null && said?.lastFailure === reason;
      }
    };
    if (!isTrue()) book.broke(`a payment that was ${before.status} failed as ${reason}, which is false`);
  },
});
