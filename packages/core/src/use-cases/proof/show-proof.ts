import { checkProof, type VerifySignature } from '../../domain/proof/check-proof.ts';
import { soldUntil } from '../../domain/contract/cancellation.ts';
import type { ProofKey } from '../../domain/proof/proof-keys.ts';
import type { Proof } from '../../domain/proof/proof.ts';
import type { PolicyStanding } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { StoreUnavailable } from '../../ports/unit-of-work.ts';
import { dateOf, type Instant, type LocalDate, type TimeZone } from '../../shared/calendar.ts';

/**
 * The state of a signed paper according to our records. Only `good` confirms the insurance.
 *
 * - `pending`: the premium is paid, but no certificate is issued yet.
 * - `refused`: the premium is paid, but the authority refused the certificate.
 * - `other_plate` and `other_days`: the contract is for another vehicle or other days.
 * - `replaced`: the certificate's number was corrected after the paper was made.
 * - `unrecorded`: the store has no such contract.
 * - `unknown`: the store cannot be reached.
 */
export type RecordedState =
  | 'good'
  | 'pending'
  | 'refused'
  | 'other_plate'
  | 'other_days'
  | 'replaced'
  | 'cancelled'
  | 'unrecorded'
  | 'unknown';

/**
 * The current state of a paper. If the paper is not ours, no reason is given, so that every forgery gets the same
 * answer.
 */
export type ShownProof =
  | {
      readonly standing: 'valid' | 'not_yet' | 'ended';
      readonly recorded: RecordedState;
      /**
       * The last day of cover of a cancelled contract. Null if that contract covers no day, and for every other paper.
       */
      readonly lastDay: LocalDate | null;
      readonly proof: Proof;
      readonly at: Instant;
      readonly zone: TimeZone;
    }
  | { readonly standing: 'refused' };

/** Shows what a token proves, and whether our records confirm the token. */
export type ShowProof = (token: unknown) => Promise<ShownProof>;

export interface ProofChecking {
  readonly proofKeys: readonly ProofKey[];
  readonly verifySignature: VerifySignature;
}

/**
 * Checks a token, and compares the token with the contract and the certificate on record. Accepts any value as a token:
 * an invalid token is refused, never an error.
 */
export const showProof =
  ({
    proofKeys,
    verifySignature,
    contractQueries,
    clock,
    zone,
  }: ProofChecking & Pick<Dependencies, 'contractQueries' | 'clock' | 'zone'>): ShowProof =>
  async (token) => {
    const at = clock.now();
    const checked = await checkProof(verifySignature)(token, proofKeys, dateOf(at, zone));
    if (checked.standing === 'refused') return { standing: 'refused' };
    return { ...checked, ...(await recordedState(contractQueries, checked.proof)), at, zone };
  };

const recordedState = async (
  contractQueries: Dependencies['contractQueries'],
  proof: Proof,
): Promise<{ readonly recorded: RecordedState; readonly lastDay: LocalDate | null }> => {
  try {
    const contract = await contractQueries.withPolicy(proof.policyNumber);
    return {
      recorded: contract ? compare(proof, contract) : 'unrecorded',
      lastDay: contract?.cancelled?.lastDay ?? null,
    };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { recorded: 'unknown', lastDay: null };
    throw error;
  }
};

const compare = (proof: Proof, contract: PolicyStanding): RecordedState => {
  if (contract.cancelled) return 'cancelled';
  if (proof.licencePlate !== contract.licencePlate) return 'other_plate';
  if (proof.firstDay !== contract.startDate || proof.lastDay !== soldUntil(contract)) return 'other_days';
  if (contract.certificateStatus !== 'issued') return contract.certificateStatus === 'failed' ? 'refused' : 'pending';
  // A paper made before the certificate was issued has no certificate number.
  return proof.certificateNumber === null || proof.certificateNumber === contract.certificateNumber
    ? 'good'
    : 'replaced';
};
