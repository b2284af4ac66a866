import { done, notYet, refused, unknown, type MobileMoney } from '@vehicle-insurance/core';
import {
  aCertificate,
  clockAt,
  fakeCertificateAuthority,
  fakeMobileMoney,
  providersOf,
  SOME_MORNING,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { LANE_WIDTH } from '../../../src/use-cases/operations/lane.ts';
import { pace } from '../../../src/use-cases/operations/pace.ts';
import { pacedAuthority, pacedProviders } from '../../../src/use-cases/operations/provider-pace.ts';

type Refunded = Awaited<ReturnType<MobileMoney['refund']>>;
const SILENCE = unknown(NO_ANSWER);

describe('the work in progress for one provider', () => {
  const makePaced = () => {
    const fake = fakeMobileMoney({ clock: clockAt(SOME_MORNING), name: 'fake' });
    let elapsed = 60_000;
    let next: { readonly takes: number; readonly said: Refunded } = { takes: 0, said: SILENCE };
    const money: MobileMoney = {
      ...fake,
      refund: async () => {
        elapsed += next.takes;
        return next.said;
      },
    };
    const timer = { elapsed: () => elapsed, pause: () => Promise.resolve() };
    const another: MobileMoney = { ...fakeMobileMoney({ clock: clockAt(SOME_MORNING), name: 'another' }) };
    const { providers, room } = pacedProviders(providersOf(another, money), timer);
    const named = providers.named('fake');
    /** Makes the given number of calls, and returns after each how many pieces may be in progress. */
    const ask = async (times: number, takes: number, said: Refunded = SILENCE): Promise<readonly number[]> => {
      next = { takes, said };
      const rooms: number[] = [];
      for (let n = 0; n < times; n += 1) {
        expect(await named.refund('a session')).to.deep.equal(said);
        rooms.push(room({ kind: 'refunds', provider: 'fake' }));
      }
      return rooms;
    };
    return { fake, named, room, ask };
  };
  const wide = (times: number): readonly number[] => Array.from({ length: times }, () => LANE_WIDTH);

  it('is limited to one piece after five calls in a row that got no answer for a second', async () => {
    const { ask, room } = makePaced();
    expect(await ask(6, 1_000)).to.deep.equal([...wide(4), 1, 1]);
    expect(room({ kind: 'refunds', provider: 'another' })).to.equal(LANE_WIDTH);
  });

  it('is not limited while calls fail in less than a second', async () => {
    expect(await makePaced().ask(20, 999)).to.deep.equal(wide(20));
  });

  for (const said of [done(null), refused('unsupported'), notYet()] as readonly Refunded[])
    it(`is no longer limited after the first definite answer: ${said.outcome}`, async () => {
      const { ask } = makePaced();
      await ask(5, 1_000);
      expect(await ask(1, 30_000, said)).to.deep.equal(wide(1));
      expect(await ask(5, 1_000)).to.deep.equal([...wide(4), 1]);
    });

  it('stops for refunds after a day of refusals, and reads are then refused without a call', async () => {
    const { named, room, ask } = makePaced();
    const inTenMinutes = unknown(NO_ANSWER, undefined, { retryAfter: 10 * 60_000 });
    expect((await ask(6 * 24 + 1, 10 * 60_000, inTenMinutes)).at(-1)).to.equal(0);
    expect(room({ kind: 'payments', provider: 'fake' })).to.equal(LANE_WIDTH);
    expect(await named.read('a session')).to.deep.equal(unknown({ code: 'provider_refuses_all' }));
    await ask(1, 0, done(undefined));
  });

  it('is limited to one piece after an overload, even if earlier calls are answered later', async () => {
    let elapsed = 0;
    const { listen, room } = pace({ elapsed: () => elapsed, pause: () => Promise.resolve() });
    const slow = Promise.withResolvers<Refunded>();
    const begunBefore = listen(() => slow.promise);
    elapsed += 10;
    await listen(async () => unknown(NO_ANSWER, undefined, { retryAfter: 0 }));
    slow.resolve(done(undefined));
    await begunBefore;
    expect(room()).to.equal(1);
    elapsed += 10;
    await listen(async () => done(undefined));
    expect(room()).to.equal(2);
  });
});

describe('the pace of calls to an overloaded system', () => {
  const makePace = () => {
    let now = 0;
    const { listen, room, askedFor, givenUp } = pace({ elapsed: () => now, pause: () => Promise.resolve() });
    const refuse = (retryAfter: number | null = null) =>
      listen(() => Promise.resolve(unknown(NO_ANSWER, undefined, { retryAfter })));
    return { listen, room, askedFor, givenUp, refuse, pass: (milliseconds: number) => void (now += milliseconds) };
  };

  it('is 0 for a second, then twice as long after each refusal, and at most a minute', async () => {
    const { listen, refuse, room, pass } = makePace();
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await refuse();
      pass(seconds * 1_000 - 1);
      expect(room(), `before ${seconds} seconds`).to.equal(0);
      pass(1);
      expect(room(), `after ${seconds} seconds`).to.equal(1);
    }
    // An answer halves the number of doublings, so the pause after the next refusal is 16 seconds.
    await listen(() => Promise.resolve(notYet()));
    await refuse();
    pass(15_999);
    expect(room()).to.equal(0);
    pass(1);
    expect(room()).to.equal(1);
  });

  for (const [earlier, later] of [
    [60_000, 1_000],
    [1_000, 60_000],
  ] as const)
    it(`is 0 for the longest time that simultaneous refusals require: ${earlier} ms, then ${later} ms`, async () => {
      const { listen, refuse, room, pass } = makePace();
      const slow = Promise.withResolvers<ReturnType<typeof unknown>>();
      const other = listen(() => slow.promise);
      pass(1);
      await refuse(earlier);
      slow.resolve(unknown(NO_ANSWER, undefined, { retryAfter: later }));
      await other;
      pass(59_999);
      expect(room()).to.equal(0);
      pass(1);
      expect(room()).to.equal(1);
    });

  it('gives up only during a pause, after exactly 24 hours of calls with nothing but refusals', async () => {
    const { listen, refuse, givenUp, pass } = makePace();
    const GIVEN_UP = unknown({ code: 'provider_refuses_all' });
    const TEN_MINUTES = 10 * 60_000;
    const refuseFor = async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes; passed += 10) {
        await refuse(TEN_MINUTES);
        pass(TEN_MINUTES);
      }
    };
    expect(givenUp()).to.equal(undefined);
    await refuseFor(24 * 60 - 10);
    await refuse(TEN_MINUTES + 1);
    pass(TEN_MINUTES - 1);
    expect(givenUp()).to.equal(undefined);
    pass(1);
    expect(givenUp()).to.deep.equal(GIVEN_UP);
    pass(1);
    expect(givenUp()).to.equal(undefined);
    await refuse(TEN_MINUTES);
    expect(givenUp()).to.deep.equal(GIVEN_UP);
    await listen(() => Promise.resolve(notYet()));
    expect(givenUp()).to.equal(undefined);
  });

  it('counts calls as one period until 20 minutes pass without a call', async () => {
    const { listen, askedFor, pass } = makePace();
    await listen(() => Promise.resolve(notYet()));
    pass(20 * 60_000 - 1);
    expect(askedFor()).to.equal(20 * 60_000 - 1);
    await listen(() => Promise.resolve(notYet()));
    pass(60_000);
    expect(askedFor()).to.equal(21 * 60_000 - 1);
    pass(19 * 60_000);
    expect(askedFor()).to.equal(0);
  });
});

