import {
  notYet,
  Ok,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type RawNotification,
} from '@vehicle-insurance/core';
import { at, mobileMoneyContract, timersDuring, type MobileMoneySubject } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import {
  blindProvider,
  discreetProvider,
  fakeProvider,
  modestProvider,
  otherwise,
  promptProvider,
  providerWithTime,
  undatedProvider,
} from './fake-provider.ts';

const failedBy = async (make: () => MobileMoneySubject): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const { name, run } of mobileMoneyContract.cases)
    await run(make()).catch((error: unknown) => {
      expect(error).to.be.instanceOf(Error);
      failed.push(name);
    });
  return failed;
};

const RECOGNISES = 'recognises the provider’s own notification and its payment';
const UNSIGNED = 'refuses a notification without a valid signature';
const CHANGED = 'refuses a notification whose body was changed';
const OLD = 'refuses a notification that is an hour old if its time is signed';
const GARBAGE = 'does not throw on garbage, even if the provider has signed it';
const ARRIVED = 'reports that money has arrived, how much, and when by the provider’s clock';
const OPENS = 'opens a session that a payer can confirm, as requested';
const STEPS = 'accepts every multiple of its step, and nothing between';
const FINDS = 'finds a session by its reference, and nothing under any other';
const LOST = 'reports an unknown outcome if the answer was lost, and finds the session by its reference';
const EXPIRES = 'makes an unpaid session unpayable, once';
const DEBITS = 'reports a debit if it can, and the arrival of its money, even after the session has ended';
const REFUNDS = 'refunds money once, even if it is called again, and never money that did not arrive';
const EVERY = 'finds every session under a reference, including a second one';
const FAILS = 'reports why an attempt failed, and whether the payer can try again';
const PAGE = 'has a search, or a page that no payer finds without the opening’s answer, for the declared time';
const REFUSED = 'reports a refusal if the provider certainly opened nothing';
const SILENT = 'reports an unknown outcome if the provider does not answer, for every call';
const LOCKS = 'accepts no money from another number if its provider can restrict the payer';

type Verify = MobileMoney['verify'];
const verifying = (change: (genuine: Verify) => Verify) => otherwise(({ verify }) => ({ verify: change(verify) }));
const parsed = ({ body }: RawNotification) => JSON.parse(new TextDecoder().decode(body)) as { reference: string };

/** A gateway whose provider refunds slowly. An honest gateway reports the refund as in progress. */
const slow = (isHonest: boolean) => (): MobileMoneySubject => {
  const ended = new Set<string>();
  const subject = otherwise(({ refund }) => ({
    refund: async (id) => {
      const answer = await refund(id);
      return isHonest && answer.outcome === 'done' && !ended.has(id) ? notYet() : answer;
    },
  }))();
  return { ...subject, refundEnds: async ({ id }) => void ended.add(id) };
};

/** A gateway whose provider refunds at every call. */
const generous = (): MobileMoneySubject => {
  let given = 0;
  const subject = otherwise(({ refund, read }) => ({
    refund: async (id) => {
      const answer = await refund(id);
      if (answer.outcome === 'done') given += (await read(id)).outcome === 'done' ? 1 : 0;
      return answer;
    },
  }))();
  return { ...subject, givenBack: async ({ amount }) => amount * given };
};

/** Faulty gateways, and exactly the cases that detect each. */
const GATEWAYS: Readonly<Record<string, readonly [() => MobileMoneySubject, readonly string[]]>> = {
  'ignores the age of notifications': [
    verifying((genuine) => (given) => genuine(given, given.headers['x-sent'] as Parameters<Verify>[1])),
    [OLD],
  ],
  'cannot read everything the provider signs': [
    verifying((genuine) => (given, now) => genuine(given, now).map(() => parsed(given))),
    [GARBAGE],
  ],
  'returns a reference for garbage': [
    verifying((genuine) => (given, now) => genuine(given, now).map((hint) => hint ?? { reference: 'of none' })),
    [GARBAGE],
  ],
  'checks only the form of the signature': [
    verifying(
      (genuine) => (given, now) =>
        given.headers['x-signature']?.length === 64 ? Ok(parsed(given)) : genuine(given, now),
    ),
    [CHANGED, OLD, GARBAGE],
  ],
  'accepts every notification': [verifying(() => (given) => Ok(parsed(given))), [UNSIGNED, CHANGED, OLD, GARBAGE]],
  'reports a time before any money arrived': [() => providerWithTime(at('2026-01-15T08:58:59.999Z')), [ARRIVED]],
  'reports a time after all money arrived': [() => providerWithTime(at('2026-01-15T09:01:00.001Z')), [ARRIVED]],
  'refunds money twice, although its answers are correct': [generous, [REFUNDS]],
  'finds the first session of several': [
    otherwise(({ search }) => ({
      search: async (reference) => {
        const answer = await search(reference);
        return answer.outcome === 'done' ? { ...answer, value: answer.value.slice(0, 1) } : answer;
      },
    })),
    [EVERY],
  ],
  'reports a session as ended in which the payer can try again': [() => promptProvider(true), [FAILS]],
  'reports a refund in progress as done': [slow(false), [REFUNDS]],
};

