import type { Sessions, Session } from './sessions.ts';
import type { Provider } from '../sign-in/provider.ts';

/**
 * The result of a role check: the person with the current role, `unchecked`, or why the session ended. `unchecked`
 * means that the identity provider gave no usable answer, or that the last query began less than half a minute ago.
 */
export type RoleCheck = { readonly person: Session } | 'unchecked' | 'role_removed' | 'sign_in_again';

/**
 * Queries the identity provider if its last confirmation of the role is too old. Concurrent requests of a session in
 * this process share one query.
 */
export const roleCheck = (sessions: Sessions, provider: Provider | undefined) => {
  const checks = new Map<string, Promise<RoleCheck>>();
  const check = async (secret: string, person: Session): Promise<RoleCheck> => {
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
    // The provider may accept each refresh token only once. So the next token is stored even if the check fails.
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
  return async (secret: string, person: Session): Promise<RoleCheck> => {
    if (!person.isStale) return { person };
    const running = checks.get(secret) ?? check(secret, person).finally(() => checks.delete(secret));
    checks.set(secret, running);
    return running;
  };
};
