import {
  notYet,
  Ok,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type RawNotification,
} from '@vehicle-insurance/core';
import {
  at,
  describeContract,
  mobileMoneyContract,
  timersDuring,
  type MobileMoneySubject,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { discreetProvider, fakeProvider, modestProvider, providerWithTime, undatedProvider } from './fake-provider.ts';

describeContract(mobileMoneyContract, 'a provider that can do little', modestProvider);
describeContract(mobileMoneyContract, 'a provider whose notifications have no date', undatedProvider);
describeContract(mobileMoneyContract, 'a provider that does not tell debits', discreetProvider);
describeContract(mobileMoneyContract, 'a provider that never reports when money arrived', () => providerWithTime(null));

/** The cases that a gateway fails. */
const failedBy = async (make: () => MobileMoneySubject): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const { name, run } of mobileMoneyContract.cases)
    await run(make()).catch((error: unknown) => {
      expect(error).to.be.instanceOf(Error);
      failed.push(name);
    });
  return failed;
};

type Verify = MobileMoney['verify'];

const verifying = (change: (genuine: Verify) => Verify) => (): MobileMoneySubject => {
  const subject = fakeProvider();
  return { ...subject, mobileMoney: { ...subject.mobileMoney, verify: change(subject.mobileMoney.verify) } };
};

const textOf = ({ body }: RawNotification): string => new TextDecoder().decode(body);
const parsed = (notification: RawNotification) => JSON.parse(textOf(notification)) as { reference: string };

const RECOGNISES = 'recognises the provider’s own notification, and whose it is';
const UNSIGNED = 'refuses a notification without a valid signature';
const CHANGED = 'refuses a notification whose body was changed';
const OLD = 'refuses a notification that is an hour old, where its age is signed';
const GARBAGE = 'survives garbage, also where the provider signed it';

