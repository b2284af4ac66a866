import type { Instant } from '@vehicle-insurance/core';
import { after as minutesAfter } from '../days.ts';
import type { Law } from '../law.ts';
import { windowEnd } from '../money.ts';

/** Minutes after the window for which a debit is waited for that is under way in a session that has ended. */
const DEBIT_WAIT = 30;

/** Minutes of silence after which a provider is waited for no more. */
const SILENCE = 24 * 60;

/**
 * A payment does not wait for ever: whoever asks about one that is pending, and hears that nothing can come of it any
 * more, ends it. That is so once its session has ended without a debit, once its window is over and no debit is under
 * way, half an hour after it for a debit in an ended session, and after a day of silence.
 */
export const waitingEnds: Law = ({ book }) => {
  /** When the question was asked that a provider left unanswered last, and when it was first recorded that it did. */
  const unanswered = new Map<string, Instant>();
  const silentSince = new Map<string, Instant>();
  const closed = new Set<string>();
  return {
    answered: ({ call, given, outcome, asked }) => {
      const id = String(given);
      if (call === 'expire') closed.add(id);
      if (call !== 'read') return;
      // What is read once more because it was to be closed is one question, asked when it was first read.
      const first = closed.delete(id) ? unanswered.get(id) : undefined;
      if (outcome === 'unknown') return void unanswered.set(id, first ?? asked);
      unanswered.delete(id);
      silentSince.delete(id);
    },
    payment: ({ before, after, entry, process }) => {
      if (before?.status !== 'pending' || after.status !== 'pending') return;
      if (entry.by !== undefined || entry.why === 'a notification came' || !after.session) return;
      const { id } = after.session;
      const asked = unanswered.get(id);
      if (asked !== undefined) {
        const since = silentSince.get(id) ?? entry.at;
        silentSince.set(id, since);
        if (asked >= minutesAfter(since, SILENCE))
          book.broke(`a provider is still waited for that is silent since ${since}`);
        return;
      }
      const heard = process.heard.get(id);
      if (!heard) return;
      const { session } = heard;
      const isOver = heard.asked >= windowEnd(after);
      const cannotBe =
        session.state === 'paid' ||
        session.state === 'cancelled' ||
        session.state === 'expired' ||
        session.state === 'expired_unsettled' ||
        (session.state === 'open' && isOver) ||
        (session.state === 'expired_processing' && heard.asked >= minutesAfter(windowEnd(after), DEBIT_WAIT));
      if (cannotBe) book.broke(`a payment is left pending by a worker who heard that its session is ${session.state}`);
    },
  };
};
