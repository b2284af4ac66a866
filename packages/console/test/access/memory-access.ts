import { isSameName, later, shownName, type Identity, type Instant } from '@vehicle-insurance/core';
import { clockAt } from '@vehicle-insurance/testkit';
import type { ConsoleLine } from '../../src/access/console-history.ts';
import type { Access } from '../../src/access/open-access.ts';
import { isSamePerson, type SignedIn } from '../../src/access/person.ts';
import type { Ended, Proposal } from '../../src/access/proposals.ts';
import { newSecret } from '../../src/access/secret.ts';
import type { ListedSession, SessionEnd, SessionEnds } from '../../src/access/sessions.ts';

/** The console's records in memory, tested by the same contract suite as those in the database. */
export interface MemoryAccess extends Access {
  readonly passRealTime: (seconds: number) => Promise<void>;
}

interface KeptSession extends ListedSession {
  readonly checkedAt: Instant;
  readonly claimedAt: Instant | null;
  readonly grant: string | null;
}

interface KeptProposal extends Omit<Proposal, 'isOver'> {
  readonly ended: Ended['ended'] | null;
  readonly endedAt: Instant | null;
  readonly endedBy: Identity | null;
  readonly isRecorded: boolean;
}

const ROLE_MINUTES = 15;
const LOOK_MINUTES = 60;
const CLAIM_SECONDS = 30;

