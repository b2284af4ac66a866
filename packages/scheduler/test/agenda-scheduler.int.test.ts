import { setTimeout } from 'node:timers/promises';
import { JOBS } from '@vehicle-insurance/core';
import { describeContract, schedulerContract, tcpProxy, realTimersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { agendaOnPostgresql, type Place } from './agenda-on-postgresql.ts';
import { countedJobs, found, HARDLY_EVER, sweptJobs, until, type AgendaJob } from './jobs.ts';

const readJob = async ({ query }: Place): Promise<AgendaJob> => {
  const [row] = await query<AgendaJob>(`select data, last_run_at, last_finished_at, fail_reason, fail_count, locked_at
    from agenda_jobs where name = 'payments'`);
  if (!row) throw new Error('there is no such job');
  return row;
};
const namesIn = async ({ query, schema }: Place, other = schema) =>
  (await query<{ name: string }>(`select name from ${other}.agenda_jobs order by name`)).map(({ name }) => name);

describe('in a test schema,', function () {
  this.timeout(60_000);
  const { place, runner } = agendaOnPostgresql();

  describeContract(
    schedulerContract,
    'Agenda on PostgreSQL',
    () => {
      const { scheduler, errors } = place();
      const pass = (seconds: number) => setTimeout(seconds * 1_000);
      return { scheduler: scheduler(), pass, errorReporter: () => errors.all.length };
    },
    runner,
  );
});

describe('the scheduler on PostgreSQL', function () {
  this.timeout(60_000);
  const { place, claim } = agendaOnPostgresql();

  claim({
    // Proves: start-together
    'can be started by several processes together on an empty database': async (here) => {
      const many = Array.from({ length: 5 }, () => here.scheduler());
      await Promise.all(many.map((each) => each.start(countedJobs(HARDLY_EVER).jobs)));
      expect(here.errors.all).to.deep.equal([]);
      expect(many.map((each) => each.health())).to.deep.equal(Array(5).fill('ok'));
      expect(await namesIn(here)).to.deep.equal(JOBS.toSorted());
    },

    // Proves: environments-share-no-schedule
    'ignores triggers of another environment on the same store, and stores nothing among its jobs': async (here) => {
      const { jobs, runs } = countedJobs(HARDLY_EVER);
      await here.scheduler(here.url, 'sandbox').start(jobs);
      const api = here.scheduler(here.url, 'staging');
      api.fire('certificates');
      // `stop` resolves when the trigger is written.
      await api.stop();
      expect(await namesIn(here, 'scheduler_staging')).to.deep.equal(['ring: certificates']);
      expect(await namesIn(here, 'scheduler_sandbox')).to.deep.equal(JOBS.toSorted());
      expect(runs).to.deep.equal({ payments: 1, certificates: 1, documents: 1, days: 1 });
    },

    'reports whether its store answers, even in a process that has triggered nothing': async ({ url, scheduler }) => {
      const way = await tcpProxy(url);
      await way.cut();
      const idle = scheduler(way.url);
      expect(await idle.check()).to.equal('the store of the scheduler does not answer');
      await way.mend();
      await until(() => idle.health() === 'ok');
      expect(await idle.check()).to.equal('ok');
      await way.cut();
      expect(await idle.check(), 'checked each time').to.equal('the store of the scheduler does not answer');
      await idle.stop();
    },

    'runs jobs triggered in a process that does not run them': async ({ scheduler }) => {
      const { jobs, runs } = countedJobs(HARDLY_EVER);
      await scheduler().start(jobs);
      await until(() => runs.certificates === 1);
      const api = scheduler();
      for (let fire = 0; fire < 20; fire += 1) api.fire('certificates');
      await until(() => runs.certificates > 1);
      const before = runs.certificates;
      api.fire('certificates');
      await until(() => runs.certificates > before);
      expect(runs).to.include({ payments: 1, documents: 1, days: 1 });
    },

    // Proves: start-together
    'delivers earlier triggers of a process without jobs once its store is available': async (here) => {
      const { url, scheduler, errors } = here;
      const { jobs, runs } = countedJobs(HARDLY_EVER);
      await scheduler().start(jobs);
      await until(() => runs.documents === 1);
      const way = await tcpProxy(url);
      await way.cut();
      const api = scheduler(way.url);
      api.fire('documents');
      await until(() => errors.all.length > 0);
      await way.mend();
      await until(() => runs.documents === 2);
      expect(errors.all).to.have.length(1);
      await way.cut();
      api.fire('documents');
      await until(() => errors.all.length === 2);
      await way.mend();
      await until(() => runs.documents === 3);
      expect(runs).to.include({ payments: 1, certificates: 1, days: 1 });
      await api.stop();
      await way.cut();
    },

    'runs a job in another process after the one that had locked it was killed': async ({ scheduler, query }) => {
      const { jobs, runs } = countedJobs(1);
      await scheduler().start(jobs);
      await until(() => runs.payments > 1);
      await query("update agenda_jobs set locked_at = now() - interval '3 seconds' where name = 'payments'");
      const before = runs.payments;
      await until(() => runs.payments > before + 1);
    },

    'keeps the report of a job’s latest run in its document while idle and after a restart': async (here) => {
      const { jobs } = await sweptJobs(3, async (nth) => {
        if (nth === 2) throw new Error('call +225 07 01 02 03 04: no such host\n  detail: Awa Koné');
      });
      const first = here.scheduler();
      await first.start(jobs);
      const look = () => readJob(here);
      const { data, last_run_at: ran, ...ended } = await found(look, ({ last_finished_at: at }) => at !== null);
      expect(data).to.include({ claimed: 3, done: 2, failed: 1, underWay: 0 });
      expect(data?.lastError).to.match(/^notifications [0-9a-f-]{36}: call …: no such …$/);
      expect(ended).to.include({ fail_reason: data?.lastError, fail_count: 1 });
      expect(Date.parse(data?.at ?? '')).to.be.closeTo(Date.now(), 10_000);
      await first.stop();
      await here.scheduler().start((await sweptJobs(0, async () => undefined)).jobs);
      await until(async () => ((await look()).last_run_at ?? 0) > (ran ?? 0));
      expect(await look()).to.deep.include({ data });
    },

    'stops without waiting for a report, and leaves nothing locked': async (here) => {
      const { jobs } = await sweptJobs(1, () => new Promise<void>(() => undefined));
      const stopping = here.scheduler();
      await stopping.start(jobs);
      await until(async () => (await readJob(here)).last_run_at !== null);
      await stopping.stop();
      expect(await readJob(here)).to.include({ locked_at: null });
      expect((await readJob(here)).data).to.include({ claimed: 1, underWay: 1 });
      expect(here.errors.all).to.deep.equal([]);
    },

    'limits a wait for a lock to 4 seconds and a statement to 8, with the address’s options': async (here) => {
      const { scheduler, query, url } = here;
      await scheduler().start(countedJobs(HARDLY_EVER).jobs);
      await query(`create table seen (lock text, statement text, checked text, memory text)`);
      await query(`create function see() returns trigger language plpgsql as $$ begin
        insert into seen values (current_setting('lock_timeout'), current_setting('statement_timeout'),
          current_setting('client_connection_check_interval'), current_setting('work_mem'));
        return new; end $$`);
      await query('create trigger see before insert or update on agenda_jobs for each row execute function see()');
      const address = new URL(url);
      address.searchParams.set('options', '-c work_mem=5MB');
      const api = scheduler(address.href);
      api.fire('days');
      await api.stop();
      const seen = await query('select distinct * from seen where memory = $$5MB$$');
      expect(seen).to.deep.equal([{ lock: '4s', statement: '8s', checked: '2s', memory: '5MB' }]);
    },
  });

  it('checks its store every second, waits 10 seconds for a response, and repairs the store every minute', async () => {
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    const pauses = await realTimersDuring(async () => {
      const made = place().scheduler();
      await made.start(jobs);
      await until(() => runs.days === 1);
      await made.stop();
    });
    expect(pauses).to.include.members([1_000, 10_000, 60_000]);
  });
});
