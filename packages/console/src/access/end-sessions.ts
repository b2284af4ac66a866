import { isSameName, type ActionPorts } from '@vehicle-insurance/core';
import type { Access } from './open-access.ts';
import { identityOf } from './person.ts';
import type { ListedSession } from './sessions.ts';

/** Ends a session by its id, or all sessions and unused links of a person by name or account. */
export const endSessions =
  ({ sessions, links }: Pick<Access, 'sessions' | 'links'>): ActionPorts['endSessions'] =>
  async (typed, { by, why }) => {
    const listed = await sessions.list();
    const isMeant = listed.some(({ id }) => id === typed)
      ? ({ id }: ListedSession) => id === typed
      : ({ name, subject }: ListedSession) => subject === typed || isSameName(name, typed);
    const ids = listed.filter(isMeant).map(({ id }) => id);
    const ended = await sessions.end(ids, { by: identityOf(by), why });
    if (ids.includes(typed)) return { ended, links: 0 };
    // The links for all names of an account are revoked with its sessions.
    let revoked = 0;
    for (const name of new Set([typed, ...ended.map((each) => each.name)])) revoked += await links.revoke(name);
    return { ended, links: revoked };
  };
