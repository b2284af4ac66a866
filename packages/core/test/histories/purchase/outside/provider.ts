import {
  later,
  unknown,
  type Clock,
  type Instant,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type RawNotification,
  type Session,
  type SessionRequest,
} from '@vehicle-insurance/core';
import { fakeMobileMoney, type FakeSession, type OpeningScript } from '@vehicle-insurance/testkit';
import { after } from '../days.ts';
import { around } from '../ports.ts';
import { losing, type Lost } from './losing.ts';
import { malformedBody, notUnderstood, understood, type Malformed, type MalformedNotice } from './malformed.ts';

/** The fate of an opening. The fake provider does not offer the last two. */
export const OPENINGS = [
  'refused',
  'answer lost',
  'request lost',
  'doubled',
  'without address',
  'paid at once',
  /** The request arrives when no process is waiting for its answer any more. */
  'late',
  /** The answer contains a session without a URL. */
  'answered without address',
] as const satisfies readonly (OpeningScript | 'late' | 'answered without address')[];
export type Opening = (typeof OPENINGS)[number];

/** Actions of a payer, or of the network behind the payer, on a session. */
export const ACTS = [
  'confirm',
  'confirm less',
  'confirm more',
  'confirm in euros',
  /** The provider dates it before the session, in the future, or not at all. */
  'confirm, dated early',
  'confirm, dated ahead',
  'confirm, not dated',
  'begin',
  'finish',
  'fall through',
  'fail an attempt',
  'cancel',
  /** The payment arrives within the hour in which money from before the session's end can still arrive. */
  'pay after its end',
] as const;
export type Act = (typeof ACTS)[number];

export const CALLS = ['read', 'search', 'expire', 'refund'] as const;
export type CallName = (typeof CALLS)[number];

/** Hours after which a delayed request certainly no longer arrives. */
const LOST_FOR_GOOD = 20;

/** Minutes within which the request of an opening arrives, unless it is delayed. */
const ARRIVES_WITHIN = 1;

/** Minutes after a session's end within which money in transit can arrive. */
const LAST_ARRIVAL = 59;

export interface ProviderKind {
  readonly tellsDebits: boolean;
  readonly tellsTimes: boolean;
  readonly life: number;
  /** Whether the modest provider has a search. */
  readonly searches: boolean;
}

export interface KnownSession extends FakeSession {
  /** When its money actually arrived; null if it has not. */
  readonly paidAt: Instant | null;
}

/** The modest provider only takes money: no expiry, no refund, multiples of 5, a URL only in the opening's answer. */
export const PROVIDERS = ['able', 'modest'] as const;
type ProviderName = (typeof PROVIDERS)[number];

const MODEST: Partial<MobileMoneyCapabilities> = {
  expire: false,
  debits: 'unreported',
  refund: false,
  address: 'at opening',
  notifications: 'undated',
  amountStep: 5,
};

/** Openings that the modest provider never has: two sessions under one reference, or paid without a URL. */
const BEYOND_IT: Partial<Record<Opening, Opening>> = { doubled: 'answer lost', 'paid at once': 'answer lost' };

export type ProviderOutside = ReturnType<typeof providerOutside>;

