import type { Law } from '../law.ts';

/**
 * Any worker records what a provider or the authority has confirmed. A refusal, a failure or a next attempt counts only
 * from the worker with the latest claim. A worker whose lease has ended must not undo another worker's result.
 */
export const staleWorkers: Law = ({ book }) => {
  const stale = (what: string): void =>
    book.broke(`a worker whose piece of work was claimed by another recorded ${what}`);
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
        // Any worker may record that money must be refunded. It writes the refund next.
        if (process.heard.get(after.session?.id ?? '')?.session.state !== 'paid') stale('that a payment failed');
      } else if (
        after.due?.at !== before.due?.at &&
        process.heard.get(after.session?.id ?? '')?.session.state !== 'paid'
      )
        stale('the next attempt of a payment');
    },
    refund: ({ before, after, entry, process }) => {
      if (!before || entry.by !== undefined || after.status === 'done') return;
      if (!process.holds({ kind: 'refunds', companyId: after.companyId, id: after.id })) stale('the state of a refund');
    },
    certificate: ({ before, after, entry, process }) => {
      const isAnnulling = before?.annulment === 'due' && after.annulment !== 'done';
      if (!before || entry.by !== undefined || (after.status === 'issued' && !isAnnulling)) return;
      if (process.holds({ kind: 'certificates', companyId: after.companyId, id: after.contractId })) return;
      if (isAnnulling) return stale('the next attempt at an annulment');
      if (after.refusals > before.refusals) return stale('that the authority refused');
      const isConfirmed =
        (after.accepted !== null && before.accepted === null) ||
        after.concern?.kind === 'certificate_after_cancel' ||
        before.status === 'issued';
      if (!isConfirmed && after.due?.at !== before.due?.at) stale('the next attempt at a certificate');
    },
    contract: ({ before, after, process, entry }) => {
      if (!before || entry.by !== undefined || after.documentsDue === null) return;
      const isNext = before.documentsDue !== null && after.documentsDue.at !== before.documentsDue.at;
      if (isNext && !process.holds({ kind: 'documents', companyId: after.companyId, id: after.id }))
        stale('the next attempt at a document');
    },
  };
};
