import { Err, refused } from '@vehicle-insurance/core';
import { clockAt, fakeMobileMoney, freshId, at, type MobileMoneySubject } from '@vehicle-insurance/testkit';

const OPENINGS = {
  opened: undefined,
  refused: 'refused',
  'opened, but unanswered': 'answer lost',
  'opened, then silence': undefined,
} as const;

/** The fake provider with everything a contract asks for. */
export const fakeProvider = (): MobileMoneySubject => {
  const clock = clockAt(at('2026-01-15T09:00:00.000Z'));
  const mobileMoney = fakeMobileMoney({ clock });
  const silentAfter = new Set<string>();
  return {
    mobileMoney: {
      ...mobileMoney,
      open: async (request) => {
        const answer = await mobileMoney.open(request);
        if (silentAfter.has(request.reference)) mobileMoney.fallSilent();
        return answer;
      },
    },
    capabilities: { expire: true, refund: true, payerLock: true, notices: true },
    clock,
    requestThatIs: (kind) => {
      const script = OPENINGS[kind];
      if (script) mobileMoney.scriptNextOpening(script);
      const reference = freshId();
      if (kind === 'opened, then silence') silentAfter.add(reference);
      return { reference, amount: 121_428, payer: '+2250505060708' };
    },
    payerConfirms: async ({ id }, from) =>
      from === undefined ? mobileMoney.pay(id) : mobileMoney.failTry(id, 'payer_mismatch'),
    payerFails: async ({ id }) => mobileMoney.failTry(id, 'insufficient_funds'),
    noticesAbout: async ({ id }) => [mobileMoney.noticeAbout(id)],
    signed: mobileMoney.signed,
  };
};

/** A provider that can do nothing but take money, and a gateway that says so. */
export const modestProvider = (): MobileMoneySubject => {
  const provider = fakeProvider();
  return {
    ...provider,
    mobileMoney: {
      ...provider.mobileMoney,
      expire: async () => refused('not_possible'),
      refund: async () => refused('not_supported'),
      verify: () => Err({ code: 'notice_refused' }),
    },
    capabilities: { expire: false, refund: false, payerLock: false, notices: false },
    payerConfirms: (session) => provider.payerConfirms(session),
    noticesAbout: async () => [],
    signed: () => null,
  };
};
