import type { ContractDocument, Language, PaperFacts } from '@vehicle-insurance/core';

/** Papers that only list their facts. Their bytes begin like a PDF. */
export const plainContractDocument = (): ContractDocument => ({
  render: async (facts, language = 'fr') => stated('contract', facts, language, [facts.certificate.certificateNumber]),
  receipt: async (facts, language = 'fr') => stated('receipt', facts, language, [String(facts.payment.amount)]),
  cancellation: async (facts, language = 'fr') =>
    stated('cancellation', facts, language, [String(facts.cancelled.refund?.amount ?? 0)]),
});

const stated = (
  paper: string,
  { contract, quote, companyName, insurer }: PaperFacts,
  language: Language,
  more: readonly string[],
): Uint8Array => {
  const facts = [companyName, contract.policyNumber, quote.policyholder.name, insurer.name, ...more];
  return new TextEncoder().encode(['%PDF-1.7', `${paper} ${language}`, ...facts].join('\n'));
};
