import type { CertificateRequest } from '@vehicle-insurance/core';
import type { Journal } from './journal.ts';
import type { Reply } from './judge.ts';

export const requestsAbout = (
  book: Journal,
  { call, given }: Pick<Reply, 'call' | 'given'>,
): readonly CertificateRequest[] => {
  const { policyNumber, requestNumber } = Object(given) as { policyNumber?: string; requestNumber?: string };
  const policy = call === 'find' ? given : call === 'request' ? policyNumber : undefined;
  return [...book.requests.values()].filter(({ accepted, contractId }) =>
    call === 'ask'
      ? accepted?.requestNumber === requestNumber
      : policy !== undefined && book.contracts.get(contractId)?.policyNumber === policy,
  );
};
