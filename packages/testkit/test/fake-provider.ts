import type { Instant, MobileMoneyCapabilities, Outcome, Session } from '@vehicle-insurance/core';
import { clockAt, fakeMobileMoney, freshId, at, type MobileMoneySubject } from '@vehicle-insurance/testkit';

const OPENINGS = {
  opened: undefined,
  'opened, with a slow debit': undefined,
  refused: 'refused',
  'opened, but unanswered': 'answer lost',
  'opened, then silence': undefined,
} as const;

export const fakeProvider = (capabilities: Partial<MobileMoneyCapabilities> = {}): MobileMoneySubject => {
  const clock = clockAt(at('2026-01-15T09:00:00.000Z'));
  const mobileMoney = fakeMobileMoney({ clock, capabilities });
  const silentAfter = new Set<string>();
  const slow = new Set<string>();
  return {
    mobileMoney: {
      ...mobileMoney,
      open: async (request) => {
        const answer = await mobileMoney.open(request);
        if (silentAfter.has(request.reference)) mobileMoney.fallSilent();
        return answer;
      },
    },
    clock,
    requestThatIs: (kind) => {
      const script = OPENINGS[kind];
      if (script) mobileMoney.scriptNextOpening(script);
      const reference = freshId();
      if (kind === 'opened, then silence') silentAfter.add(reference);
      if (kind === 'opened, with a slow debit') slow.add(reference);
      return { reference, amount: 121_430, payer: '+2250505060708' };
    },
    payerConfirms: async ({ id }, from) => {
      if (slow.has(mobileMoney.session(id).reference)) mobileMoney.beginDebit(id);
      else if (from === undefined) mobileMoney.pay(id);
      else mobileMoney.failTry(id, 'payer_mismatch');
    },
    debitEnds: async ({ id, expires }) => {
      if (expires !== null && expires > clock.now()) clock.moveTo(expires);
      mobileMoney.pay(id);
    },
    givenBack: async ({ id }) => {
      const { amount, refunds } = mobileMoney.session(id);
      return amount * refunds;
    },
    payerFails: async ({ id }) => mobileMoney.failTry(id, 'insufficient_funds'),
    notificationsAbout: async ({ id }) => [mobileMoney.notificationAbout(id)],
    signed: mobileMoney.signed,
  };
};

const MODEST: MobileMoneyCapabilities = {
  ...{ expire: false, debits: 'unreported', refund: false, payerLock: false },
  ...{ address: 'at opening', notifications: 'none', search: true, amountStep: 5 },
};

/** A provider that can only collect money, and a gateway that declares that. */
export const modestProvider = (capabilities: Partial<MobileMoneyCapabilities> = {}): MobileMoneySubject => {
  const provider = fakeProvider({ ...MODEST, ...capabilities });
  return {
    ...provider,
    payerConfirms: (session) => provider.payerConfirms(session),
    notificationsAbout: async () => [],
    signed: () => null,
  };
};

export const undatedProvider = (): MobileMoneySubject => fakeProvider({ notifications: 'undated' });

export const otherwise =
  (change: (genuine: MobileMoneySubject['mobileMoney']) => Partial<MobileMoneySubject['mobileMoney']>) =>
  (): MobileMoneySubject => {
    const subject = fakeProvider();
    return { ...subject, mobileMoney: { ...subject.mobileMoney, ...change(subject.mobileMoney) } };
  };

const withValue = <Value, Reason>(
  said: Outcome<Value, Reason>,
  change: (value: Value) => Value,
): Outcome<Value, Reason> => (said.outcome === 'done' ? { ...said, value: change(said.value) } : said);

/** A provider that reports another time of payment than the right one; null: none, ever. */
export const providerWithTime = (completed: Instant | null): MobileMoneySubject => {
  const changed = (session: Session): Session => (session.state === 'paid' ? { ...session, completed } : session);
  return otherwise(({ read, search }) => ({
    read: async (id) => withValue(await read(id), changed),
    search: async (reference) => withValue(await search(reference), (found) => found.map(changed)),
  }))();
};

export const discreetProvider = (): MobileMoneySubject => fakeProvider({ debits: 'unreported' });

/** A provider that finds no session whose opening was not answered. */
export const blindProvider = (): MobileMoneySubject => modestProvider({ search: { lifeMinutes: 30 } });

/** A wallet that prompts the payer's phone once. If it `retries`, it prompts again although the session has ended. */
export const promptProvider = (retries = false): MobileMoneySubject => {
  const capabilities = { address: 'none', debits: 'unreported', expire: false } as const;
  const provider = fakeProvider(capabilities);
  const ended = new Set<string>();
  const { read } = provider.mobileMoney;
  return {
    ...provider,
    mobileMoney: {
      ...provider.mobileMoney,
      read: async (id) =>
        withValue(await read(id), (session) =>
          ended.has(id) && session.state === 'open' ? { ...session, state: 'expired' } : session,
        ),
    },
    payerFails: async (session) => {
      await provider.payerFails(session);
      ended.add(session.id);
    },
    payerConfirms: async (session, from) => {
      if (from === undefined && (retries || !ended.has(session.id))) await provider.payerConfirms(session);
    },
  };
};
