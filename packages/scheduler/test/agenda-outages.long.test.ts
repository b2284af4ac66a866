import { setTimeout } from 'node:timers/promises';
import { tcpProxy } from '@vehicle-insurance/testkit';
import { JOBS } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { agendaOnPostgresql } from './agenda-on-postgresql.ts';
import { countedJobs, until } from './jobs.ts';

describe('scheduler on a PostgreSQL that goes away, is emptied or is overloaded', function () {
  this.timeout(60_000);
  const { url, scheduler, errors, query } = agendaOnPostgresql();

  // Proves: jobs-go-on
  it('ticks on although locks reach it when they have ended already, as on a machine that is overloaded', async () => {
    const { jobs, runs } = countedJobs(1);
    await scheduler().start(jobs);
    await until(() => runs.payments > 1);
    await query(`create function scheduler.late() returns trigger language plpgsql as $$
      begin new.locked_at = new.locked_at - interval '6 seconds'; return new; end $$`);
    await query(`create trigger late before update on scheduler.agenda_jobs for each row
      when (old.locked_at is null and new.locked_at is not null) execute function scheduler.late()`);
    const before = { ...runs };
    await until(() => JOBS.every((job) => runs[job] > before[job] + 2));
    await query('drop function scheduler.late cascade');
  });

  // Proves: scheduler-store-lost
  it('survives a store that goes away and comes back: triggers are heard meanwhile, an operator is told once', async () => {
    const way = await tcpProxy(url());
    const { jobs, runs } = countedJobs(1);
    const cut = scheduler(way.url);
    await cut.start(jobs);
    await until(() => runs.payments > 1);

    await way.cut();
    await until(() => cut.health() !== 'ok');
    const before = runs.documents;
    cut.fire('documents');
    await until(() => runs.documents > before);
    await setTimeout(2_500);
    expect(errors().all.map(({ what }) => what)).to.deep.equal([
      'the store of the scheduler does not answer: jobs run only when they are triggered',
    ]);

    await way.mend();
    await until(() => cut.health() === 'ok');
    const now = runs.payments;
    await until(() => runs.payments > now + 1);
    await way.cut();
  });

  it('makes its store anew, and ticks again, after all of it was lost', async () => {
    const { jobs, runs } = countedJobs(1);
    const robbed = scheduler();
    await robbed.start(jobs);
    await until(() => runs.payments > 1);
    await query('drop schema scheduler cascade');
    await until(() => robbed.health() !== 'ok');
    await until(() => robbed.health() === 'ok');
    const before = runs.payments;
    await until(() => runs.payments > before + 1);
    expect(errors().all.map(({ what }) => what)).to.deep.equal([
      'the store of the scheduler does not answer: jobs run only when they are triggered',
    ]);
  });

  // Proves: readiness-tells-nothing
  it('starts without its store, says so, and ticks once the store is there', async () => {
    const way = await tcpProxy(url());
    await way.cut();
    const { jobs, runs } = countedJobs(1);
    const early = scheduler(way.url);
    await early.start(jobs);
    await until(() => runs.payments === 1);
    expect(early.health()).to.equal('the store of the scheduler does not answer');
    expect(errors().all).to.have.length(1);
    early.fire('days');
    await until(() => runs.days === 2);

    await way.mend();
    await until(() => runs.payments > 2);
    expect(early.health()).to.equal('ok');
    await early.stop();
    await way.cut();
  });

  it('stops at once also while its store is away', async () => {
    const way = await tcpProxy(url());
    const { jobs } = countedJobs(1);
    const stopping = scheduler(way.url);
    await stopping.start(jobs);
    await way.cut();
    const before = performance.now();
    await stopping.stop();
    expect(performance.now() - before).to.be.below(5_000);
  });
});
