import { setTimeout } from 'node:timers/promises';
import {
  describeContract,
  schedulerContract,
  tcpProxy,
  timersDuring,
  type SchedulerSubject,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { agendaOnPostgresql } from './agenda-on-postgresql.ts';
import { countedJobs, found, HARDLY_EVER, sweptJobs, until, type AgendaJob } from './jobs.ts';

describe('scheduler on PostgreSQL', function () {
  this.timeout(60_000);
  const { url, scheduler, errors, query } = agendaOnPostgresql();

  const subject = (): SchedulerSubject => ({
    scheduler: scheduler(),
    pass: (seconds) => setTimeout(seconds * 1_000),
    errorReporter: () => errors().all.length,
  });
  describeContract(schedulerContract, 'Agenda on PostgreSQL', subject);

  // Proves: start-together
  it('can be started by several processes at once on an empty database', async () => {
    await query('drop schema if exists scheduler cascade');
    const many = Array.from({ length: 5 }, () => scheduler());
    await Promise.all(many.map((each) => each.start(countedJobs(HARDLY_EVER).jobs)));
    expect(errors().all).to.deep.equal([]);
    expect(many.map((each) => each.health())).to.deep.equal(Array(5).fill('ok'));
    const rows = await query<{ name: string }>('select name from scheduler.agenda_jobs order by name');
    expect(rows.map(({ name }) => name)).to.deep.equal(['certificates', 'days', 'documents', 'payments']);
  });

  // Proves: environments-share-no-schedule
  it('hears nothing of what is rung in another environment on the same store, and keeps nothing among its jobs', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler(url(), 'sandbox').start(jobs);
    const namesIn = async (schema: string) =>
      (await query<{ name: string }>(`select name from ${schema}.agenda_jobs order by name`)).map(({ name }) => name);
    const api = scheduler(url(), 'staging');
    api.fire('certificates');
    // Stopped once the trigger is written.
    await api.stop();
    expect(await namesIn('scheduler_staging')).to.deep.equal(['ring: certificates']);
    expect(await namesIn('scheduler_sandbox')).to.deep.equal(['certificates', 'days', 'documents', 'payments']);
    expect(runs).to.deep.equal({ payments: 1, certificates: 1, documents: 1, days: 1 });
  });

  it('says in a process that has triggered nothing whether its store answers', async () => {
    const way = await tcpProxy(url());
    await way.cut();
    const idle = scheduler(way.url);
    expect(await idle.check()).to.equal('the store of the scheduler does not answer');
    await way.mend();
    await until(() => idle.health() === 'ok');
    expect(await idle.check()).to.equal('ok');
    await way.cut();
    expect(await idle.check(), 'asked anew each time').to.equal('the store of the scheduler does not answer');
    await idle.stop();
  });

  it('runs jobs triggered in a process that does not run them', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler().start(jobs);
    await until(() => runs.certificates === 1);
    const api = scheduler();
    for (let fire = 0; fire < 20; fire += 1) api.fire('certificates');
    await until(() => runs.certificates > 1);
    const heard = performance.now();
    api.fire('certificates');
    const before = runs.certificates;
    await until(() => runs.certificates > before);
    expect(performance.now() - heard).to.be.below(20_000);
    expect(runs).to.include({ payments: 1, documents: 1, days: 1 });
  });

  // Proves: start-together
  it('passes on, once its store is there, what was rung before that in a process that does not run the jobs', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler().start(jobs);
    await until(() => runs.documents === 1);
    const way = await tcpProxy(url());
    await way.cut();
    const api = scheduler(way.url);
    api.fire('documents');
    await until(() => errors().all.length > 0);
    await way.mend();
    await until(() => runs.documents === 2);
    expect(errors().all).to.have.length(1);
    expect(runs).to.include({ payments: 1, certificates: 1, days: 1 });
    await api.stop();
    await way.cut();
  });

  it('passes on what was triggered just before it stopped', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await scheduler().start(jobs);
    await until(() => runs.days === 1);
    const operator = scheduler();
    operator.fire('days');
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

  it('is back on its rounds at the next start when a process with a wrong clock has stored a time far ahead', async () => {
    const { jobs, runs } = countedJobs(1);
    const first = scheduler();
    await first.start(jobs);
    await until(() => runs.payments > 1);
    await first.stop();
    await query("update scheduler.agenda_jobs set next_run_at = now() + interval '1 year'");
    await scheduler().start(jobs);
    const [row] = await query<{ ahead: boolean }>(
      "select bool_or(next_run_at > now() + interval '1 day') as ahead from scheduler.agenda_jobs where name not like 'ring:%'",
    );
    const before = runs.payments;
    await until(() => runs.payments > before + 2);
    expect(row?.ahead).to.equal(false);
  });

  describe('says in the job’s document what its latest run did', () => {
    const shown = async (): Promise<AgendaJob> => {
      const [row] =
        await query<AgendaJob>(`select data, last_run_at, last_finished_at, fail_reason, fail_count, locked_at
        from scheduler.agenda_jobs where name = 'payments'`);
      if (!row) throw new Error('there is no such job');
      return row;
    };
    beforeEach(() => query('drop schema if exists scheduler cascade'));

    it('how many pieces it claimed and did, and why the latest that failed did', async () => {
      const { jobs } = await sweptJobs(3, async (nth) => {
        if (nth === 2) throw new Error('call +225 07 01 02 03 04: no such host\n  detail: Awa Koné');
      });
      await scheduler().start(jobs);
      const ended = await found(shown, ({ last_finished_at: at }) => at !== null);
      const { data, fail_reason: reason, fail_count: count } = ended;
      expect(data).to.include({ claimed: 3, done: 2, failed: 1, underWay: 0 });
      expect(data?.lastError).to.match(/^notices [0-9a-f-]{36}: call …: no such host$/);
      expect({ reason, count }).to.deep.equal({ reason: data?.lastError, count: 1 });
    });

    it('and keeps it while there is nothing to do, and when a process is started again', async () => {
      const { jobs } = await sweptJobs(1, async () => undefined);
      const first = scheduler();
      await first.start(jobs);
      const { data, last_run_at: ran } = await found(shown, (job) => job.data !== null);
      expect(data).to.include({ claimed: 1, done: 1, failed: 0, underWay: 0, lastError: null });
      expect(Date.parse(data?.at ?? '')).to.be.closeTo(Date.now(), 10_000);
      await first.stop();
      await scheduler().start((await sweptJobs(0, async () => undefined)).jobs);
      await until(async () => ((await shown()).last_run_at ?? 0) > (ran ?? 0));
      expect(await shown()).to.deep.include({ data, fail_reason: null });
    });

    it('and is not held up by that when it stops: nothing stays locked', async () => {
      const { jobs } = await sweptJobs(1, () => new Promise<void>(() => undefined));
      const stopping = scheduler();
      await stopping.start(jobs);
      await until(async () => (await shown()).last_run_at !== null);
      const before = performance.now();
      await stopping.stop();
      // A report alone would be waited for as long as two seconds.
      expect(performance.now() - before).to.be.below(1_900);
      expect(await shown()).to.include({ locked_at: null });
      expect((await shown()).data).to.include({ claimed: 1, underWay: 1 });
      expect(errors().all).to.deep.equal([]);
    });
  });

  it('looks at its store every second, has 10 seconds for an answer, and repairs it every minute', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    const pauses = await timersDuring(
      async () => {
        const made = scheduler();
        await made.start(jobs);
        await until(() => runs.days === 1);
        await made.stop();
      },
      (milliseconds) => milliseconds,
    );
    expect(pauses).to.include.members([1_000, 10_000, 60_000]);
  });

  it('has the server end a wait for a lock after 4 seconds and a statement after 8', async () => {
    await query(`create table if not exists seen (lock text, statement text, checked text)`);
    await query(`create or replace function see() returns trigger language plpgsql as $$ begin
      insert into public.seen values (current_setting('lock_timeout'), current_setting('statement_timeout'),
        current_setting('client_connection_check_interval'));
      return new; end $$`);
    await query(
      'create trigger see before insert or update on scheduler.agenda_jobs for each row execute function see()',
    );
    const api = scheduler();
    api.fire('days');
    await api.stop();
    await query('drop trigger see on scheduler.agenda_jobs');
    const seen = await query('select distinct lock, statement, checked from seen');
    expect(seen).to.deep.equal([{ lock: '4s', statement: '8s', checked: '2s' }]);
  });

  it('leaves nothing locked behind', async () => {
    const { jobs, runs } = countedJobs(1);
    const stopping = scheduler();
    await stopping.start(jobs);
    await until(() => runs.days > 2);
    await stopping.stop();
    expect(await query('select name from scheduler.agenda_jobs where locked_at is not null')).to.deep.equal([]);
  });
});
