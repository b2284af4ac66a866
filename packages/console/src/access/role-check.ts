import type { Sessions, Session } from './sessions.ts';
import type { Provider } from '../sign-in/provider.ts';

/**
 * What is known of a session's role: it is current; the provider cannot be asked right now; or the session has ended,
 * because the role was removed or because only a new sign-in can tell.
 */
export type Checked = { readonly person: Session } | 'unchecked' | 'role_removed' | 'sign_in_again';

/** Has the provider confirm a role that was confirmed too long ago; requests of one session share one question. */
export const roleCheck = (sessions: Sessions, provider: Provider | undefined) => {
  const asking = new Map<string, Promise<Checked>>();
  const ask = async (secret: string, person: Session): Promise<Checked> => {
    const { grant, issuer, subject } = person;
    if (!provider || grant === null || issuer === null || subject === null) {
      await sessions.drop(secret);
      return 'sign_in_again';
    }
    if (!(await sessions.claimCheck(secret))) {
      const current = await sessions.find(secret);
      return current?.isStale === false ? { person: current } : 'unchecked';
    }
    const { found, grant: next } = await provider.check(grant, { issuer, subject });
    // The provider may accept each refresh token once: the next one is kept whatever else it said.
    if (next !== undefined) await sessions.keepGrant(secret, next);
    if (found === 'unknown') return 'unchecked';
    if (found === 'no_role') await sessions.endWithoutRole(secret);
    else if (found === 'sign_in_again') await sessions.drop(secret);
    else {
      await sessions.confirm(secret, found.role);
      return { person: { ...person, role: found.role, isStale: false, isTooStale: false } };
    }
    return found === 'no_role' ? 'role_removed' : 'sign_in_again';
  };
  return async (secret: string, person: Session): Promise<Checked> => {
    if (!person.isStale) return { person };
    const running = asking.get(secret) ?? ask(secret, person).finally(() => asking.delete(secret));
    asking.set(secret, running);
    return running;
  };
};
