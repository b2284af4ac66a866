import {
  done,
  refused,
  unknown,
  type Clock,
  type FailureReason,
  type Francs,
  type Instant,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type Providers,
  type RawNotification,
  type Session,
  type SessionState,
} from '@vehicle-insurance/core';
import {
  failedTry,
  LIFE_MINUTES,
  openFakeSession,
  paidSession,
  sessionAt,
  reportSession,
  type FakeSession,
} from './mobile-money-session.ts';
import { fakeNotification, notificationReader } from './notification.ts';

/** A special treatment of the next opening. */
export type OpeningScript =
  | 'refused'
  /** The provider opens a session, but the response is lost. */
  | 'answer lost'
  /** The provider does not receive the request. */
  | 'request lost'
  /** The provider opens two sessions under the same reference, but the response is lost. */
  | 'doubled'
  /** The provider opens a session without a URL, but the response is lost. */
  | 'without address'
  /** The money arrives before the provider answers the opening. */
  | 'paid at once';

/** A stateful provider with controls for tests. The controls find a session by its id or its reference. */
export interface FakeMobileMoney extends MobileMoney {
  scriptNextOpening(script: OpeningScript): void;
  /** Delays the responses to openings until the returned function is called. */
  holdOpenings(): () => void;
  /** Sets the minutes for which new sessions are payable. */
  liveFor(minutes: number): void;
  /** All sessions, oldest first. */
  sessions(): readonly FakeSession[];
  session(idOrReference: string): FakeSession;
  /** The payer confirms. `reported` replaces the true amount or time in the provider's reports. */
  pay(idOrReference: string, reported?: { readonly amount?: Francs; readonly completed?: Instant }): void;
  failTry(idOrReference: string, reason: FailureReason): void;
  /**
   * The payer confirms. The debit is in progress until `pay` or `failTry` ends it, or until an hour after the end of
   * the session.
   */
  beginDebit(idOrReference: string): void;
  /** Puts a session into a state that no other control can reach. */
  put(idOrReference: string, change: Partial<FakeSession> & { readonly state?: SessionState }): void;
  /** From now on, no call to the provider gets a response. Payers are not affected. */
  fallSilent(): void;
  speakAgain(): void;
  /**
   * Sets whether sessions can be expired and money refunded. With `unsupported`, the provider reports that it makes no
   * refunds. With `unanswered`, the provider makes the refund, but the response is lost.
   */
  allow(what: { readonly expire?: boolean; readonly refund?: boolean | 'unsupported' | 'unanswered' }): void;
  accept(accepting: boolean): void;
  /** Removes a session, as if it had never existed. */
  forget(idOrReference: string): void;
  /** A notification as this provider would send it now. */
  notificationAbout(idOrReference: string): RawNotification;
  /** A notification with any body, signed now as this provider would sign it. */
  signed(body: Uint8Array): RawNotification;
}

const NO_ANSWER = unknown({ code: 'no_answer', of: 'provider', failure: 'time-out' });

const ABLE: MobileMoneyCapabilities = {
  expire: true,
  debits: 'reported',
  refund: true,
  payerLock: true,
  address: 'always',
  notifications: 'dated',
  search: true,
  amountStep: 1,
};

