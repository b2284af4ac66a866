import { StoreUnavailable, type Payment } from '@vehicle-insurance/core';
import { migrate, missingMigrations } from '@vehicle-insurance/persistence';
import {
  aDifference,
  aFailedPayment,
  aPaidPayment,
  aRefund,
  at,
  day,
  freshId,
  inUnit,
  ROUTINE_PAYMENTS,
  SOME_MORNING,
  storedPayment,
  storedQuote,
} from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { asSandbox, failureOf, runSql, testStore } from '../test-store.ts';

const nothing = (): Promise<void> => Promise.resolve();

describe('migrate', () => {
  it('migrates once, however many processes start together', async () => {
    const { url, drop } = await testDatabase({ migrate: nothing });
    await Promise.all(Array.from({ length: 5 }, () => asSandbox(url)));
    const names = async () => (await runSql(url, 'select name from migration order by id')).map(({ name }) => name);
    const migrated = await names();
    expect(migrated).to.deep.equal([...new Set(migrated)]);
    expect([migrated[0], await missingMigrations({ url, environment: 'sandbox' })]).to.deep.equal([
      '0001 initial schema',
      0,
    ]);
    await asSandbox(url);
    expect(await names()).to.deep.equal(migrated);
    await drop();
  });

  it('leaves a database as it is that is only asked what it lacks: it may be another application’s', async () => {
    const { url, drop } = await testDatabase({ migrate: nothing });
    expect(await missingMigrations({ url, environment: 'sandbox' })).to.be.above(20);
    expect(await runSql(url, `select from pg_class where relnamespace = 'public'::regnamespace`)).to.deep.equal([]);
    await drop();
  });

  it('works on the database of its address, and creates none that MikroORM’s variables name', async () => {
    const { url, drop } = await testDatabase({ migrate: nothing });
    process.env['MIKRO_ORM_DB_NAME'] = 'shop_of_another_project';
    try {
      expect(await missingMigrations({ url, environment: 'sandbox' })).to.be.above(20);
      await asSandbox(url);
    } finally {
      delete process.env['MIKRO_ORM_DB_NAME'];
    }
    expect(await missingMigrations({ url, environment: 'sandbox' })).to.equal(0);
    const shops = await runSql(url, "select from pg_database where datname = 'shop_of_another_project'");
    expect(shops).to.deep.equal([]);
    await drop();
  });

  it('keeps nothing of a migration that fails, and takes another turn afterwards', async () => {
    const { url, drop } = await testDatabase({ migrate: nothing });
    await runSql(url, 'create table contract (in_the_way boolean)');
    expect(await failureOf(asSandbox(url))).to.be.an('error');
    expect(await runSql(url, `select to_regclass('company') as company`)).to.deep.equal([{ company: null }]);
    await runSql(url, 'drop table contract');
    await asSandbox(url);
    expect(await runSql(url, 'select count(*)::int as count from company')).to.deep.equal([{ count: 0 }]);
    await drop();
  });

  // Proves: debit-after-session
  it('looks once more at Wave’s payments that failed before debits were waited for, and have no refund', async () => {
    const { store, url, sql, drop } = await testStore();
    const { quote } = await storedQuote(store.unitOfWork);
    const ended = (completed: string, over: Partial<Payment> = {}) =>
      storedPayment(store.unitOfWork, quote, aFailedPayment({ provider: 'wave', completed: at(completed), ...over }));
    const kept = [await ended('2026-03-01T09:58:00.000Z'), await ended('2026-03-01T09:59:00.000Z')];
    const refunded = await ended('2026-03-01T10:00:00.000Z');
    const { companyId, id: paymentId, session } = refunded;
    const refund = aRefund({
      companyId,
      paymentId,
      provider: 'wave',
      sessionId: session?.id ?? '',
      status: 'done',
      due: null,
    });
    await inUnit(store.unitOfWork, ({ refunds }) =>
      refunds.add({ ...refund, completed: SOME_MORNING }, { at: SOME_MORNING, why: 'a test' }),
    );
    await ended('2026-03-01T10:00:00.000Z', { session: null, failureReason: 'provider_error' });
    await ended('2026-01-15T10:00:00.000Z');
    await ended('2026-03-01T10:00:00.000Z', { provider: 'former' });
    await storedPayment(
      store.unitOfWork,
      quote,
      aPaidPayment({ provider: 'wave', created: at('2026-03-01T10:00:00.000Z') }),
    );
    await sql(`delete from migration where name like '0005-%'`);
    await sql('alter table payment drop session_ended, drop notified, drop last_unpaid');

    await asSandbox(url);
    const claimed = async (now: string) =>
      (await store.dueWork.claim({ ...ROUTINE_PAYMENTS, provider: 'wave' }, at(now), 10)).map(({ id }) => id);
    expect(await claimed('2026-03-01T10:00:01.000Z')).to.deep.equal([kept[1]?.id]);
    expect(await claimed('2026-03-01T11:00:00.000Z')).to.deep.equal([kept[0]?.id]);
    expect(await store.providersInUse()).to.deep.equal(['wave']);
    await drop();
  });

  it('lists errors that began before their beginning was recorded', async () => {
    const { store, url, sql, drop } = await testStore();
    const { quote } = await storedQuote(store.unitOfWork);
    const due = { at: SOME_MORNING, attempts: 30, lastError: 'no answer' };
    const unread = await storedPayment(store.unitOfWork, quote, aFailedPayment({ due }));
    await storedPayment(store.unitOfWork, quote, aFailedPayment({ due: { at: SOME_MORNING, attempts: 30 } }));
    await sql(`delete from migration where name like '0008-%'`);
    for (const table of ['payment', 'refund', 'notice', 'certificate_request', 'contract', 'loose_document'])
      await sql(`alter table ${table} drop trouble_since`);
    await sql('drop table dismissal');

    await asSandbox(url);
    const [windowsBegunUntil, lateSince, certificatesAskedUntil] = [SOME_MORNING, SOME_MORNING, SOME_MORNING];
    const lateness = { windowsBegunUntil, lateSince, certificatesAskedUntil, today: day('2026-01-15') };
    const listed = await store.workQueries.attention(lateness);
    expect(listed.map(({ kind, id, since }) => ({ kind, id, since }))).to.deep.equal([
      { kind: 'payment_unreadable', id: unread.id, since: unread.created },
    ]);
    await drop();
  });

  it('has every day of Wave read again whose amounts were kept net, once the old processes are gone', async () => {
    const { store, url, sql, drop } = await testStore();
    const readings = [
      { provider: 'wave', day: day('2026-01-14'), read: SOME_MORNING, due: null },
      { provider: 'cinetpay', day: day('2026-01-14'), read: SOME_MORNING, due: null },
      { provider: 'wave', day: day('2026-01-15'), read: null, due: { at: SOME_MORNING, attempts: 1 } },
    ].map((reading) => ({ ...reading, id: freshId() }));
    for (const reading of readings) await store.statements.plan(reading);
    const { quote } = await storedQuote(store.unitOfWork);
    const { companyId, id: paymentId } = await storedPayment(store.unitOfWork, quote, aFailedPayment());
    const difference = aDifference({ companyId, paymentId });
    await inUnit(store.unitOfWork, ({ statements }) => statements.put(difference));
    await sql(`delete from migration where name like '0040-%'`);
    await sql('alter table refund drop currency');
    await sql('alter table statement_difference drop currency');

    await asSandbox(url);
    const found = await Promise.all(
      readings.map(({ id }) => inUnit(store.unitOfWork, ({ statements }) => statements.find(id))),
    );
    const [again, imported, waiting] = found.map((reading) => reading?.due);
    expect(imported).to.equal(null);
    expect(waiting).to.deep.equal({ at: SOME_MORNING, attempts: 1 });
    const inAnHour = Date.parse(again?.at ?? '') - Date.now();
    expect(inAnHour).to.be.within(50 * 60_000, 61 * 60_000);
    expect((await store.statements.differences(1))[0]).to.include({ currency: 'XOF' });
    await drop();
  });

  it('says that a database is out of reach', async () => {
    expect(await failureOf(asSandbox('postgres://nobody@127.0.0.1:1/none'))).to.be.instanceOf(StoreUnavailable);
  });
});