describe('The contract of MobileMoney is broken by a gateway that', () => {
  const gateways: Readonly<Record<string, readonly [() => MobileMoneySubject, readonly string[]]>> = {
    'looks at no age': [
      verifying(
        (genuine) => (notification) => genuine(notification, notification.headers['x-sent'] as Parameters<Verify>[1]),
      ),
      [OLD],
    ],
    'cannot read everything the provider signs': [
      verifying((genuine) => (notification, now) => genuine(notification, now).map(() => parsed(notification))),
      [GARBAGE],
    ],
    'makes hints of garbage': [
      verifying(
        (genuine) => (notification, now) => genuine(notification, now).map((hint) => hint ?? { reference: 'of none' }),
      ),
      [GARBAGE],
    ],
    'knows its provider by a token, and nothing else': [
      verifying((genuine) => (notification, now) => {
        const known = notification.headers['x-signature']?.length === 64;
        return known ? Ok(parsed(notification)) : genuine(notification, now);
      }),
      [CHANGED, OLD, GARBAGE],
    ],
    'believes everything': [
      verifying(() => (notification) => Ok(parsed(notification))),
      [UNSIGNED, CHANGED, OLD, GARBAGE],
    ],
  };
  for (const [what, [make, cases]] of Object.entries(gateways))
    it(what, async () => {
      expect(await failedBy(make)).to.deep.equal(cases);
    });

  const ARRIVED = 'reports that money has arrived, how much, and when by the provider’s own clock';
  const OPENS = 'opens a session that a payer can confirm, with what was asked for';
  const STEPS = 'takes every multiple of its step, and nothing between';
  const FINDS = 'finds a session by its reference, and nothing under any other';
  const LOST = 'says that it does not know, when the answer was lost; the session is found by its reference';
  const EXPIRES = 'makes a session unpayable, once, and not one that was paid';
  const DEBITS = 'reports a debit as far as it can, and that its money has arrived, even after its session has ended';
  const REFUNDS = 'gives money back, once however often it is asked to, and none that never came';
  const EVERY = 'finds every session under a reference, also one that was opened once more';
  const LOCKS = 'takes no money from another number, if its provider can lock the payer';

  /** What a gateway claims, who it is in truth, and the cases by which it is found out. */
  const lies: readonly (readonly [Partial<MobileMoneyCapabilities>, () => MobileMoneySubject, readonly string[]])[] = [
    [{ expire: false }, fakeProvider, [EXPIRES]],
    [{ expire: true }, modestProvider, [EXPIRES]],
    [{ debits: 'untold' }, fakeProvider, [DEBITS]],
    [{ debits: 'told' }, discreetProvider, [EXPIRES, DEBITS]],
    [{ debits: 'told' }, modestProvider, [DEBITS]],
    [{ refund: false }, fakeProvider, [REFUNDS]],
    [{ refund: true }, modestProvider, [REFUNDS]],
    [{ payerLock: false }, fakeProvider, [LOCKS]],
    [{ payerLock: true }, modestProvider, [LOCKS]],
    [{ address: 'at opening' }, fakeProvider, [OPENS, FINDS, LOST]],
    [{ address: 'always' }, modestProvider, [OPENS, FINDS, LOST]],
    [{ notices: 'none' }, fakeProvider, [RECOGNISES, GARBAGE]],
    [{ notices: 'dated' }, modestProvider, [RECOGNISES]],
    [{ notices: 'undated' }, fakeProvider, [OLD]],
    [{ notices: 'dated' }, undatedProvider, [OLD]],
    [{ amountStep: 5 }, fakeProvider, [STEPS]],
    [{ amountStep: 1 }, modestProvider, [STEPS]],
  ];
  it('reports a time at which no money arrived', async () => {
    for (const time of ['2026-01-15T08:58:59.999Z', '2026-01-15T09:01:00.001Z'])
      expect(await failedBy(() => providerWithTime(at(time)))).to.deep.equal([ARRIVED]);
  });

  /** A gateway whose provider gives back as often as it is asked. */
  const generous = (): MobileMoneySubject => {
    const subject = fakeProvider();
    let given = 0;
    const refund: MobileMoney['refund'] = async (id) => {
      const answer = await subject.mobileMoney.refund(id);
      if (answer.outcome === 'done') given += (await subject.mobileMoney.read(id)).outcome === 'done' ? 1 : 0;
      return answer;
    };
    return {
      ...subject,
      mobileMoney: { ...subject.mobileMoney, refund },
      givenBack: async ({ amount }) => amount * given,
    };
  };

  it('gives money back a second time, though it answers as it should', async () => {
    expect(await failedBy(generous)).to.deep.equal([REFUNDS]);
  });

  it('finds the first session of several', async () => {
    const failed = await failedBy(() => {
      const subject = fakeProvider();
      const search: MobileMoney['search'] = async (reference) => {
        const answer = await subject.mobileMoney.search(reference);
        return answer.outcome === 'done' ? { ...answer, value: answer.value.slice(0, 1) } : answer;
      };
      return { ...subject, mobileMoney: { ...subject.mobileMoney, search } };
    });
    expect(failed).to.deep.equal([EVERY]);
  });

  /** A gateway whose provider takes its time to give money back, and that may say that it has not. */
  const slow = (isHonest: boolean) => (): MobileMoneySubject => {
    const subject = fakeProvider();
    const ended = new Set<string>();
    const refund: MobileMoney['refund'] = async (id) => {
      const answer = await subject.mobileMoney.refund(id);
      return isHonest && answer.outcome === 'done' && !ended.has(id) ? notYet() : answer;
    };
    const refundEnds: MobileMoneySubject['refundEnds'] = async ({ id }) => void ended.add(id);
    return { ...subject, mobileMoney: { ...subject.mobileMoney, refund }, refundEnds };
  };

  it('says that money has gone back which is on its way', async () => {
    expect(await failedBy(slow(false))).to.deep.equal([REFUNDS]);
    expect(await failedBy(slow(true)), 'and not by one that tells').to.deep.equal([]);
  });

  for (const [claim, truth, cases] of lies)
    it(`claims ${JSON.stringify(claim)}, and is not so`, async () => {
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
    it(`takes ${seconds} seconds for a call (${call})`, () =>
      timersDuring(async () => {
        const slow = (milliseconds: number) => (): MobileMoneySubject => {
          const subject = fakeProvider();
          const real = subject.mobileMoney[call] as (...given: unknown[]) => Promise<unknown>;
          const late = (...given: unknown[]) => pause(milliseconds).then(() => real(...given));
          return { ...subject, mobileMoney: { ...subject.mobileMoney, [call]: late } };
        };
        expect(await failedBy(slow(seconds * 1_000 - 1))).to.deep.equal([]);
        expect(await failedBy(slow(seconds * 1_000))).to.not.deep.equal([]);
      }));
});