/** A false declaration, the actual gateway, and the cases that detect it. */
const LIES: readonly (readonly [Partial<MobileMoneyCapabilities>, () => MobileMoneySubject, readonly string[]])[] = [
  [{ expire: false }, fakeProvider, [EXPIRES]],
  [{ expire: true }, modestProvider, [EXPIRES]],
  [{ debits: 'unreported' }, fakeProvider, [DEBITS]],
  [{ debits: 'reported' }, discreetProvider, [EXPIRES, DEBITS]],
  [{ debits: 'reported' }, modestProvider, [DEBITS]],
  [{ refund: false }, fakeProvider, [REFUNDS]],
  [{ refund: true }, modestProvider, [REFUNDS]],
  [{ payerLock: false }, fakeProvider, [LOCKS]],
  [{ payerLock: true }, modestProvider, [LOCKS]],
  [{ address: 'at opening' }, fakeProvider, [OPENS, FINDS, LOST]],
  [{ address: 'always' }, modestProvider, [OPENS, FINDS, LOST]],
  [{ notifications: 'none' }, fakeProvider, [RECOGNISES, GARBAGE]],
  [{ notifications: 'dated' }, modestProvider, [RECOGNISES]],
  [{ notifications: 'undated' }, fakeProvider, [OLD]],
  [{ notifications: 'dated' }, undatedProvider, [OLD]],
  [{ search: { lifeMinutes: 30 } }, fakeProvider, [FINDS, EVERY, REFUSED, LOST]],
  [{ search: true }, blindProvider, [FINDS, EVERY, REFUSED, LOST, SILENT]],
  [{ search: { lifeMinutes: 29 } }, blindProvider, [PAGE]],
  [{ address: 'none' }, blindProvider, [PAGE]],
  [{ amountStep: 5 }, fakeProvider, [STEPS]],
  [{ amountStep: 1 }, modestProvider, [STEPS]],
];

describe('the contract of MobileMoney', () => {
  for (const [what, [make, cases]] of Object.entries(GATEWAYS))
    it(`is broken by a gateway that ${what}`, async () => {
      expect(await failedBy(make)).to.deep.equal(cases);
    });

  it('is met by a gateway whose provider has no search and one page for each session', async () => {
    expect(await failedBy(blindProvider)).to.deep.equal([]);
  });

  it('is met by a gateway whose payers have a prompt with one attempt', async () => {
    expect(await failedBy(() => promptProvider())).to.deep.equal([]);
  });

  it('is met by a gateway that reports a refund in progress as such', async () => {
    expect(await failedBy(slow(true))).to.deep.equal([]);
  });

  for (const [claim, truth, cases] of LIES)
    it(`is broken by a gateway that falsely declares ${JSON.stringify(claim)}`, async () => {
      const failed = await failedBy(() => {
        const subject = truth();
        const capabilities = { ...subject.mobileMoney.capabilities, ...claim };
        return { ...subject, mobileMoney: { ...subject.mobileMoney, capabilities } };
      });
      expect(failed).to.include.members([...cases]);
    });

  for (const [call, seconds] of [
    ['open', 20],
    ['search', 5],
    ['read', 15],
    ['refund', 15],
  ] as const)
    it(`is broken by a gateway that takes ${seconds} seconds for a call (${call}), and not by a faster one`, () =>
      timersDuring(async () => {
        const late = (milliseconds: number) =>
          otherwise((genuine) => {
            const real = genuine[call] as (...given: unknown[]) => Promise<unknown>;
            return { [call]: (...given: unknown[]) => pause(milliseconds).then(() => real(...given)) };
          });
        expect(await failedBy(late(seconds * 1_000 - 1))).to.deep.equal([]);
        expect(await failedBy(late(seconds * 1_000))).to.not.deep.equal([]);
      }));
});
