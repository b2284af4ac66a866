import type { Session } from './mobile-money.ts';

/** The sessions found under one reference: the payment's own, and those that must not be paid as well. */
export interface FoundSessions {
  readonly own: Session;
  readonly strays: readonly Session[];
}

/**
 * Which of the sessions under one reference is the payment's own: one that was paid, else one being paid, else the
 * oldest that can still be paid, else one that has ended. A session without an address, open or over, could never be
 * given to a payer and counts as none. Nothing where there is none.
 */
export const chooseSession = (sessions: readonly Session[]): FoundSessions | undefined => {
  const oldestFirst = sessions.toSorted((a, b) => compare(a.created ?? '', b.created ?? ''));
  const own =
    oldestFirst.find(({ state }) => state === 'paid') ??
    oldestFirst.find(({ state }) => state === 'processing' || state === 'expired_processing') ??
    oldestFirst.find(({ state, url }) => state === 'open' && url !== null) ??
    oldestFirst.find(({ url }) => url !== null);
  return own && { own, strays: oldestFirst.filter((session) => session !== own) };
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
