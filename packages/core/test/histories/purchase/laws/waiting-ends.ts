import type { Instant, Payment } from '@vehicle-insurance/core';
import { after as minutesAfter, minutesBetween } from '../days.ts';
import type { Law } from '../law.ts';
import { windowEnd } from '../in-time.ts';
import type { Heard } from '../process.ts';

/** Minutes after the window during which a payment waits for a debit in progress in an ended session. */
const DEBIT_WAIT = 30;

/** Minutes without an answer after which a provider is given up. Only time in which it is queried counts. */
const SILENCE = 24 * 60;

/** Minutes without a call to any provider after which no worker is active. */
const BREAK = 20;

interface Silence {
  readonly since: Instant;
  /** Minutes by which the queries were overdue. */
  readonly overdue: number;
  /** The part of these minutes during which no worker called any provider. */
  readonly idle: number;
}

/**
 * A worker that learns that a pending payment cannot succeed ends it, and no worker ends it sooner. A payment cannot
 * succeed if its session ended without a debit, or its window is over. For a debit in an ended session, the limit is
 * half an hour after the window. Without answers, it is a day.
 */
export const waitingEnds: Law = ({ book }) => {
  const calls: { latest?: Instant; before?: Instant } = {};
  /** When the latest unanswered query was sent, and since when answers are recorded as missing. */
  const unanswered = new Map<string, Instant>();
  const silence = new Map<string, Silence>();
  const closed = new Set<string>();
  /** How often a process has queried a session since a worker last claimed its payment, and its last answer. */
  const questions = new Map<
    string,
    { readonly claims: number; readonly many: number; readonly heard: Heard | undefined }
  >();
  const claimsOf = (payment: Payment | undefined): number =>
    payment ? (book.claims.get(`payments ${payment.companyId} ${payment.id}`) ?? 0) : 0;
  return {
    answered: ({ call, given, outcome, asked, process }) => {
      if (calls.latest === undefined || asked > calls.latest)
        Object.assign(calls, { before: calls.latest, latest: asked });
      const id = String(given);
      const own = `${process.name} ${id}`;
      if (call === 'expire') closed.add(own);
      if (call !== 'read') return;
      // A second read before a session is closed counts as the same query, sent at the time of the first.
      const isGoingOn = closed.delete(own);
      const claims = claimsOf([...book.payments.values()].find(({ session }) => session?.id === id));
      const before = questions.get(own);
      const many = (before?.claims === claims ? before.many : 0) + 1;
      const asks = isGoingOn ? (before?.claims === claims ? before.many : 2) : many;
      questions.set(own, { claims, many: asks, heard: outcome === 'done' ? process.heard.get(id) : undefined });
      if (outcome === 'unknown') return void unanswered.set(id, (isGoingOn ? unanswered.get(id) : undefined) ?? asked);
      unanswered.delete(id);
      silence.delete(id);
    },
    payment: ({ before, after, entry, process }) => {
      if (before?.status !== 'pending' || after.status === 'succeeded') return;
      if (entry.by !== undefined || entry.why.code === 'notification_received' || !after.session) return;
      const { id } = after.session;
      const asked = unanswered.get(id);
      if (asked !== undefined) {
        const known = silence.get(id);
        const overdue = known ? Math.max(0, minutesBetween(before.due?.at ?? asked, asked)) : 0;
        const isAfterBreak = calls.latest === asked && minutesBetween(calls.before ?? asked, asked) > BREAK;
        const { since, overdue: late, idle } = known ?? { since: entry.at, overdue: 0, idle: 0 };
        silence.set(id, { since, overdue: late + overdue, idle: idle + (isAfterBreak ? overdue : 0) });
        const { overdue: mostIdle, idle: leastIdle } = silence.get(id) ?? { overdue: 0, idle: 0 };
        if (after.status === 'pending' && asked >= minutesAfter(since, SILENCE + mostIdle))
          book.broke(`a provider without an answer since ${since} is not given up`);
        if (after.failureReason === 'provider_unavailable' && asked < minutesAfter(since, SILENCE + leastIdle))
          book.broke(
            `a payment without an answer since ${since} is given up although nobody queried for ${leastIdle} minutes`,
          );
        return;
      }
      if (after.status !== 'pending') return;
      const { heard, claims, many } = questions.get(`${process.name} ${id}`) ?? {};
      // If another worker of the process has also queried, it is unknown which answer this worker received.
      if (!heard || (claims === claimsOf(after) && many !== 1)) return;
      const { session } = heard;
      const isOver = heard.asked >= windowEnd(after);
      const cannotBe =
        session.state === 'paid' ||
        session.state === 'cancelled' ||
        session.state === 'expired' ||
        session.state === 'expired_unsettled' ||
        (session.state === 'open' && isOver) ||
        (session.state === 'expired_processing' && heard.asked >= minutesAfter(windowEnd(after), DEBIT_WAIT));
      if (cannotBe) book.broke(`a payment is left pending by a worker that read its session as ${session.state}`);
    },
  };
};
