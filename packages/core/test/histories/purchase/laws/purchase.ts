import type { Instant, Payment } from '@vehicle-insurance/core';
import type { Law } from '../law.ts';
import { inTimeUntil, isInFull, clampTime, windowEnd } from '../in-time.ts';
import type { Heard, Process } from '../process.ts';

/**
 * Money buys a contract if it was paid in time and in full, and a worker saw this while the payment was pending. No
 * other money does. If the provider reports no time, money counts as paid when its notification arrived. Without a
 * notification, it counts as paid when the last query that found it unpaid was sent.
 */
export const purchase: Law = ({ book, sessions }) => {
  /** Payments whose debit was seen in progress in time: by any worker, and by the one that recorded it. */
  const seenByAnybody = new Set<string>();
  const seenAndKept = new Set<string>();
  /** When the latest query answered as unpaid was sent: by any worker, and by one that recorded the answer. */
  const unpaid = new Map<string, Instant>();
  const unpaidAndKept = new Map<string, Instant>();
  const notified = new Map<string, Instant>();
  /** Whether a process's last read of a session was answered; no entry if it has not read it. */
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

  /** Whether the money was in time; `open` if that depends on facts that cannot be known. */
  const timeOf = (payment: Payment, { session, isRedated }: Heard, learned: Instant): 'in time' | 'late' | 'open' => {
    const until = inTimeUntil(payment);
    if (seenAndKept.has(payment.id)) return 'in time';
    if (isRedated) return 'open';
    const unless = seenByAnybody.has(payment.id) ? 'open' : 'late';
    if (session.completed !== null) return clampTime(session.completed, payment, learned) <= until ? 'in time' : unless;
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
            book.broke('an unpaid session was chosen for a payment although another one is paid');
        }
      if (before?.status !== 'pending') {
        // An operator's decision may be recorded for a succeeded payment.
        if (after.status === 'succeeded' && before?.status !== 'succeeded')
          book.broke('a payment succeeded that was not pending');
        return;
      }
      const heard = heardBy(process, before);
      const isByWorker = entry.by === undefined && entry.why.code !== 'notification_received';
      if (after.status === 'succeeded') {
        if (heard?.session.state !== 'paid')
          return book.broke('a contract was bought by a session that no provider reported as paid');
        if (!isInFull(before, heard.session)) return book.broke('another amount or currency bought a contract');
        if (timeOf(before, heard, entry.at) === 'late') book.broke('late money bought a contract');
        return;
      }
      if (!isByWorker || !heard) return;
      // A read without an answer proves nothing, and the answer to the opening is not a read.
      const answered = reads.get(process)?.get(heard.session.id);
      const wasRead = answered === true;
      if (after.status === 'failed') {
        const isPaid = heard.session.state === 'paid' && isInFull(before, heard.session);
        if (wasRead && isPaid && timeOf(before, heard, entry.at) === 'in time')
          book.broke(`a payment failed as ${after.failureReason} although it was paid in time and in full`);
        return;
      }
      // An earlier answer may not be recorded, because a notification ends the lease of the worker that queried.
      if (answered !== false && isDebitInTime(before, heard)) seenAndKept.add(id);
      if (wasRead && heard.session.state !== 'paid') latest(unpaidAndKept, id, heard.asked);
    },
  };
};
