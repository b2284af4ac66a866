import { setTimeout } from 'node:timers/promises';
import {
  breakableServer,
  collectedIncidents,
  describeContract,
  schedulerContract,
  type CollectedIncidents,
  type SchedulerSubject,
} from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { JOBS } from '@vehicle-insurance/core';
import { expect } from 'chai';
import pg from 'pg';
import { agendaScheduler, type AgendaScheduler } from '../src/index.ts';
import { countedJobs, HARDLY_EVER, until } from './jobs.ts';

const noMigration = (): Promise<void> => Promise.resolve();

describe('scheduler on PostgreSQL', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let incidents: CollectedIncidents;
  const started: AgendaScheduler[] = [];

  before(async () => {
    database = await testDatabase({ migrate: noMigration });
  });
  beforeEach(() => {
    incidents = collectedIncidents();
  });
  afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));
  after(() => database.drop());

  const scheduler = (
    store = database.url,
    environment: 'production' | 'staging' | 'sandbox' = 'production',
  ): AgendaScheduler => {
    const made = agendaScheduler({ store, environment, incidents });
    started.push(made);
    return made;
  };

  const query = async <Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  const subject = (): SchedulerSubject => ({
    scheduler: scheduler(),
    pass: (seconds) => setTimeout(seconds * 1_000),
    incidents: () => incidents.all.length,
  });
  describeContract(schedulerContract, 'Agenda on PostgreSQL', subject);

  it('can be started by several processes at once on an empty database', async () => {
    await query('drop schema if exists scheduler cascade');
    const many = Array.from({ length: 5 }, () => scheduler());
    await Promise.all(many.map((each) => each.start(countedJobs(HARDLY_EVER).jobs)));
    expect(incidents.all).to.deep.equal([]);
    expect(many.map((each) => each.health())).to.deep.equal(Array(5).fill('ok'));
    const rows = await query<{ name: string }>('select name from scheduler.agenda_jobs order by name');
    expect(rows.map(({ name }) => name)).to.deep.equal(['certificates', 'days', 'documents', 'payments']);
  });

  it('hears nothing of what is rung in another environment on the same store, and keeps nothing among its jobs', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler(database.url, 'sandbox').start(jobs);
    const namesIn = async (schema: string) =>
      (await query<{ name: string }>(`select name from ${schema}.agenda_jobs order by name`)).map(({ name }) => name);
    const api = scheduler(database.url, 'staging');
    api.ring('certificates');
    // Stopped when what was rung is written.
    await api.stop();
    expect(await namesIn('scheduler_staging')).to.deep.equal(['ring: certificates']);
    expect(await namesIn('scheduler_sandbox')).to.deep.equal(['certificates', 'days', 'documents', 'payments']);
    expect(runs).to.deep.equal({ payments: 1, certificates: 1, documents: 1, days: 1 });
  });

  it('hears in a process that runs the jobs what was rung in one that does not', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler().start(jobs);
    await until(() => runs.certificates === 1);
    const api = scheduler();
    for (let ring = 0; ring < 20; ring += 1) api.ring('certificates');
    await until(() => runs.certificates > 1);
    const heard = performance.now();
    api.ring('certificates');
    const before = runs.certificates;
    await until(() => runs.certificates > before);
    expect(performance.now() - heard).to.be.below(3_000);
    expect(runs).to.include({ payments: 1, documents: 1, days: 1 });
  });

  it('passes on, once its store is there, what was rung before that in a process that does not run the jobs', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler().start(jobs);
    await until(() => runs.documents === 1);
    const way = await breakableServer(database.url);
    await way.cut();
    const api = scheduler(way.url);
    api.ring('documents');
    await until(() => incidents.all.length > 0);
    await way.mend();
    await until(() => runs.documents === 2);
    expect(incidents.all).to.have.length(1);
    expect(runs).to.include({ payments: 1, certificates: 1, days: 1 });
    await api.stop();
    await way.cut();
  });

  it('passes on what was rung just before it stopped', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler().start(jobs);
    await until(() => runs.days === 1);
    const operator = scheduler();
    operator.ring('days');
    await operator.stop();
    await until(() => runs.days === 2);
  });

  it('ticks in another process after the one that had locked the job was killed', async () => {
    const { jobs, runs } = countedJobs(1);
    await scheduler().start(jobs);
    await until(() => runs.payments > 1);
    await query("update scheduler.agenda_jobs set locked_at = now() - interval '3 seconds' where name = 'payments'");
    const before = runs.payments;
    await until(() => runs.payments > before + 1);
  });

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

  it('leaves nothing locked behind', async () => {
    const { jobs, runs } = countedJobs(1);
    const stopping = scheduler();
    await stopping.start(jobs);
    await until(() => runs.days > 2);
    await stopping.stop();
    expect(await query('select name from scheduler.agenda_jobs where locked_at is not null')).to.deep.equal([]);
  });

  it('survives a store that goes away and comes back: rings are heard meanwhile, an operator is told once', async () => {
    const way = await breakableServer(database.url);
    const { jobs, runs } = countedJobs(1);
    const cut = scheduler(way.url);
    await cut.start(jobs);
    await until(() => runs.payments > 1);

    await way.cut();
    await until(() => cut.health() !== 'ok');
    const before = runs.documents;
    cut.ring('documents');
    await until(() => runs.documents > before);
    await setTimeout(2_500);
    expect(incidents.all.map(({ what }) => what)).to.deep.equal([
      'the store of the scheduler does not answer: jobs run only when they are rung for',
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
    expect(incidents.all.map(({ what }) => what)).to.deep.equal([
      'the store of the scheduler does not answer: jobs run only when they are rung for',
    ]);
  });

  it('starts without its store, says so, and ticks once the store is there', async () => {
    const way = await breakableServer(database.url);
    await way.cut();
    const { jobs, runs } = countedJobs(1);
    const early = scheduler(way.url);
    await early.start(jobs);
    await until(() => runs.payments === 1);
    expect(early.health()).to.equal('the store of the scheduler does not answer');
    expect(incidents.all).to.have.length(1);
    early.ring('days');
    await until(() => runs.days === 2);

    await way.mend();
    await until(() => runs.payments > 2);
    expect(early.health()).to.equal('ok');
    await early.stop();
    await way.cut();
  });

  it('stops at once also while its store is away', async () => {
    const way = await breakableServer(database.url);
    const { jobs } = countedJobs(1);
    const stopping = scheduler(way.url);
    await stopping.start(jobs);
    await way.cut();
    const before = performance.now();
    await stopping.stop();
    expect(performance.now() - before).to.be.below(5_000);
  });
});