describe('a migration whose table is in use', function () {
  this.timeout(60_000);
  let url: string;
  let drop: () => Promise<void>;
  let busy: pg.Client;
  const sandbox = () => ({ url, environment: 'sandbox' }) as const;

  /** A database that lacks a migration which refers to a table, while a long transaction writes to that table. */
  beforeEach(async () => {
    ({ url, drop } = await testDatabase({ migrate: asSandbox }));
    await runSql(url, 'drop table idempotency_key');
    await runSql(url, `delete from migration where name like '0002%'`);
    busy = new pg.Client({ connectionString: url, application_name: 'a nightly export' });
    await busy.connect();
    await busy.query('begin');
    await busy.query('update company set name = name');
  });
  afterEach(async () => {
    await busy.end();
    await drop();
  });

  // Proves: migration-does-not-block
  it('is tried again, saying who is in the way, lets others work meanwhile, and is made in the end', async () => {
    const told = Promise.withResolvers<string>();
    const migrated = migrate({ ...sandbox(), say: told.resolve });
    expect(await told.promise).to.match(/locked by other sessions.* process \d+ \(a nightly export\)/);
    // Would wait too, if the migration went on waiting ahead of it.
    await runSql(url, 'update company set name = name');
    await busy.query('rollback');
    await migrated;
    expect(await missingMigrations({ url, environment: 'sandbox' })).to.equal(0);
  });

  // Proves: migration-does-not-block
  it('is given up after a while in words that say what to do, and can be run again', async () => {
    const failure = await failureOf(migrate({ ...sandbox(), attempts: 1 }));
    expect(String(failure)).to.match(/a nightly export.*pg_terminate_backend.*run this again/);
    expect(await missingMigrations({ url, environment: 'sandbox' })).to.equal(1);
    await busy.query('rollback');
    await asSandbox(url);
    expect(await missingMigrations({ url, environment: 'sandbox' })).to.equal(0);
  });

  it('waits for another process that migrates, for as long as that takes', async () => {
    await busy.query('rollback');
    await busy.query('select pg_advisory_lock(7246601)');
    const migrated = asSandbox(url);
    // Of this database alone: the server is other tests' as well.
    const waiting = () =>
      runSql(
        url,
        `select from pg_locks join pg_database on pg_database.oid = database
         where locktype = 'advisory' and not granted and datname = current_database()`,
      );
    while ((await waiting()).length === 0);
    // Longer than a migration waits for a table.
    await busy.query(`select pg_sleep(3)`);
    expect(await waiting()).to.have.length(1);
    await busy.query('select pg_advisory_unlock(7246601)');
    await migrated;
    expect(await missingMigrations({ url, environment: 'sandbox' })).to.equal(0);
  });
});
