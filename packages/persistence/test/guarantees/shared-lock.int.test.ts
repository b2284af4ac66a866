import { StoreUnavailable } from '@vehicle-insurance/core';
import { sharedLock, type DatabaseLock } from '@vehicle-insurance/persistence';
import { realTimersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { throughPlanted } from '../broken/planted.ts';
import { failureOf, storeForCases } from '../test-store.ts';

describe('a lock shared by processes', () => {
  const test = storeForCases();
  let here: DatabaseLock;
  let there: DatabaseLock;

  beforeEach(async () => {
    const url = await throughPlanted(test.url);
    [here, there] = [sharedLock(url), sharedLock(url)];
  });
  afterEach(() => Promise.all([here.close(), there.close()]));

  /** Other tests use the same server. */
  const OF_THIS_DATABASE = 'database = (select oid from pg_database where datname = current_database())';

  const waiting = async (): Promise<number> => {
    const [row] = await test.sql(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and ${OF_THIS_DATABASE}`,
    );
    return row?.['n'] as number;
  };
  const untilWaiting = async (expected: number): Promise<void> => {
    while ((await waiting()) < expected);
  };

  it('can be held by many at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = here.pass(() => promise);
    await there.pass(async () => resolve());
    await first;
  });

  it('lets an exclusive holder run alone, after the current holders and before later ones', async () => {
    const said: string[] = [];
    const [mayEnd, entered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = there.pass(async () => {
      entered.resolve();
      await mayEnd.promise;
      said.push('first out');
    });
    await entered.promise;
    const solo = here.alone(async () => {
      said.push('alone');
      if (said.includes('first out')) await untilWaiting(2);
      said.push('still alone');
    });
    // Without a lock, no process waits.
    await Promise.race([untilWaiting(1), solo]);
    const late = [here, there].map(({ pass }) => pass(async () => said.push('late')));
    await Promise.race([untilWaiting(3), ...late]);
    mayEnd.resolve();
    await Promise.all([holder, solo, ...late]);
    expect(said).to.deep.equal(['first out', 'alone', 'still alone', 'late', 'late']);
  });

  it('is released when its work ends', async () => {
    const held = () => test.sql(`select mode from pg_locks where locktype = 'advisory' and ${OF_THIS_DATABASE}`);
    const timers = await realTimersDuring(() => here.pass(async () => 'in'));
    // Statements have no time-outs. The only timer closes an idle connection.
    expect(timers.filter((milliseconds) => milliseconds === 10_000)).to.have.length(1);
    expect(await held()).to.deep.equal([]);
    await there.alone(async () => 'in');
    expect(await held()).to.deep.equal([]);
  });

  it('leaves a connection for an exclusive waiter even if every job has unfinished work and starts a new run', async () => {
    const ends = Promise.withResolvers<void>();
    const inside = Array.from({ length: 8 }, () => here.pass(() => ends.promise));
    const solo = here.alone(async () => 'alone');
    await Promise.race([untilWaiting(1), solo]);
    ends.resolve();
    expect(await solo).to.equal('alone');
    await Promise.all(inside);
  });

  it('is released after a failure, and after the death of a process', async () => {
    expect(await failureOf(here.alone(async () => Promise.reject(new Error('no'))))).to.match(/no/);
    await here.alone(async () => {
      await test.sql(`select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and pid <> pg_backend_pid() and ${OF_THIS_DATABASE}`);
    });
    expect(await there.alone(async () => 'in')).to.equal('in');
    expect(await here.pass(async () => 'in')).to.equal('in');
  });

  it('throws when the database cannot be reached', async () => {
    const nowhere = sharedLock('postgres://nobody@127.0.0.1:9/nothing');
    expect(await failureOf(nowhere.pass(async () => 'in'))).to.be.instanceOf(StoreUnavailable);
    await nowhere.close();
  });
});
