import { openJournal } from '../shared/journal.ts';
import { isWithinMinutes } from '../shared/moments.ts';
import type { Demande } from './demande.ts';
import { scriptFor, type AuthorityScript } from './scripts.ts';

/** The authority's record of a policy since its first request, with or without a certificate. */
export interface Policy {
  readonly numero_police: string;
  readonly mobile: string;
  readonly firstRequest: string;
  readonly refusals: number;
}

/** The policies of all received requests. */
export interface Policies {
  /**
   * Stores and returns the policy of a vehicle's request. The phone number of the latest policyholder selects the
   * policy's script: how the authority behaves for this policy.
   */
  of(demande: Demande): Policy;
  find(numero: string): Policy | undefined;
  /** Whether the policy's script refuses one more request. Counts each refusal. */
  refuses(policy: Policy): boolean;
  close(): void;
}

export const openPolicies = (file: string, now: () => Date): Policies => {
  const journal = openJournal<Policy>(file);
  const keep = (policy: Policy): Policy => {
    journal.put(policy.numero_police, policy);
    return policy;
  };
  return {
    of: ({ numero_police, numero_telephone_souscripteur: mobile }) => {
      const known = journal.get(numero_police);
      if (known?.mobile === mobile) return known;
      return keep({ firstRequest: now().toISOString(), refusals: 0, ...known, numero_police, mobile });
    },
    find: (numero) => journal.get(numero),
    refuses: (policy) => {
      if (policy.refusals >= scriptOf(policy).refuse) return false;
      keep({ ...policy, refusals: policy.refusals + 1 });
      return true;
    },
    close: () => journal.close(),
  };
};

export const scriptOf = (policy: Policy): AuthorityScript => scriptFor(policy.mobile);

/** Whether the authority is unavailable for this policy at that moment. */
export const isSilent = (policy: Policy | undefined, now: Date): boolean =>
  policy !== undefined && isWithinMinutes(scriptOf(policy).silentMinutes, policy.firstRequest, now);