describe('the calls that are not paced', () => {
  it('reach the provider unchanged: openings, notifications, and whether it accepts payments', async () => {
    const clock = clockAt(SOME_MORNING);
    const fake = fakeMobileMoney({ clock });
    const { providers } = pacedProviders(providersOf(fake), { elapsed: () => 0, pause: async () => undefined });
    const named = providers.named(fake.provider);
    const opened = await named.open({ reference: 'r', amount: 1_000, payer: '+2250505060708' });
    expect(opened.outcome === 'done' && opened.value.id).to.equal(fake.session('r').id);
    expect(named.verify(fake.notificationAbout('r'), clock.now()).unwrap()).to.deep.equal({ reference: 'r' });
    expect(named.accepting()).to.equal(true);
    fake.accept(false);
    expect(named.accepting()).to.equal(false);
  });

  it('reach the authority unchanged: its files, and which addresses are its own', async () => {
    const authority = fakeCertificateAuthority();
    const { certificateAuthority } = pacedAuthority(authority, { elapsed: () => 0, pause: async () => undefined });
    const certificate = aCertificate();
    expect(await certificateAuthority.image(certificate)).to.deep.equal(await authority.image(certificate));
    expect(await certificateAuthority.code(certificate)).to.deep.equal(await authority.code(certificate));
    for (const link of [certificate.pdfLink, 'https://elsewhere.example/1.pdf'])
      expect(certificateAuthority.serves(link)).to.equal(authority.serves(link));
  });
});
