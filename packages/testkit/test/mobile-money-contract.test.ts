import { Ok, type MobileMoney, type RawNotice } from '@vehicle-insurance/core';
import { describeContract, mobileMoneyContract, type MobileMoneySubject } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { fakeProvider, modestProvider } from './fake-provider.ts';

describeContract(mobileMoneyContract, 'a provider that can do little', modestProvider);

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

const textOf = ({ body }: RawNotice): string => new TextDecoder().decode(body);
const parsed = (notice: RawNotice) => JSON.parse(textOf(notice)) as { reference: string; sessionId: string };

const RECOGNISES = 'recognises the provider’s own notification, and whose it is';
const UNSIGNED = 'refuses a notification that nobody signed';
const CHANGED = 'refuses a notification whose body was changed';
const OLD = 'refuses a notification that is an hour old';
const GARBAGE = 'survives garbage, also where the provider signed it';

describe('The contract of MobileMoney is broken by a gateway that', () => {
  const gateways: Readonly<Record<string, readonly [() => MobileMoneySubject, readonly string[]]>> = {
    'looks at no age': [
      verifying((genuine) => (notice) => genuine(notice, notice.headers['x-sent'] as Parameters<Verify>[1])),
      [OLD],
    ],
    'cannot read everything the provider signs': [
      verifying((genuine) => (notice, now) => genuine(notice, now).map(() => parsed(notice))),
      [GARBAGE],
    ],
    'makes hints of garbage': [
      verifying(
        (genuine) => (notice, now) => genuine(notice, now).map((hint) => hint ?? { reference: null, sessionId: null }),
      ),
      [GARBAGE],
    ],
    'knows its provider by a token, and nothing else': [
      verifying((genuine) => (notice, now) => {
        const known = notice.headers['x-signature']?.length === 64;
        return known ? Ok(parsed(notice)) : genuine(notice, now);
      }),
      [CHANGED, OLD, GARBAGE],
    ],
    'believes everything': [verifying(() => (notice) => Ok(parsed(notice))), [UNSIGNED, CHANGED, OLD, GARBAGE]],
  };
  for (const [what, [make, cases]] of Object.entries(gateways))
    it(what, async () => {
      expect(await failedBy(make)).to.deep.equal(cases);
    });

  const lies = {
    expire: ['makes a session unpayable, once, and not one that was paid'],
    refund: ['gives money back, however often it is asked to, and none that never came'],
    payerLock: ['takes no money from another number, where it can tell'],
  } as const;
  for (const [capability, cases] of Object.entries(lies)) {
    const claiming = (make: () => MobileMoneySubject, able: boolean) => () => {
      const subject = make();
      return { ...subject, capabilities: { ...subject.capabilities, [capability]: able } };
    };

    it(`says it has no ${capability}, and has`, async () => {
      expect(await failedBy(claiming(fakeProvider, false))).to.deep.equal(cases);
    });

    it(`says it has ${capability}, and has not`, async () => {
      expect(await failedBy(claiming(modestProvider, true))).to.include.members([...cases]);
    });
  }

  it('says it has no notices, and takes them', async () => {
    const make = () => ({ ...fakeProvider(), capabilities: { ...fakeProvider().capabilities, notices: false } });
    expect(await failedBy(make)).to.deep.equal([RECOGNISES, GARBAGE]);
  });

  it('says it has notices, and takes none', async () => {
    const make = () => ({ ...modestProvider(), capabilities: { ...modestProvider().capabilities, notices: true } });
    expect(await failedBy(make)).to.include.members([RECOGNISES, OLD]);
  });
});
