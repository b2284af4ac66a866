import type { ContractDocument } from '@vehicle-insurance/core';

/** A contract document that only states its facts; its bytes begin as those of a PDF do. */
export const plainContractDocument = (): ContractDocument => ({
  render: async ({ contract, quote, certificate, companyName, insurer }) =>
    new TextEncoder().encode(
      [
        '%PDF-1.7',
        companyName,
        contract.policyNumber,
        quote.policyholder.name,
        certificate.certificateNumber,
        insurer.name,
      ].join('\n'),
    ),
});
