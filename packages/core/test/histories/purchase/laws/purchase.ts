import type { Instant, Payment } from '@vehicle-insurance/core';
import type { Law } from '../law.ts';
import { inTimeUntil, isInFull, kept, windowEnd } from '../in-time.ts';
import type { Heard, Process } from '../process.ts';

/**
 * What was paid in time and in full, and was seen so while its payment was pending, buys a contract, and nothing else
 * does. If no time is told, money arrived with its notification, else when the provider last saw none.
 */
export const purchase: Law = ({ book, sessions }) => {
  /** Payments whose debit was seen in progress in time: by any worker, and by the one that recorded it. */
  const seenByAnybody = new Set<string>();
  const seenAndKept = new Set<string>();
  /** When the provider was last asked that said that there was no money: by any worker, and by one that recorded it. */
  const unpaid = new Map<string, Instant>();
  const unpaidAndKept = new Map<string, Instant>();
  const notified = new Map<string, Instant>();
  /** Whether a process was answered when it last read a session; nothing of one that it has not read. */
  const reads = new Map<Process, Map<unknown, boolean>>();

  const heardBy = ({ heard }: Process, { session }: Payment): Heard | undefined =>
    session ? heard.get(session.id) : undefined;
  const isDebitInTime = (payment: Payment, { session, asked }: Heard): boolean => {
    if (session.state === 'processing') return asked < windowEnd(payment);
    if (session.state !== 'expired_processing') return false;
    const ended = session.expires !== null && session.expires < asked ? session.expires : asked;
    return ended <= inTimeUntil(payment);
  };
  const latest = (times: Map<string, Instant>, id: string, at: Instant): void => {
    if (at > (times.get(id) ?? '')) times.set(id, at);
  };

  /** Whether the money was in time as it must be judged: yes, no, or open, where that hangs on what cannot be known. */
  const timeOf = (payment: Payment, { session, isDatedAnew }: Heard, learned: Instant): 'in time' | 'late' | 'open' => {
    const until = inTimeUntil(payment);
    if (seenAndKept.has(payment.id)) return 'in time';
    if (isDatedAnew) return 'open';
    const unless = seenByAnybody.has(payment.id) ? 'open' : 'late';
    if (session.completed !== null) return kept(session.completed, payment, learned) <= until ? 'in time' : unless;
    const signs = [unpaid.get(payment.id) ?? payment.created, notified.get(payment.id) ?? payment.created];
    if (learned <= until || signs.every((sign) => sign <= until)) return 'in time';
    return (unpaidAndKept.get(payment.id) ?? payment.created) > until ? unless : 'open';
  };

  return {
    answered: ({ process, given, call, outcome }) => {
      const read = reads.get(process) ?? new Map<unknown, boolean>();
      reads.set(process, read);
      if (call === 'read') read.set(given, outcome === 'done');
      for (const payment of book.payments.values()) {
        if (payment.status !== 'pending' || (payment.session?.id !== given && payment.id !== given)) continue;
        const heard = heardBy(process, payment);
        if (!heard) continue;
        if (isDebitInTime(payment, heard)) seenByAnybody.add(payment.id);
        if (heard.session.state !== 'paid') latest(unpaid, payment.id, heard.asked);
      }
    },
    payment: ({ before, after, entry, process }) => {
      const { id } = after;
      if (entry.why.code === 'notification_received') latest(notified, id, entry.at);
      if (before?.session === null && after.session)
        for (const { session } of sessions()) {
          const isOther = session.reference === id && session.id !== after.session.id;
          const isChosenPaid = process.heard.get(after.session.id)?.session.state === 'paid';
          if (isOther && !isChosenPaid && process.heard.get(session.id)?.session.state === 'paid')
            book.broke('of the sessions of a payment one was taken that is not paid, and another is');
        }
      if (before?.status !== 'pending') {
        // An operator's decision may be recorded about a payment that has succeeded.
        if (after.status === 'succeeded' && before?.status !== 'succeeded')
          book.broke('a payment that was not pending succeeded');
        return;
      }
      const heard = heardBy(process, before);
      const isByWorker = entry.by === undefined && entry.why.code !== 'notification_received';
      if (after.status === 'succeeded') {
        if (heard?.session.state !== 'paid')
          return book.broke('a contract was bought by what no provider said was paid');
        if (!isInFull(before, heard.session)) return book.broke('a contract was bought by another amount or currency');
        if (timeOf(before, heard, entry.at) === 'late') book.broke('a contract was bought by money that came too late');
        return;
      }
      if (!isByWorker || !heard) return;
      // An unanswered question tells nothing, and the answer to the opening is no reading.
      const answered = reads.get(process)?.get(heard.session.id);
      const wasRead = answered === true;
      if (after.status === 'failed') {
        const isPaid = heard.session.state === 'paid' && isInFull(before, heard.session);
        if (wasRead && isPaid && timeOf(before, heard, entry.at) === 'in time')
          book.broke(`a payment was paid in time and in full, and failed as ${after.failureReason}`);
        return;
      }
      // What was heard before may not have been kept: a notification ends the lease of the worker who has asked.
      if (answered !== false && isDebitInTime(before, heard)) seenAndKept.add(id);
      if (wasRead && heard.session.state !== 'paid') latest(unpaidAndKept, id, heard.asked);
    },
  };
};
