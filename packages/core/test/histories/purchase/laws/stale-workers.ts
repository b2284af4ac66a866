import type { Law } from '../law.ts';

/**
 * Any worker records what a provider or the authority has confirmed. A refusal, a failure or a next attempt counts only
 * from the worker that claimed the piece of work last: one whose lease has ended may not undo what the other has found.
 */
export const staleWorkers: Law = ({ book }) => {
  const stale = (what: string): void =>
    book.broke(`a worker whose piece of work was given to another recorded ${what}`);
  return {
    payment: ({ before, after, entry, process }) => {
      const { companyId, id } = after;
      if (!before || entry.by !== undefined || entry.why.code === 'notification_received') return;
      if (process.holds({ kind: 'payments', companyId, id })) return;
      const isConfirmed =
        after.status === 'succeeded' ||
        book.refunds.has(after.session?.id ?? '') ||
        after.session?.id !== before.session?.id;
      if (isConfirmed) return;
      if (after.status === 'failed' && before.status !== 'failed') {
        // Any worker records money that goes back, and its refund is written next.
        if (process.heard.get(after.session?.id ?? '')?.session.state !== 'paid') stale('that a payment failed');
      } else if (
        after.due?.at !== before.due?.at &&
        process.heard.get(after.session?.id ?? '')?.session.state !== 'paid'
      )
        stale('when a payment is asked about next');
    },
    refund: ({ before, after, entry, process }) => {
      if (!before || entry.by !== undefined || after.status === 'done') return;
      if (!process.holds({ kind: 'refunds', companyId: after.companyId, id: after.id }))
        stale('what becomes of a refund');
    },
    certificate: ({ before, after, entry, process }) => {
      if (!before || entry.by !== undefined || after.status === 'issued') return;
      if (process.holds({ kind: 'certificates', companyId: after.companyId, id: after.contractId })) return;
      if (after.refusals > before.refusals) return stale('that the authority refused');
      const isConfirmed =
        (after.accepted !== null && before.accepted === null) ||
        after.concern?.kind === 'certificate_after_cancel' ||
        before.status === 'issued';
      if (!isConfirmed && after.due?.at !== before.due?.at) stale('when a certificate is asked for next');
    },
    contract: ({ before, after, process, entry }) => {
      if (!before || entry.by !== undefined || after.documentsDue === null) return;
      const isNext = before.documentsDue !== null && after.documentsDue.at !== before.documentsDue.at;
      if (isNext && !process.holds({ kind: 'documents', companyId: after.companyId, id: after.id }))
        stale('when a document is made next');
    },
  };
};
