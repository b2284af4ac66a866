import { StoreUnavailable } from '@vehicle-insurance/core';
import { realTimersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { sql } from 'kysely';
import pg, { type ClientBase } from 'pg';
import { BATCH, poolOptions, inspectServer, MIGRATION, REQUEST, UNLIMITED } from '../../src/database/connecting.ts';
import { tablesOf } from '../../src/database/tables-of.ts';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { connectTo, failureOf, openDatabase, runSql, storeForCases } from '../test-store.ts';
import { plain } from '../../src/database/prepared-statement.ts';

const TIMEOUTS = `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`;
const UNANSWERED = 'the database does not answer; try again later';
const PID = 'select pg_backend_pid() as pid';

describe('the time limits of a database', function () {
  this.timeout(30_000);
  const test = storeForCases();
  let other: pg.Client;
  beforeEach(async () => {
    other = await connectTo(test.url);
  });
  afterEach(() => other.end());

  const withDatabase = async (timeouts: typeof REQUEST, during: (store: TypedDatabase) => Promise<void>) => {
    const store = await openDatabase(test.url, { poolSize: 1, timeouts });
    await during(store).finally(store.close);
  };

  // Proves: 503-locked
  it('end a wait for a lock when its client has disconnected', async () => {
    await other.query('begin');
    await other.query('select pg_advisory_lock(1)');
    const pool = new pg.Pool(poolOptions(test.url, UNLIMITED));
    const client = await pool.connect();
    client.on('error', () => undefined);
    const { rows } = await client.query<{ pid: number }>(PID);
    const waiting = failureOf(client.query('select pg_advisory_lock(1)'));
    const isThere = async (more = ''): Promise<boolean> =>
      (await test.sql(`select from pg_stat_activity where pid = $1 ${more}`, [rows[0]?.pid])).length > 0;
    while (!(await isThere(`and wait_event_type = 'Lock'`)));
    // The connection breaks as when the process dies.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await waiting;
    while (await isThere());
    client.release(true);
    await pool.end();
  });

  // Proves: 503-locked
  it('are longer for a batch, and normal again for the next statement', () =>
    withDatabase(REQUEST, async (store) => {
      const request = { lock: '4s', statement: '8s' };
      expect(await store.query(plain('before', TIMEOUTS))).to.deep.equal([request]);
      expect(await store.queryBatch(plain('batch', TIMEOUTS))).to.deep.equal([{ lock: '4s', statement: '1min' }]);
      await store.readAlong(plain('along', TIMEOUTS), async (rows) => {
        expect(rows).to.deep.equal([{ lock: '4s', statement: '0' }]);
      });
      expect(await store.query(plain('after', TIMEOUTS))).to.deep.equal([request]);
    }));

  it('are 2 seconds for a migration’s lock, none for the change itself, and a minute for a silent transaction', () =>
    withDatabase(MIGRATION, async (store) => {
      const others = `current_setting('idle_in_transaction_session_timeout') as silent,
        current_setting('client_connection_check_interval') as checked`;
      const limits = { lock: '2s', statement: '0', silent: '1min', checked: '2s' };
      expect(await store.query(plain('migration', `${TIMEOUTS}, ${others}`))).to.deep.equal([limits]);
    }));

  it('are 5 seconds for a connection, 10 for the answer to a request and 70 for that to a batch', () =>
    withDatabase(REQUEST, async (store) => {
      const limits = async (work: () => Promise<unknown>) => new Set(await realTimersDuring(work));
      await store.ping();
      const statement = plain('limits', TIMEOUTS);
      expect(await limits(() => store.query(statement))).to.deep.equal(new Set([5_000, 10_000]));
      expect(await limits(() => store.queryBatch(statement))).to.deep.equal(new Set([5_000, 10_000, 70_000]));
      expect(poolOptions(test.url, BATCH)).to.include({ keepAlive: true });
    }));

  it('keep the stack of the caller in an error of the server', () =>
    withDatabase(REQUEST, async (store) => {
      const error = await failureOf(store.query(plain('wrong', 'select 1/0')));
      expect(error).to.include({ code: '22012' }).and.have.property('stack').that.includes('timeouts.int.test');
    }));

  it('end a wait for a silent server, also for the tables of other programs', () =>
    withDatabase({ lock: 0, statement: 0, answer: 50 }, async (store) => {
      const sleep = plain('sleep', 'select pg_sleep(60)');
      const others = tablesOf(store, 'other');
      for (const wait of [() => store.query(sleep), () => sql`select pg_sleep(60)`.execute(others)])
        expect(await failureOf(wait()))
          .to.be.instanceOf(StoreUnavailable)
          .with.property('message', UNANSWERED);
    }));

  it('are 5 seconds for a ping and for the check of a new connection', () =>
    withDatabase(REQUEST, async (store) => {
      const countLimits = async () => (await realTimersDuring(store.ping)).filter((each) => each === 5_000).length;
      // A ping has two limits: for the wait for a connection, and for the answer. The first ping has two more, because
      // it also opens and checks a connection.
      expect([await countLimits(), await countLimits()]).to.deep.equal([4, 2]);
    }));

  it('override other settings in the address, role and database, as time zone and isolation level do', async () => {
    const name = new URL(test.url).pathname.slice(1);
    const theirs = { lock_timeout: '0', default_transaction_isolation: 'serializable', timezone: 'Asia/Kolkata' };
    for (const [setting, value] of Object.entries(theirs))
      await runSql(test.url, `alter role current_user in database ${name} set ${setting} = '${value}'`);
    const address = new URL(test.url);
    address.searchParams.set('options', '-c application_name=theirs -c lock_timeout=0');
    const store = await openDatabase(address.href);
    const others = `current_setting('application_name') as name, current_setting('timezone') as zone,
      current_setting('default_transaction_isolation') as isolation`;
    const [actual] = await store.query(plain('limits', `${TIMEOUTS}, ${others}`));
    const ours = { lock: '4s', statement: '8s', zone: 'UTC', isolation: 'read committed' };
    expect(actual).to.deep.equal({ ...ours, name: 'theirs' });
    await store.close();
    await runSql(test.url, `alter role current_user in database ${name} reset all`);
  });
});

describe('a server that cannot check whether its clients are still connected', () => {
  it('can be used without the check', async () => {
    // An older server answers with the one code, and a server on Windows with the other.
    for (const code of ['22023', '42704']) {
      const asked: string[] = [];
      const query = async ({ text }: { readonly text: string }) => {
        asked.push(text);
        if (text.includes('client_connection_check_interval'))
          throw Object.assign(new Error('it must be set to 0 on this platform'), { code });
        return { rows: [{ read_only: false }] };
      };
      await inspectServer({ query } as unknown as ClientBase);
      expect(asked).to.have.length(2);
    }
  });
});
