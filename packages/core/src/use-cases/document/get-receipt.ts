import { signProof } from '../proof/sign-proof.ts';
import { paperOnDemand, type PaperDependencies, type WritePaper } from './paper-on-demand.ts';

/** Writes the receipt of a contract. */
export type GetReceipt = (...asked: Parameters<WritePaper>) => ReturnType<WritePaper>;

/** What was paid for a contract, as a paper of its own (quittance), from the payment on. */
export const getReceipt = (given: PaperDependencies): GetReceipt =>
  paperOnDemand(given, ({ certificateRequest: { certificate }, contract, vehicle }, facts, language) => {
    const { payment } = facts;
    if (payment === null) return null;
    const proof = signProof(given.proofSigner, 'receipt', { contract, vehicle, certificate });
    return given.contractDocument.receipt({ ...facts, payment, proof }, language);
  });
