import { checkProof, type VerifySignature } from '../../domain/proof/check-proof.ts';
import type { ProofKey } from '../../domain/proof/proof-keys.ts';
import type { Proof } from '../../domain/proof/proof.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { StoreUnavailable } from '../../ports/unit-of-work.ts';
import { dateOf, type Instant, type TimeZone } from '../../shared/calendar.ts';

/**
 * What our records say of a paper that we signed. `replaced`: its certificate's number was corrected since; `unknown`:
 * the store cannot be reached; `unrecorded`: the store has no such contract.
 */
export type RecordedState = 'good' | 'replaced' | 'cancelled' | 'unrecorded' | 'unknown';

/** A paper as it stands now. For one that is not ours no reason is given: every forgery gets the same answer. */
export type ShownProof =
  | {
      readonly standing: 'valid' | 'not_yet' | 'ended';
      readonly recorded: RecordedState;
      readonly proof: Proof;
      readonly at: Instant;
      readonly zone: TimeZone;
    }
  | { readonly standing: 'refused' };

/** Shows what a token proves and whether its contract was cancelled since. */
export type ShowProof = (token: unknown) => Promise<ShownProof>;

/** What checking a paper needs besides the usual. */
export interface ProofChecking {
  readonly proofKeys: readonly ProofKey[];
  readonly verifySignature: VerifySignature;
}

/**
 * Checks a token, and whether the contract it proves was cancelled since. Never throws on a token, whatever is sent.
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
    const recorded = await recordedState(contractQueries, checked.proof);
    return { ...checked, recorded, at, zone };
  };

const recordedState = async (
  contractQueries: Dependencies['contractQueries'],
  { policyNumber, certificateNumber }: Proof,
): Promise<RecordedState> => {
  try {
    const contract = await contractQueries.withPolicy(policyNumber);
    if (!contract) return 'unrecorded';
    if (contract.cancelled) return 'cancelled';
    // A paper that was made before the certificate was issued names none.
    return certificateNumber === null || certificateNumber === contract.certificateNumber ? 'good' : 'replaced';
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unknown';
    throw error;
  }
};
