import type { JobParameters, JobRepository } from 'agenda';
import { expect } from 'chai';
import { trackedRepository } from '../src/tracked-repository.ts';
import { storeHealth } from '../src/store-health.ts';

const NOBODY = { lost: () => undefined, back: () => undefined };

describe('the end of a job’s run', () => {
  /** The stored job after Agenda ends it with its own state: no next run, and no lock. */
  const stored = async (name: string, over: Partial<JobParameters> = {}): Promise<Partial<JobParameters>> => {
    let job: Partial<JobParameters> = { lockedAt: new Date(), nextRunAt: new Date('2026-01-15T09:00:00Z') };
    const store = {
      saveJobState: async ({ lockedAt, nextRunAt }: JobParameters) =>
        void (job = { lockedAt, nextRunAt } as Partial<JobParameters>),
      unlockJobs: async () => void (job = { ...job, lockedAt: undefined } as unknown as Partial<JobParameters>),
    } as unknown as JobRepository;
    const health = storeHealth({ report: () => undefined }, NOBODY);
    const { repository } = trackedRepository(store, health, (each) => each.startsWith('trigger '));
    await repository.saveJobState({ _id: '1', name, nextRunAt: null, ...over } as unknown as JobParameters, undefined);
    return job;
  };

  it('keeps a trigger that was fired during the run', async () => {
    const { lockedAt, nextRunAt } = await stored('trigger payments');
    expect([lockedAt, nextRunAt?.toISOString()]).to.deep.equal([undefined, '2026-01-15T09:00:00.000Z']);
  });

  it('stores the state of a regular job as Agenda writes it', async () => {
    expect(await stored('payments')).to.deep.equal({ lockedAt: undefined, nextRunAt: null });
    const lockedAt = new Date();
    expect(await stored('trigger that began', { lockedAt })).to.deep.equal({ lockedAt, nextRunAt: null });
  });
});

describe('a job that is due while the process stops', () => {
  it('is no longer locked, not even by a pending request', async () => {
    const pending: PromiseWithResolvers<JobParameters>[] = [];
    const unlocked: unknown[] = [];
    const store = {
      getNextJobToRun: () => (pending.push(Promise.withResolvers()), pending.at(-1)?.promise),
      unlockJob: async (job: JobParameters) => void unlocked.push(job),
    } as unknown as JobRepository;
    const health = storeHealth({ report: () => undefined }, NOBODY);
    const { repository, lockNoMore } = trackedRepository(store, health, () => false);
    const next = () => repository.getNextJobToRun('payments', new Date(), new Date(), new Date(), undefined);
    const underWay = next();
    lockNoMore();
    const job = { name: 'payments' } as JobParameters;
    pending[0]?.resolve(job);
    const later = Promise.race([next(), Promise.resolve('asked')]);
    expect([await underWay, await later]).to.deep.equal([undefined, undefined]);
    expect(unlocked).to.deep.equal([job]);
  });
});

describe('the health of the scheduler’s store', () => {
  it('ignores the end of older requests, and reports an outage once', async () => {
    const reported: string[] = [];
    const pending: PromiseWithResolvers<JobParameters[]>[] = [];
    const queryJobs = () => (pending.push(Promise.withResolvers()), pending.at(-1)?.promise);
    const health = storeHealth({ report: ({ what }) => reported.push(what) }, NOBODY);
    const { repository } = trackedRepository({ queryJobs } as unknown as JobRepository, health, () => false);
    const ask = () => repository.queryJobs().catch(() => undefined);

    const early = ask();
    const failing = [ask(), ask()];
    pending[1]?.reject(new Error('gone'));
    await failing[0];
    pending[0]?.resolve([]);
    await early;
    expect(health.state()).to.equal('the store of the scheduler does not answer');
    pending[2]?.reject(new Error('gone'));
    await failing[1];
    expect(reported).to.have.length(1);

    for (const at of [3, 5]) {
      const [hung, later] = [ask(), ask()];
      pending[at + 1]?.resolve([]);
      await later;
      expect(health.state()).to.equal('ok');
      pending[at]?.reject(new Error('gone long ago'));
      await hung;
      expect(health.state()).to.equal('ok');
    }
    expect(reported).to.have.length(1);
  });
});
