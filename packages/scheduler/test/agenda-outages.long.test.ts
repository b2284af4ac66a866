import { setTimeout } from 'node:timers/promises';
import { tcpProxy } from '@vehicle-insurance/testkit';
import { JOBS } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { agendaOnPostgresql, type Place } from './agenda-on-postgresql.ts';
import { countedJobs, until } from './jobs.ts';

const LOST = 'the store of the scheduler does not answer: jobs run only when they are triggered';
/** How often a lost store was reported: on an overloaded machine it may be lost without a fault of the test's own. */
const losses = ({ errors }: Place): number => errors.all.filter(({ what }) => what === LOST).length;

/** A scheduler that ticks every second on a store that answers, and its runs. */
const ticking = async ({ scheduler }: Place, store?: string) => {
  const { jobs, runs } = countedJobs(1);
  const it = scheduler(store);
  await it.start(jobs);
  await until(() => runs.payments > 1 && it.health() === 'ok');
  return { it, runs };
};

describe('the scheduler on a PostgreSQL that is unavailable, emptied or overloaded', function () {
  this.timeout(60_000);
  const { claim } = agendaOnPostgresql();

  claim({
    // Proves: jobs-continue
    'continues to tick if its locks have expired when they arrive, as on an overloaded machine': async (here) => {
      const { query, schema } = here;
      const { runs } = await ticking(here);
      await query(`create function ${schema}.late() returns trigger language plpgsql as $$
        begin new.locked_at = new.locked_at - interval '6 seconds'; return new; end $$`);
      await query(`create trigger late before update on agenda_jobs for each row
        when (old.locked_at is null and new.locked_at is not null) execute function late()`);
      const before = { ...runs };
      await until(() => JOBS.every((job) => runs[job] > before[job] + 2));
    },

    // Proves: scheduler-store-lost
    'survives an outage of its store: triggers work meanwhile, and an operator gets one report': async (here) => {
      const way = await tcpProxy(here.url);
      const { it: cut, runs } = await ticking(here, way.url);
      const lossesBefore = losses(here);

      await way.cut();
      await until(() => cut.health() !== 'ok');
      const before = runs.documents;
      cut.fire('documents');
      await until(() => runs.documents > before);
      await setTimeout(2_500);
      expect(losses(here) - lossesBefore).to.equal(1);

      await way.mend();
      await until(() => cut.health() === 'ok');
      const now = runs.payments;
      await until(() => runs.payments > now + 1);
      await cut.stop();
      await way.cut();
    },

    'recreates a lost store and ticks again': async (here) => {
      const { it: robbed, runs } = await ticking(here);
      const lossesBefore = losses(here);
      await here.query(`drop schema ${here.schema} cascade`);
      await until(() => robbed.health() !== 'ok');
      await until(() => robbed.health() === 'ok');
      expect(losses(here) - lossesBefore).to.equal(1);
      const before = runs.payments;
      await until(() => runs.payments > before + 1);
    },

    // Proves: readiness-exposes-nothing
    'starts without its store, reports that, and ticks once the store is available; can stop without its store':
      async ({ url, scheduler, errors }) => {
        const way = await tcpProxy(url);
        await way.cut();
        const { jobs, runs } = countedJobs(1);
        const early = scheduler(way.url);
        await early.start(jobs);
        await until(() => runs.payments === 1);
        expect(early.health()).to.equal('the store of the scheduler does not answer');
        expect(errors.all).to.have.length(1);
        early.fire('days');
        await until(() => runs.days === 2);

        await way.mend();
        await until(() => runs.payments > 2);
        expect(early.health()).to.equal('ok');
        await way.cut();
        await early.stop();
      },
  });
});
