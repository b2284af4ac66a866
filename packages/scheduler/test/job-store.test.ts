import { collectedErrors, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { namesOf } from '../src/choose-job-store.ts';
import { agendaScheduler } from '../src/index.ts';
import { aMomentAhead } from '../src/job-store.ts';

describe('the store of the scheduler', () => {
  const errorReporter = collectedErrors();
  const environment = 'production';

  it('is rejected with a remedy if its address or schema is invalid', () => {
    for (const store of ['redis://127.0.0.1', ''])
      expect(() => agendaScheduler({ store, environment, errorReporter }), store).to.throw(
        'set its address to postgres://… or mongodb://…',
      );
    expect(() => agendaScheduler({ store: 'postgres://db', schema: 'x; drop', environment, errorReporter })).to.throw(
      'plain lower-case name',
    );
  });

  // Proves: environments-share-no-schedule
  it('stores the jobs of each environment under separate names', () => {
    expect(namesOf('production')).to.deep.equal({ schema: 'scheduler', collection: 'scheduler_jobs' });
    expect(namesOf('staging')).to.deep.equal({ schema: 'scheduler_staging', collection: 'scheduler_jobs_staging' });
    expect(namesOf('sandbox')).to.deep.equal({ schema: 'scheduler_sandbox', collection: 'scheduler_jobs_sandbox' });
  });

  it('has 3 seconds to connect, and is retried 2 seconds after a failure', async () => {
    const away = { store: 'postgres://127.0.0.1:1/none', environment, errorReporter: collectedErrors() } as const;
    const scheduler = agendaScheduler(away);
    const pauses = await timersDuring(async () => {
      await scheduler.check();
      await scheduler.stop();
    });
    expect(pauses).to.include.members([3_000, 2_000]);
  });

  it('receives a trigger with a due time 200 milliseconds ahead', () => {
    const before = Date.now();
    expect(aMomentAhead().getTime()).to.be.within(before + 200, Date.now() + 200);
  });

  it('is not contacted before a trigger or a start', async () => {
    const scheduler = agendaScheduler({ store: 'postgres://127.0.0.1:1/none', environment, errorReporter });
    expect(scheduler.health()).to.equal('ok');
    await scheduler.stop();
    scheduler.fire('days');
    await scheduler.stop();
    expect(errorReporter.all).to.deep.equal([]);
  });
});
