import { signProof } from '../proof/sign-proof.ts';
import { paperOnDemand, type PaperDependencies, type WritePaper } from './paper-on-demand.ts';

/** Writes the contract document of a contract. */
export type GetContractDocument = (...asked: Parameters<WritePaper>) => ReturnType<WritePaper>;

/** The contract document in any language, once the certificate is issued; the French one that is stored stays as it is. */
export const getContractDocument = (given: PaperDependencies): GetContractDocument =>
  paperOnDemand(given, ({ certificateRequest: { certificate }, contract, vehicle }, facts, language) => {
    if (certificate === null) return null;
    const proof = signProof(given.proofSigner, 'contract', { contract, vehicle, certificate });
    return given.contractDocument.render({ ...facts, certificate, proof }, language);
  });
