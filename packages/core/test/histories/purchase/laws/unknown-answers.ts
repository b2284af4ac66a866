import type { Outcome, Payment } from '@vehicle-insurance/core';
import type { Law } from '../law.ts';
import type { Process } from '../process.ts';

/** A process's reads of a session since a worker last claimed the payment. */
interface Readings {
  readonly claims: number;
  readonly outcomes: ReadonlySet<Outcome<unknown>['outcome']>;
}

/** A missing or unreadable answer decides nothing. Only a day of such answers ends a pending payment. */
export const unknownAnswers: Law = ({ book }) => {
  const heard = new Map<Process, Map<string, Readings>>();
  const claimsOf = ({ companyId, id }: Payment): number => book.claims.get(`payments ${companyId} ${id}`) ?? 0;

  return {
    answered: ({ call, given, outcome, process }) => {
      if (call !== 'read') return;
      const sessionId = String(given);
      const payment = [...book.payments.values()].find(({ session }) => session?.id === sessionId);
      if (!payment) return;
      const claims = claimsOf(payment);
      const readings = heard.get(process) ?? new Map<string, Readings>();
      heard.set(process, readings);
      const before = readings.get(sessionId);
      const earlier = before?.claims === claims ? before.outcomes : [];
      readings.set(sessionId, { claims, outcomes: new Set([...earlier, outcome]) });
    },
    payment: ({ before, after, entry, process }) => {
      if (!before?.session || entry.by !== undefined || entry.why.code === 'notification_received') return;
      const { companyId, id, session, status } = before;
      const readings = heard.get(process)?.get(session.id);
      // Another worker of this process may have received another answer.
      if (!process.holds({ kind: 'payments', companyId, id }) || readings?.claims !== claimsOf(before)) return;
      if (readings.outcomes.has('done')) return;
      // Money that arrived is a fact, even if a worker of this process learned of it after its lease.
      if (process.heard.get(session.id)?.session.state === 'paid') return;
      if (
        after.lastUnpaid !== before.lastUnpaid ||
        after.notified !== before.notified ||
        after.session?.ended !== session.ended ||
        after.processingSeen !== before.processingSeen
      )
        book.broke('facts of an unreadable answer were recorded');
      if (after.status !== status && after.failureReason !== 'provider_unavailable')
        book.broke(`a payment is ${after.status} although no answer of its provider was readable`);
      if (after.due === null)
        book.broke('a payment is no longer checked although no answer of its provider was readable');
      else if (after.due.lastError === undefined)
        book.broke('no answer about a payment was readable, but it has no last error');
    },
  };
};