export const providerOutside = (
  clock: Clock,
  name: ProviderName,
  { tellsDebits, tellsTimes, life, searches }: ProviderKind,
  isUrlKnown: (sessionId: string) => boolean,
  saw: (what: string) => void,
) => {
  const isAble = name === 'able';
  const fake = fakeMobileMoney({
    clock,
    name,
    capabilities: isAble
      ? { debits: tellsDebits ? 'reported' : 'unreported' }
      : { ...MODEST, search: searches ? true : { lifeMinutes: life } },
  });
  fake.liveFor(life);
  const openings: Opening[] = [];
  const late: { readonly request: SessionRequest; readonly sent: Instant }[] = [];
  /** The bodies of notifications. Each is signed when it is sent. */
  const notifications: Uint8Array[] = [];
  const notify = (sessionId: string, reference: string): void =>
    void notifications.push(new TextEncoder().encode(JSON.stringify({ sessionId, reference })));
  const paidAt = new Map<string, Instant>();
  const malformed = new Map<string, Malformed>();
  const malformations = new Map<string, ReadonlySet<Malformed>>();
  let malformedNext: Malformed | undefined;
  const { lose, losable, spare } = losing(saw);
  let lagging = false;
  let refunds: boolean | 'unsupported' = true;
  let wasUnable = false;
  /** Sessions whose debit never ends, long after the session has. */
  const stalled = new Set<string>();
  let expires = true;
  /** A cache of all sessions while nothing changes, because the laws read them after each commit. */
  let known: { readonly from: readonly FakeSession[]; readonly sessions: readonly KnownSession[] } | undefined;

  const malform = (sessionId: string, how: Malformed): void => {
    malformed.set(sessionId, how);
    malformations.set(sessionId, new Set([...(malformations.get(sessionId) ?? []), how]));
  };
  const withDebit = <Any extends Session>(session: Any): Any =>
    stalled.has(session.id) && session.state === 'expired' ? { ...session, state: 'expired_processing' } : session;
  /** A session as its gateway reports it; undefined if it is unreadable. */
  const showSession = (session: Session): Session | undefined =>
    understood(withDebit(tellsTimes ? session : { ...session, completed: null }), malformed.get(session.id));
  /** A session as its gateway reports it in the opening's answer: the able provider's must contain our reference. */
  const showOpened = (session: Session): Session | undefined => {
    const how = malformed.get(session.id);
    return how === 'without reference' && isAble ? undefined : showSession(session);
  };
  const notePaid = (id: string): void => {
    known = undefined;
    if (!paidAt.has(id)) paidAt.set(id, clock.now());
  };
  const open: MobileMoney['open'] = async (request) => {
    const scripted = openings.shift();
    const opening = isAble || scripted === undefined ? scripted : (BEYOND_IT[scripted] ?? scripted);
    if (opening === 'late') {
      late.push({ request, sent: clock.now() });
      return unknown({ code: 'no_answer', of: 'provider', failure: 'time-out' });
    }
    if (opening !== undefined && opening !== 'answered without address') fake.scriptNextOpening(opening);
    const before = fake.sessions().length;
    const answer = await fake.open(request);
    const [first] = fake.sessions().slice(before);
    if (first && malformedNext !== undefined) malform(first.id, malformedNext);
    if (first) malformedNext = undefined;
    if (answer.outcome !== 'done') return answer;
    if (opening === 'paid at once') {
      notePaid(answer.value.id);
      notify(answer.value.id, request.reference);
    }
    const value = showOpened(answer.value);
    if (!value) return notUnderstood();
    if (opening !== 'answered without address') return { ...answer, value };
    fake.put(answer.value.id, { url: null });
    return { ...answer, value: { ...value, url: null } };
  };
  const reachable = losable<MobileMoney>(fake, CALLS);
  const port: MobileMoney = {
    ...around(reachable, ['read'], (call) => async (...given) => {
      const said = (await call(...given)) as Awaited<ReturnType<MobileMoney['read']>>;
      if (said.outcome !== 'done') return said;
      const how = malformed.get(said.value.id);
      const value = how === 'not known' ? undefined : showSession(said.value);
      return value ? { ...said, value } : notUnderstood(how);
    }),
    open,
    search: async (reference) => {
      const found = await reachable.search(reference);
      if (found.outcome !== 'done') return found;
      const isAlone = found.value.length === 1;
      const listed = found.value.filter((session) => isFound(session, isAlone));
      const value = listed.flatMap((session) => showSession(session) ?? []);
      // An unreadable session may be the one that was paid.
      return value.length === listed.length ? { ...found, value } : notUnderstood();
    },
  };

  /**
   * A lagging search finds a session only hours after its opening. So does any search if the session's answers lack the
   * reference, unless another session has the same reference: otherwise, the second session could never be found.
   */
  const isFound = ({ id, created }: Session, isAlone: boolean): boolean =>
    !(lagging || (isAble && isAlone && malformed.get(id) === 'without reference')) ||
    created === null ||
    clock.now() >= later(created, { hours: LOST_FOR_GOOD });

  const sessions = (): readonly KnownSession[] => {
    const from = fake.sessions();
    if (known?.from === from) return known.sessions;
    const withTimes = from.map((session) => ({
      ...withDebit(session),
      paidAt: paidAt.get(session.id) ?? session.completed,
    }));
    known = { from, sessions: withTimes };
    return withTimes;
  };
  /** No payer can reach a session without a URL, or whose URL was only in a lost answer. */
  const isPayable = ({ id, url }: KnownSession): boolean => url !== null && (isAble || isUrlKnown(id));
  const payable = (): readonly KnownSession[] => sessions().filter(isPayable);
  const confirm = (
    session: KnownSession,
    reported: Parameters<typeof fake.pay>[1] & { readonly currency?: string },
  ): void => {
    notePaid(session.id);
    fake.pay(session.id, reported);
    if (reported.currency !== undefined) fake.put(session.id, { currency: reported.currency });
  };

  const can = ({ state, debit, closed, expires }: KnownSession, what: Act): boolean => {
    const now = clock.now();
    const isOpen = state === 'open' && !debit;
    switch (what) {
      case 'finish':
      case 'fall through':
        return debit;
      case 'pay after its end':
        return state === 'expired' && !debit && now < after(closed ?? expires ?? now, LAST_ARRIVAL);
      default:
        return isOpen;
    }
  };
  const act = (session: KnownSession, what: Act): void => {
    const { id, reference, amount, created } = session;
    const now = clock.now();
    if (!can(session, what)) return;
    const payments: Partial<Record<Act, Parameters<typeof confirm>[1]>> = {
      ...{ confirm: {}, finish: {}, 'pay after its end': {}, 'confirm, not dated': {} },
      'confirm less': { amount: amount - 1 },
      'confirm more': { amount: amount + 1 },
      'confirm in euros': { currency: 'EUR' },
      'confirm, dated early': { completed: after(created ?? now, -600) },
      'confirm, dated ahead': { completed: after(now, 600) },
    };
    const payment = payments[what];
    if (payment) confirm(session, payment);
    if (what === 'confirm, not dated') fake.put(id, { completed: null });
    if (what === 'begin') fake.beginDebit(id);
    if (what === 'fall through') fake.failTry(id, 'insufficient_funds');
    if (what === 'fail an attempt') fake.failTry(id, 'payer_mismatch');
    if (what === 'cancel') fake.put(id, { state: 'cancelled' });
    notify(id, reference);
  };

  return {
    ...{ name, fake, port, sessions, isPayable, payable, can, act },
    /** Until when a payment whose opening was not answered must stay open, because no search finds its session. */
    lostUntil: (created: Instant): Instant | undefined =>
      isAble || searches ? undefined : after(created, ARRIVES_WITHIN + life),
    tellsTimesOf: (sessionId: string): boolean =>
      tellsTimes && malformations.get(sessionId)?.has('with invalid times') !== true,
    wasMalformed: (sessionId: string): boolean => malformations.has(sessionId),
    script: (opening: Opening) => void openings.push(opening),
    /**
     * Shows one of the latest sessions in this form or, if there is none, the next session. Without a form, all
     * sessions are shown correctly again.
     */
    malform: (which = 0, how?: Malformed): void => {
      const session = fake.sessions().at(-1 - which);
      if (how === undefined) malformed.clear();
      else if (session) malform(session.id, how);
      else malformedNext = how;
    },
    malformedNotification: (how: MalformedNotice): RawNotification =>
      fake.signed(malformedBody(how, fake.sessions().at(-1)?.id ?? 'elsewhere')),
    lose: (call: CallName, what: Lost) => lose(call, what),
    lag: (lags: boolean) => {
      lagging = lags;
    },
    refunding: (next: boolean | 'unsupported'): void => {
      refunds = next;
      if (next === 'unsupported') wasUnable = true;
      fake.allow({ refund: refunds });
    },
    arrive: async (): Promise<void> => {
      const lost = late.shift();
      if (!lost || clock.now() >= later(lost.sent, { hours: LOST_FOR_GOOD })) return;
      await fake.open(lost.request);
      saw('an opening arrived late');
    },
    notification: (which: number): RawNotification | undefined => {
      const body = notifications.at(-1 - (which % Math.max(1, notifications.length)));
      // The signature has the time of the last sending, even if the notification arrives late.
      return body && fake.signed(body);
    },
    notificationAbout: (sessionId: string): RawNotification => fake.notificationAbout(sessionId),
    /** A notification about a session of another shop with the same account. */
    foreign: (): RawNotification =>
      fake.signed(new TextEncoder().encode(JSON.stringify({ sessionId: 'elsewhere', reference: 'another shop’s' }))),
    recover: (): void => {
      spare();
      openings.length = 0;
      late.length = 0;
      lagging = false;
      malformed.clear();
      malformedNext = undefined;
      fake.speakAgain();
      fake.accept(true);
      // A refund that the provider cannot make remains an operator's task. A refused refund is retried until it
      // succeeds.
      fake.allow({ refund: refunds === 'unsupported' ? refunds : true });
    },
    closes: (): boolean => isAble && expires,
    /** Reports a debit in progress as in progress for ever, if the provider reports debits. */
    stall: (sessionId: string): boolean => {
      const tells = fake.capabilities.debits === 'reported';
      if (tells) stalled.add(sessionId);
      known = undefined;
      return tells;
    },
    isStalled: (sessionId: string): boolean => stalled.has(sessionId),
    expiring: (works: boolean): void => {
      expires = works;
      fake.allow({ expire: works });
    },
    refundsAlways: (): boolean => isAble && !wasUnable,
  };
};
