import {
  certificateMachine,
  contractMachine,
  LIVE_STATES,
  paymentMachine,
  refundMachine,
  type Due,
} from '@vehicle-insurance/core';
import type { Law } from '../law.ts';

const MACHINES = {
  payment: paymentMachine.table,
  refund: refundMachine.table,
  contract: contractMachine.table,
  certificate: certificateMachine.table,
} as const;

/** In which states a row is made: a session too many becomes an attempt that has failed already. */
const BEGINNINGS = {
  payment: ['opening', 'failed'],
  refund: ['due', 'manual'],
  contract: ['pending'],
  certificate: ['pending'],
} as const;

/** States change only as docs/api.md 4 says, a quote has one live payment, and what is not at its end waits for a time. */
export const moves: Law = ({ book }) => {
  const moved = (what: keyof typeof MACHINES, from: string | undefined, to: string): void => {
    if (from === to) return;
    const table = MACHINES[what] as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const legal =
      from === undefined
        ? BEGINNINGS[what].some((state) => state === to)
        : Object.values(table[from] ?? {}).includes(to);
    if (!legal) book.broke(`a ${what} went from ${from ?? 'nothing'} to ${to}`);
  };
  const waits = (what: string, due: Due | null): void => {
    if (!due) book.broke(`${what} waits for nothing`);
  };
  return {
    payment: ({ before, after }) => {
      moved('payment', before?.status, after.status);
      if (after.status === 'opening' || after.status === 'pending')
        waits(`a payment that is ${after.status}`, after.due);
      const live = [...book.payments.values()].filter(
        ({ quoteId, status }) => quoteId === after.quoteId && LIVE_STATES.some((state) => state === status),
      );
      if (live.length > 1) book.broke('a quote has two live payments');
      if (before && before.provider !== after.provider) book.broke('a payment changed its provider');
    },
    refund: ({ before, after }) => {
      moved('refund', before?.status, after.status);
      if (after.status === 'due') waits('a refund', after.due);
    },
    certificate: ({ before, after }) => {
      moved('certificate', before?.status, after.status);
      if (after.status === 'pending' && after.concern?.kind !== 'certificate_not_ours')
        waits('a certificate', after.due);
    },
    contract: ({ before, after }) => {
      moved('contract', before?.status, after.status);
      const { certificateImage, contractDocument } = after.documents;
      const isIssued = book.requests.get(after.id)?.status === 'issued';
      if (isIssued && (certificateImage === null || contractDocument === null))
        waits('a missing document', after.documentsDue);
    },
  };
};
