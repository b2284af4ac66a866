import { later, type Claim, type DueWork } from '@vehicle-insurance/core';
import { aNotification, clockAt, inUnit, memoryStore, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { lane } from '../../../src/use-cases/operations/lane.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a lane', () => {
  /** Pieces that stay due, and that end when the test decides. Each is named by its number. */
  const laneWith = async (dueIn: readonly number[], over: Partial<DueWork> = {}) => {
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const notifications = dueIn.map((seconds) =>
      aNotification({ due: { at: later(SOME_MORNING, { seconds }), attempts: 0 } }),
    );
    const save = (n: number, seconds: number | null): Promise<void> =>
      inUnit(store.unitOfWork, async (tx) => {
        const due = seconds === null ? null : { at: later(SOME_MORNING, { seconds }), attempts: 0 };
        const found = await tx.notifications.find(notifications[n]?.id ?? '');
        if (found) await tx.notifications.save({ ...found, due });
      });
    await inUnit(store.unitOfWork, async (tx) => {
      for (const each of notifications) await tx.notifications.add(each);
    });
    const state = { room: 8 };
    const begun: string[] = [];
    const ends = new Map<number, () => void>();
    const numberOf = ({ id }: Claim): number => notifications.findIndex((each) => each.id === id);
    const made = lane(
      {
        dueWork: { ...store.dueWork, ...over },
        clock,
        room: () => state.room,
        work: async (claim, times) => {
          begun.push(`${numberOf(claim)}: ${times}`);
          await new Promise<void>((resolve) => ends.set(numberOf(claim), resolve));
          await store.dueWork.release(claim);
        },
      },
      { kind: 'notifications' },
    );
    const end = async (n: number): Promise<void> => {
      ends.get(n)?.();
      await settle();
    };
    return { ...made, store, clock, state, begun, end, save };
  };

  it('counts how often a piece of work is claimed within a minute of its first claim', async () => {
    const { poll, clock, begun, end } = await laneWith([0, 0]);
    await poll(clock.now());
    await end(1);
    await end(1);
    clock.advance({ seconds: 59, milliseconds: 999 });
    await end(1);
    clock.advance({ milliseconds: 1 });
    await end(1);
    expect(begun).to.deep.equal(['0: 1', '1: 1', '1: 2', '1: 3', '1: 4', '1: 1']);
  });

  it('resolves a poll after the poll’s own claim, even if pieces end faster than they are claimed', async () => {
    const PIECES = 400;
    let claimed = 0;
    const claim: DueWork['claim'] = async (_, __, limit) => {
      await settle();
      await settle();
      const some = Math.min(limit, PIECES - claimed);
      claimed += some;
      return Array.from({ length: some }, (_, n) => ({
        ...{
          kind: 'notifications',
          companyId: '',
          id: `piece ${claimed - n}`,
          lease: `lease ${claimed - n}`,
          attempt: n,
        },
      }));
    };
    // Some pieces end during each claim.
    const work = async ({ attempt }: Claim): Promise<void> => {
      for (let n = 0; n <= attempt % 3; n += 1) await settle();
    };
    const { dueWork } = memoryStore();
    const made = lane(
      { dueWork: { ...dueWork, claim }, clock: clockAt(SOME_MORNING), room: () => 8, work },
      { kind: 'notifications' },
    );
    await made.poll(SOME_MORNING);
    await settle();
    await made.poll(SOME_MORNING);
    expect(claimed).to.be.below(PIECES / 2);
    await made.idle();
    expect(claimed).to.equal(PIECES);
  });

  it('claims once for all polls that arrive during a claim', async () => {
    const first = Promise.withResolvers<readonly Claim[]>();
    let claims = 0;
    const { poll, clock } = await laneWith([], {
      claim: () => {
        claims += 1;
        return claims === 1 ? first.promise : Promise.resolve([]);
      },
    });
    const polls = [poll(clock.now())];
    await settle();
    for (let n = 0; n < 5; n += 1) polls.push(poll(clock.now()));
    first.resolve([]);
    await Promise.all(polls);
    expect(claims).to.equal(2);
  });

  it('becomes idle and closes only when the pieces of its current claim have ended', async () => {
    const asked = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<readonly Claim[]>();
    const { poll, clock, store, begun, end, isIdle, close, save } = await laneWith([0], {
      claim: () => {
        asked.resolve();
        return claimed.promise;
      },
    });
    const polling = poll(clock.now());
    await asked.promise;
    expect(isIdle()).to.equal(false);
    let closed = false;
    const closing = close().then(() => (closed = true));
    await settle();
    expect(closed).to.equal(false);
    claimed.resolve(await store.dueWork.claim({ kind: 'notifications' }, clock.now(), 1));
    await polling;
    expect([begun, closed]).to.deep.equal([['0: 1'], false]);
    await save(0, null);
    await end(0);
    await closing;
    expect(isIdle()).to.equal(true);
  });

  it('still claims work that was due at a later poll, even if an earlier poll arrives late', async () => {
    const { poll, state, begun } = await laneWith([30]);
    state.room = 0;
    await poll(later(SOME_MORNING, { seconds: 60 }));
    expect(begun).to.deep.equal([]);
    state.room = 1;
    await poll(SOME_MORNING);
    expect(begun).to.deep.equal(['0: 1']);
  });
});
