import type { Outcome, Payment } from '@vehicle-insurance/core';
import type { Law } from '../law.ts';
import type { Process } from '../process.ts';

/** What a process has heard of a session since the payment was given to a worker last. */
interface Readings {
  readonly claims: number;
  readonly outcomes: ReadonlySet<Outcome<unknown>['outcome']>;
}

/** An answer that did not come or makes no sense decides nothing; only a day of them ends a pending payment. */
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
      // Another worker of this process may have brought another answer.
      if (!process.holds({ kind: 'payments', companyId, id }) || readings?.claims !== claimsOf(before)) return;
      if (readings.outcomes.has('done')) return;
      // Money is a fact, also in the hands of a worker of this process that overslept its lease.
      if (process.heard.get(session.id)?.session.state === 'paid') return;
      if (
        after.lastUnpaid !== before.lastUnpaid ||
        after.notified !== before.notified ||
        after.session?.ended !== session.ended ||
        after.processingSeen !== before.processingSeen
      )
        book.broke('an answer that could not be understood was kept as if it had been');
      if (after.status !== status && after.failureReason !== 'provider_unavailable')
        book.broke(`a payment is ${after.status}, and nothing its provider said of it could be understood`);
      if (after.due === null)
        book.broke('a payment is asked about no more, and nothing said of it could be understood');
      else if (after.due.lastError === undefined)
        book.broke('nothing said of a payment could be understood, and nobody is told so');
    },
  };
};