/** A provider on the given clock. It passes the port's contract suite. */
export const fakeMobileMoney = ({
  clock,
  name = 'fake',
  ...options
}: {
  readonly clock: Clock;
  readonly name?: string;
  /** The capabilities that differ from the full set. */
  readonly capabilities?: Partial<MobileMoneyCapabilities>;
}): FakeMobileMoney => {
  const capabilities = { ...ABLE, ...options.capabilities };
  const sessions = new Map<string, FakeSession>();
  const allowed: { expire: boolean; refund: boolean | 'unsupported' | 'unanswered' } = { expire: true, refund: true };
  const state = { silent: false, accepting: true, lifeMinutes: LIFE_MINUTES };
  let script: OpeningScript | undefined;
  let held: Promise<void> = Promise.resolve();

  /** All sessions as they were at `at`. A change of a session empties this cache. */
  let seen: { readonly at: Instant; readonly all: readonly FakeSession[] } | undefined;
  const all = (): readonly FakeSession[] => {
    const at = clock.now();
    if (seen?.at !== at) seen = { at, all: Array.from(sessions.values(), (session) => sessionAt(session, at)) };
    return seen.all;
  };
  const keep = (session: FakeSession): FakeSession => {
    sessions.set(session.id, session);
    seen = undefined;
    return session;
  };
  const find = (name: string): FakeSession | undefined =>
    all().find(({ id, reference }) => id === name || reference === name);
  const known = (name: string): FakeSession => {
    const session = find(name);
    if (!session) throw new Error('the fake provider has no such session');
    return session;
  };

  const read = (session: FakeSession, isOpening = false): Session => {
    const shown = reportSession(session, capabilities.debits);
    const { address } = capabilities;
    return address === 'always' || (isOpening && address === 'at opening') ? shown : { ...shown, url: null };
  };

  return {
    provider: name,
    capabilities,
    accepting: () => state.accepting,
    open: async (request) => {
      const now = script;
      script = undefined;
      await held;
      if (state.silent || now === 'request lost') return NO_ANSWER;
      if (now === 'refused' || request.amount % capabilities.amountStep !== 0)
        return refused('provider_error', { code: 'refused' });
      const open = () =>
        keep(openFakeSession(request, `${name}-session-${sessions.size + 1}`, clock.now(), state.lifeMinutes));
      const session = open();
      if (now === 'doubled') open();
      if (now === 'without address') keep({ ...session, url: null });
      if (now === 'paid at once') keep(paidSession(session, clock.now()));
      const isAnswered = now === 'paid at once' || now === undefined;
      return isAnswered ? done(read(known(session.id), true), { id: session.id }) : NO_ANSWER;
    },
    read: async (id) => {
      const session = sessions.get(id);
      if (state.silent) return NO_ANSWER;
      return session ? done(read(sessionAt(session, clock.now())), { id }) : unknown({ code: 'session_not_known' });
    },
    search: async (reference) => {
      if (capabilities.search !== true) return refused('not_possible');
      const found = all().filter((session) => session.reference === reference);
      return state.silent ? NO_ANSWER : done(found.map((session) => read(session)));
    },
    expire: async (id) => {
      const session = sessions.get(id);
      if (!capabilities.expire) return refused('not_possible');
      if (state.silent || !session || !allowed.expire) return NO_ANSWER;
      if (sessionAt(session, clock.now()).state !== 'open') return refused('not_possible');
      keep({ ...session, state: 'expired', closed: clock.now() });
      return done(undefined);
    },
    refund: async (id) => {
      const session = sessions.get(id);
      if (!capabilities.refund) return refused('not_supported');
      if (state.silent || !session) return NO_ANSWER;
      // A refund is final, so a repeated call is confirmed even if refunds are no longer allowed.
      if (allowed.refund === 'unsupported' && session.refunds === 0) return refused('not_supported');
      if ((!allowed.refund && session.refunds === 0) || session.state !== 'paid') return refused('refused');
      keep({ ...session, refunds: 1, refunded: session.refunded ?? clock.now() });
      return allowed.refund === 'unanswered' ? NO_ANSWER : done(undefined);
    },
    verify: notificationReader(capabilities.notifications),
    scriptNextOpening: (next) => {
      script = next;
    },
    holdOpenings: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    liveFor: (lifeMinutes) => void Object.assign(state, { lifeMinutes }),
    sessions: all,
    session: known,
    pay: (name, { amount, completed = clock.now() } = {}) => void keep(paidSession(known(name), completed, amount)),
    failTry: (name, reason) => void keep(failedTry(known(name), reason)),
    beginDebit: (name) => void keep({ ...known(name), debit: true }),
    put: (name, change) => void keep({ ...known(name), ...change }),
    fallSilent: () => void Object.assign(state, { silent: true }),
    speakAgain: () => void Object.assign(state, { silent: false }),
    allow: (what) => void Object.assign(allowed, what),
    accept: (accepting) => void Object.assign(state, { accepting }),
    forget: (name) => {
      sessions.delete(known(name).id);
      seen = undefined;
    },
    notificationAbout: (name) => {
      const { id: sessionId, reference } = known(name);
      return fakeNotification(new TextEncoder().encode(JSON.stringify({ sessionId, reference })), clock.now());
    },
    signed: (body) => fakeNotification(body, clock.now()),
  };
};

/** A set of providers. `opening` opens new payments. */
export const providersOf = (opening: MobileMoney, ...others: readonly MobileMoney[]): Providers => ({
  opening,
  named: (name) => {
    const found = [opening, ...others].find(({ provider }) => provider === name);
    if (!found) throw new Error('no such provider is configured');
    return found;
  },
  has: (name) => [opening, ...others].some(({ provider }) => provider === name),
});