/** Empty records. Their real time does not move until a test passes some. */
export const memoryAccess = ({ idle, absolute }: SessionEnds): MemoryAccess => {
  const clock = clockAt('2026-01-15T09:00:00.000Z' as Instant);
  const before = (by: Parameters<typeof later>[1]): Instant =>
    later(clock.now(), Object.fromEntries(Object.entries(by).map(([unit, count]) => [unit, -Number(count)])));
  const links = new Map<string, { readonly person: SignedIn; readonly expiresAt: Instant }>();
  const sessions = new Map<string, KeptSession>();
  const proposals = new Map<string, KeptProposal>();
  const lines: ConsoleLine[] = [];

  const isLive = ({ lastSeen, since }: KeptSession): boolean =>
    lastSeen > before({ minutes: idle }) && since > before({ hours: absolute });
  const live = (secret: string): KeptSession | undefined => {
    const session = sessions.get(secret);
    return session && isLive(session) ? session : undefined;
  };
  const isStale = ({ issuer, checkedAt }: KeptSession, minutes = ROLE_MINUTES): boolean =>
    issuer !== null && checkedAt <= before({ minutes });
  const opened = (session: KeptSession | undefined) => {
    if (!session) return undefined;
    const { name, role, issuer, subject, grant } = session;
    const stale = { isStale: isStale(session), isTooStale: isStale(session, LOOK_MINUTES) };
    return { name, role, issuer, subject, grant, ...stale };
  };
  const change = (secret: string, changed: Partial<KeptSession>): KeptSession | undefined => {
    const session = sessions.get(secret);
    if (session) sessions.set(secret, { ...session, ...changed });
    return sessions.get(secret);
  };
  const listed = ({ checkedAt: _, claimedAt: __, grant: ___, ...session }: KeptSession): ListedSession => session;
  const list = (): readonly ListedSession[] =>
    [...sessions.values()]
      .filter(isLive)
      .toSorted((one, other) => (one.lastSeen < other.lastSeen ? 1 : -1))
      .map(listed);
  const end = (secret: string, done: string, { by, why }: Partial<SessionEnd>): ListedSession[] => {
    const session = sessions.get(secret);
    if (!session || !sessions.delete(secret)) return [];
    const { id, since, lastSeen: _, address: __, browser: ___, ...person } = listed(session);
    const kept = Object.entries({ ...person, since, why }).filter(([, value]) => value !== undefined && value !== null);
    lines.push({ at: clock.now(), what: 'session', id, done, by: by ?? null, about: Object.fromEntries(kept) });
    return [listed(session)];
  };

  const proposalFrom = (kept: KeptProposal): Proposal => {
    const { ended: _, endedAt: __, endedBy: ___, isRecorded: ____, ...proposal } = kept;
    return { ...proposal, isOver: proposal.expiresAt <= clock.now() };
  };
  const waiting = (id: string): KeptProposal | undefined => {
    const proposal = proposals.get(id);
    return proposal && proposal.ended === null && !proposalFrom(proposal).isOver ? proposal : undefined;
  };

  return {
    passRealTime: async (seconds) => clock.advance({ seconds }),
    links: {
      make: async ({ name, role }, minutes) => {
        const secret = newSecret();
        const person = { name: shownName(name), role, issuer: null, subject: null };
        links.set(secret, { person, expiresAt: later(clock.now(), { minutes }) });
        return secret;
      },
      redeem: async (secret) => {
        const link = links.get(secret);
        links.delete(secret);
        return link && link.expiresAt > clock.now() ? link.person : undefined;
      },
      revoke: async (name) => {
        const own = [...links].filter(([, { person }]) => isSameName(person.name, name));
        for (const [secret] of own) links.delete(secret);
        return own.length;
      },
    },
    sessions: {
      begin: async (person, place, grant) => {
        const [secret, now] = [newSecret(), clock.now()];
        const { name, role, issuer, subject } = person;
        const session = { id: crypto.randomUUID(), name, role, issuer, subject, ...place, since: now, lastSeen: now };
        sessions.set(secret, { ...session, grant, checkedAt: now, claimedAt: null });
        return secret;
      },
      find: async (secret) => opened(live(secret)),
      use: async (secret) => opened(live(secret) && change(secret, { lastSeen: clock.now() })),
      endAllOf: async (person) => {
        for (const [secret, session] of sessions) if (isSamePerson(session, person)) sessions.delete(secret);
      },
      list: async () => list(),
      end: async (ids, by) =>
        [...sessions].flatMap(([secret, { id }]) => (ids.includes(id) ? end(secret, 'ended', by) : [])),
      claimCheck: async (secret) => {
        const session = sessions.get(secret);
        const isFree = !session?.claimedAt || session.claimedAt <= before({ seconds: CLAIM_SECONDS });
        if (!session || !isStale(session) || !isFree) return false;
        change(secret, { claimedAt: clock.now() });
        return true;
      },
      confirm: async (secret, role) => void change(secret, { role, checkedAt: clock.now(), claimedAt: null }),
      keepGrant: async (secret, grant) => void change(secret, { grant }),
      endWithoutRole: async (secret) => void end(secret, 'role_removed', {}),
      drop: async (secret) => void sessions.delete(secret),
    },
    proposals: {
      add: async (proposal, { name: proposedBy, issuer, subject }, minutes) => {
        const id = crypto.randomUUID();
        const made = { id, ...proposal, proposedBy, issuer, subject, expiresAt: later(clock.now(), { minutes }) };
        proposals.set(id, { ...made, ended: null, endedAt: null, endedBy: null, isRecorded: false });
      },
      list: async () => [...proposals.values()].filter(({ ended }) => ended !== 'withdrawn').map(proposalFrom),
      take: async (id) => {
        const proposal = waiting(id);
        proposals.delete(proposal?.id ?? '');
        return proposal && proposalFrom(proposal);
      },
      withdraw: async (id, endedBy) => {
        const proposal = waiting(id);
        if (proposal) proposals.set(id, { ...proposal, ended: 'withdrawn', endedBy });
        return proposal !== undefined;
      },
      dismiss: async (id) => proposals.get(id)?.isRecorded === true && proposals.delete(id),
      claimEnded: async () => {
        const due = [...proposals.values()].filter((proposal) => {
          const isEnded = proposal.ended !== null || proposalFrom(proposal).isOver;
          const isFree = proposal.endedAt === null || proposal.endedAt < before({ seconds: CLAIM_SECONDS });
          return isEnded && isFree && !proposal.isRecorded;
        });
        return due.map((proposal) => {
          const { ended = null, endedBy } = proposal;
          const claimed = { ...proposal, ended: ended ?? ('expired' as const), endedAt: clock.now() };
          proposals.set(proposal.id, claimed);
          return { ...proposalFrom(claimed), ended: claimed.ended, endedBy };
        });
      },
      markRecorded: async ({ id, ended }) => {
        const proposal = proposals.get(id);
        if (ended === 'withdrawn') proposals.delete(id);
        else if (proposal) proposals.set(id, { ...proposal, isRecorded: true });
      },
    },
    history: {
      addProposal: async ({ id, end: done, by, ...about }) => {
        if (lines.some((line) => line.id === id && line.done === done)) return;
        const who = typeof by === 'string' ? { name: by, issuer: null, subject: null } : (by ?? null);
        lines.push({ at: clock.now(), what: 'proposal', id, done, by: who, about });
      },
      latest: async (limit) => lines.toReversed().slice(0, limit),
    },
  };
};
