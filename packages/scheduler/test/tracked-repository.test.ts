import type { JobParameters, JobRepository } from 'agenda';
import { expect } from 'chai';
import { trackedRepository } from '../src/tracked-repository.ts';
import { storeHealth } from '../src/store-health.ts';

describe('the end of a job’s run', () => {
  /** What the store has of a job that Agenda ends as it knew it: with no next run, and no lock. */
  const stored = async (name: string): Promise<Partial<JobParameters>> => {
    let job: Partial<JobParameters> = { lockedAt: new Date(), nextRunAt: new Date('2026-01-15T09:00:00Z') };
    const store = {
      saveJobState: async ({ lockedAt, nextRunAt }: JobParameters) =>
        void (job = { lockedAt, nextRunAt } as Partial<JobParameters>),
      unlockJobs: async () => void (job = { ...job, lockedAt: undefined } as unknown as Partial<JobParameters>),
    } as unknown as JobRepository;
    const health = storeHealth({ report: () => undefined }, { lost: () => undefined, back: () => undefined });
    const { repository } = trackedRepository(store, health, (each) => each.startsWith('trigger '));
    await repository.saveJobState({ _id: '1', name, nextRunAt: null } as unknown as JobParameters, undefined);
    return job;
  };

  it('leaves a trigger that was fired meanwhile to be picked up', async () => {
    const { lockedAt, nextRunAt } = await stored('trigger payments');
    expect([lockedAt, nextRunAt?.toISOString()]).to.deep.equal([undefined, '2026-01-15T09:00:00.000Z']);
  });

  it('is kept of a job as Agenda says it', async () => {
    expect(await stored('payments')).to.deep.equal({ lockedAt: undefined, nextRunAt: null });
  });
});
