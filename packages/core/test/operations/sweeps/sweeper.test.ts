import { CLAIM_SECONDS, later, sweeper, type Claim, type WorkKind } from '@vehicle-insurance/core';
import {
  aNotification,
  aPendingUpload,
  clockAt,
  collectedErrors,
  inUnit,
  memoryStore,
  SOME_MORNING,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Sweeping {
  readonly room?: () => number;
  readonly stayDue?: boolean;
  readonly releases?: boolean;
  readonly fails?: Error;
}

describe('a sweeper', () => {
  const sweeping = async (notifications: number, { room, stayDue = false, releases = false, fails }: Sweeping = {}) => {
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const errorReporter = collectedErrors();
    const add = (minutes = 0): Promise<void> =>
      inUnit(store.unitOfWork, (tx) =>
        tx.notifications.add(aNotification({ due: { at: later(SOME_MORNING, { minutes }), attempts: 0 } })),
      );
    for (let n = 0; n < notifications; n += 1) await add();
    const ends: (() => void)[] = [];
    const begun: Claim[] = [];
    const doneWith = ({ id }: Claim): Promise<void> =>
      inUnit(store.unitOfWork, async (tx) => {
        const found = await tx.notifications.find(id);
        if (found && !stayDue) await tx.notifications.save({ ...found, due: null });
      });
    const handlers: Partial<Record<WorkKind, (claim: Claim) => Promise<void>>> = {
      notifications: async (claim) => {
        begun.push(claim);
        if (fails && begun.length === 1) throw fails;
        await new Promise<void>((resolve) => ends.push(resolve));
        await doneWith(claim);
        if (releases) await store.dueWork.release(claim);
      },
    };
    const made = sweeper({ ...store, clock, errorReporter }, { handlers, ...(room && { room }) });
    /** Ends the oldest piece in progress, and returns how many have started after that. */
    const endOne = async (): Promise<number> => {
      ends.shift()?.();
      await settle();
      return begun.length;
    };
    return { ...made, store, clock, errorReporter, add, begun, endOne };
  };

  it('claims the next piece as soon as a piece ends, without waiting for the others', async () => {
    const { poll, begun, endOne, isIdle } = await sweeping(10, { room: () => 3 });
    await poll();
    expect(begun).to.have.length(3);
    expect(await endOne()).to.equal(4);
    expect(await endOne()).to.equal(5);
    for (let left = 8; left > 0; left -= 1) await endOne();
    expect([begun.length, isIdle()]).to.deep.equal([10, true]);
  });

  it('handles as many pieces at once as its limit allows', async () => {
    let room = 4;
    const { poll, begun, endOne } = await sweeping(20, { room: () => room });
    await poll();
    room = 1;
    for (let n = 0; n < 3; n += 1) expect(await endOne()).to.equal(4);
    expect(await endOne()).to.equal(5);
    room = 3;
    expect(await endOne()).to.equal(8);
    expect(begun).to.have.length(8);
  });

  it('finds work that became due at the next poll, while the first pieces are still in progress', async () => {
    const { poll, add, clock, begun, endOne } = await sweeping(1, { room: () => 3 });
    await poll();
    await add(1);
    await poll();
    expect(begun).to.have.length(1);
    clock.advance({ minutes: 1 });
    await poll();
    expect(begun).to.have.length(2);
    await add(1);
    expect(await endOne()).to.equal(3);
  });

  it('claims nothing more when it is closing, and is closed when the claimed pieces have ended', async () => {
    const { poll, close, begun, endOne } = await sweeping(5, { room: () => 2 });
    await poll();
    let closed = false;
    const closing = close().then(() => (closed = true));
    expect(await endOne()).to.equal(2);
    expect(closed).to.equal(false);
    await poll();
    expect(await endOne()).to.equal(2);
    await closing;
    expect(begun).to.have.length(2);
  });

  it('claims nothing after it was closed, even if it had never claimed', async () => {
    const { poll, close, begun, isIdle } = await sweeping(2);
    await close();
    await poll();
    expect([begun.length, isIdle()]).to.deep.equal([0, true]);
  });

  it('follows work from queue to queue five times in one run, and leaves the rest to the next run', async () => {
    const store = memoryStore();
    const due = { at: SOME_MORNING, attempts: 0 };
    const [notification, upload] = [aNotification({ due }), aPendingUpload({ due: null })];
    await inUnit(store.unitOfWork, async (tx) => {
      await tx.notifications.add(notification);
      await tx.pendingUploads.add(upload);
    });
    const done: WorkKind[] = [];
    const handOn = ({ kind }: Claim): Promise<void> =>
      inUnit(store.unitOfWork, async (tx) => {
        done.push(kind);
        await tx.notifications.find(notification.id);
        await tx.notifications.save({ ...notification, due: kind === 'notifications' ? null : due });
        await tx.pendingUploads.find(upload.companyId, upload.id);
        await tx.pendingUploads.save({ ...upload, due: kind === 'notifications' ? due : null });
      });
    const { run } = sweeper(
      { ...store, clock: clockAt(SOME_MORNING), errorReporter: collectedErrors() },
      { handlers: { notifications: handOn, pending_uploads: handOn } },
    );
    await run();
    const [one, other] = ['notifications', 'pending_uploads'];
    expect(done).to.deep.equal([one, other, one, other, one]);
    await run();
    expect(done).to.have.length(10);
  });

  for (const [whose, releases] of [
    ['the sweeper', false],
    ['its handler', true],
  ] as const)
    it(`processes a piece that stays due four times, then reports it and keeps its lease: ${whose} releases it`, async () => {
      const { run, begun, endOne, errorReporter, store, soFar } = await sweeping(1, { stayDue: true, releases });
      const running = run();
      await settle();
      for (let n = 0; n < 10; n += 1) await endOne();
      await running;
      expect(begun).to.have.length(4);
      const about = { kind: 'notifications', id: begun[0]?.id, attempt: 5 };
      expect(errorReporter.all).to.deep.equal([{ what: 'due work stays due after each attempt', about }]);
      expect(soFar().lastError).to.equal(`notifications ${begun[0]?.id}: stays due after each attempt`);
      expect(soFar()).to.include({ claimed: 5, done: 4, failed: 1 });
      expect(await store.dueWork.claim({ kind: 'notifications' }, SOME_MORNING, 1)).to.deep.equal([]);
      await store.endLeases();
      expect(await store.dueWork.claim({ kind: 'notifications' }, SOME_MORNING, 1)).to.have.length(1);
    });

  it('reports a piece that throws, keeps its lease and continues with the others', async () => {
    const cause = new Error('a bug');
    const { run, begun, endOne, errorReporter, store, soFar } = await sweeping(3, { room: () => 1, fails: cause });
    const running = run();
    await settle();
    for (let n = 0; n < 5; n += 1) await endOne();
    await running;
    expect(begun).to.have.length(3);
    const about = { kind: 'notifications', id: begun[0]?.id, attempt: 1 };
    expect(errorReporter.all).to.deep.equal([{ what: 'due work failed', about, cause }]);
    const lastError = `notifications ${begun[0]?.id}: a bug`;
    expect(soFar()).to.deep.equal({ claimed: 3, done: 2, failed: 1, lastError });
    await store.endLeases();
    expect(await store.dueWork.claim({ kind: 'notifications' }, SOME_MORNING, 5)).to.have.length(1);
  });

  it('reports a failed claim, and claims again at the next poll', async () => {
    const { poll, store, begun } = await sweeping(1);
    const available = { ...store.dueWork };
    Object.assign(store.dueWork, { claim: () => Promise.reject(new Error('the store is unavailable')) });
    expect(await poll().then(String, String)).to.match(/the store is unavailable/);
    Object.assign(store.dueWork, available);
    await poll();
    expect(begun).to.have.length(1);
  });
});

describe('the work of a worker that died', () => {
  it('is claimed again after a minute, but later if one attempt makes many calls of up to 30 seconds', () => {
    const aMinute = { payments: 60, refunds: 60, notifications: 60, documents: 60, pending_uploads: 60 };
    // A certificate takes up to four calls. A statement has many pages.
    expect(CLAIM_SECONDS).to.deep.equal({ ...aMinute, certificates: 150, statements: 600 });
  });
});
