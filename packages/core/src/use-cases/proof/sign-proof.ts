import type { Certificate } from '../../domain/certificate/certificate.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { ProvenDocument } from '../../domain/proof/proof.ts';
import { payloadOf, tokenOf } from '../../domain/proof/token.ts';
import type { Vehicle } from '../../domain/vehicle/vehicle.ts';
import type { ProofSigner } from '../../ports/proof-signer.ts';

/** The facts of a contract that a proof contains. */
export interface ProvenFacts {
  readonly contract: Pick<Contract, 'startDate' | 'endDate' | 'policyNumber'>;
  readonly vehicle: Pick<Vehicle, 'licencePlate'>;
  /** Null until the certificate is issued. */
  readonly certificate: Pick<Certificate, 'certificateNumber'> | null;
}

/**
 * The URL that is printed as a paper's proof; deterministic. Null if there is no signer, or if the facts cannot be
 * encoded, for example if a number is too long for a QR code that can be scanned. The paper then has no proof.
 */
export const signProof = (
  signer: ProofSigner | undefined,
  document: ProvenDocument,
  { contract, vehicle, certificate }: ProvenFacts,
): string | null => {
  if (!signer) return null;
  const proof = {
    document,
    licencePlate: vehicle.licencePlate,
    firstDay: contract.startDate,
    lastDay: contract.endDate,
    policyNumber: contract.policyNumber,
    certificateNumber: certificate?.certificateNumber ?? null,
  };
  const payload = payloadOf(proof, signer.publicKey);
  return payload ? `${signer.address}${tokenOf(payload, signer.sign(payload))}` : null;
};
