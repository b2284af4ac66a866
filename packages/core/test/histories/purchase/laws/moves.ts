import type { CertificateRequest, Contract, Due, Payment, Refund } from '@vehicle-insurance/core';
import type { Law } from '../law.ts';

type Moves<Row extends { readonly status: string }> = Readonly<
  Record<Row['status'] | 'nothing', readonly Row['status'][]>
>;

/**
 * The transitions of docs/api.md 4, in the laws' own words. Two objects do not begin in the usual state. The payment of
 * a duplicate session begins as failed. A refund that only a person can make begins as manual.
 */
const PAYMENT: Moves<Payment> = {
  nothing: ['opening', 'failed'],
  opening: ['pending', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
};
const REFUND: Moves<Refund> = { nothing: ['due', 'manual'], due: ['done', 'manual'], manual: ['done'], done: [] };
const CONTRACT: Moves<Contract> = { nothing: ['pending'], pending: ['started'], started: ['expired'], expired: [] };
const CERTIFICATE: Moves<CertificateRequest> = {
  nothing: ['pending'],
  pending: ['issued', 'failed'],
  failed: ['pending', 'issued'],
  issued: [],
};
const MOVES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  payment: PAYMENT,
  refund: REFUND,
  contract: CONTRACT,
  certificate: CERTIFICATE,
};

/** Whether a payment prevents another payment of its quote. */
const isLive = ({ status }: Payment): boolean => status === 'opening' || status === 'pending' || status === 'succeeded';

/** States change only as docs/api.md 4 allows, a quote has one live payment, and unfinished work has a next attempt. */
export const moves: Law = ({ book }) => {
  const checkMove = (what: string, from: string | undefined, to: string): void => {
    if (from !== to && !MOVES[what]?.[from ?? 'nothing']?.includes(to))
      book.broke(`a ${what} went from ${from ?? 'nothing'} to ${to}`);
  };
  const waits = (what: string, due: Due | null): void => {
    if (!due) book.broke(`${what} has no next attempt`);
  };
  return {
    payment: ({ before, after }) => {
      checkMove('payment', before?.status, after.status);
      if (after.status === 'opening' || after.status === 'pending')
        waits(`a payment in the status ${after.status}`, after.due);
      const live = [...book.payments.values()].filter((each) => each.quoteId === after.quoteId && isLive(each));
      if (live.length > 1) book.broke('a quote has two live payments');
      if (before && before.provider !== after.provider) book.broke('a payment changed its provider');
    },
    refund: ({ before, after }) => {
      checkMove('refund', before?.status, after.status);
      if (after.status === 'due') waits('a refund', after.due);
    },
    certificate: ({ before, after }) => {
      checkMove('certificate', before?.status, after.status);
      if (after.status === 'pending' && after.concern?.kind !== 'certificate_not_ours')
        waits('a certificate', after.due);
    },
    contract: ({ before, after }) => {
      checkMove('contract', before?.status, after.status);
      const { certificateImage, contractDocument } = after.documents;
      const isIssued = book.requests.get(after.id)?.status === 'issued';
      if (isIssued && (certificateImage === null || contractDocument === null))
        waits('a missing document', after.documentsDue);
    },
  };
};
