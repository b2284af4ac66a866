import { migrate, missingMigrations } from '@vehicle-insurance/persistence';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { database } from '../../src/database.ts';
import { asReleased } from './released.ts';
import { asSandbox } from '../test-store.ts';
import { plain } from '../../src/prepared-statement.ts';

/**
 * Records, when a migration ends, which tables that existed before it has locked against others. The server's own are
 * left out: no request writes them.
 */
const LOCKS_NOTED = `
  create table noted (migration text, place text);
  create table known as select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('known', 'noted');
  create function note_locks() returns trigger language plpgsql as $$ begin
    insert into noted select distinct new.name, relation::regclass::text from pg_locks
      where pid = pg_backend_pid() and mode not in ('AccessShareLock', 'RowShareLock')
        and relation in (select oid from known) and relation <> 'migration'::regclass;
    insert into known select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('known', 'noted') and oid not in (select oid from known);
    return new;
  end $$;
  create trigger note_locks before insert on migration for each row execute function note_locks()`;

/** Its first call fails like the victim of a deadlock. A sequence is not rolled back. */
const FIRST_DEADLOCKS = `
  create sequence calls;
  create function first_deadlocks() returns integer language plpgsql as $$ begin
    if nextval('calls') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
    return currval('calls');
  end $$`;

const DEADLOCKING = `
  create function in_the_way() returns trigger language plpgsql as $$ begin perform first_deadlocks(); return new; end $$;
  create trigger in_the_way before insert on migration for each row execute function in_the_way()`;

const INDEXES = `
  select pg_class.oid::int, relname as name, pg_get_indexdef(pg_class.oid) as made from pg_class
  join pg_index on indexrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace order by relname`;

describe('migrating a database that is in use', function () {
  this.timeout(60_000);
  let url: string;
  let drop: () => Promise<void>;
  let client: pg.Client;
  beforeEach(async () => {
    ({ url, drop } = await testDatabase({ migrate: asReleased }));
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await drop();
  });
  const migrated = (say?: (why: string) => void) => migrate({ url, environment: 'sandbox', isDeclared: true, say });

  // Proves: migration-does-not-block
  it('locks one table at a time, so that it can deadlock with no request', async () => {
    await client.query(LOCKS_NOTED);
    await migrated();
    const { rows } = await client.query<{ migration: string; places: string[] }>(
      'select migration, array_agg(place) as places from noted group by migration',
    );
    expect(rows.length).to.be.greaterThan(20);
    expect(rows.filter(({ places }) => places.length > 1)).to.deep.equal([]);
  });

  // Proves: migration-does-not-block
  it('is tried again when the server has ended it to resolve a deadlock', async () => {
    await client.query(FIRST_DEADLOCKS);
    await client.query(DEADLOCKING);
    const told: string[] = [];
    await migrated((why) => told.push(why));
    expect(told).to.have.length(1);
    expect(await missingMigrations({ url, environment: 'sandbox' })).to.equal(0);
  });

  // Proves: migration-does-not-block
  it('makes no index on an existing table itself once operators have made those of their list', async () => {
    const docs = await readFile(new URL('../../../../docs/upgrading.md', import.meta.url), 'utf8');
    const [, list = ''] = /```sql\n(alter table[^`]*concurrently[^`]*)```/.exec(docs) ?? [];
    for (const statement of list.split(';\n')) await client.query(statement);
    const indexes = async (at: pg.Client) =>
      (await at.query<{ oid: number; name: string; made: string }>(INDEXES)).rows;
    const before = new Set((await indexes(client)).map(({ oid }) => oid));
    await migrated();
    const after = await indexes(client);
    // Companies are few, and their numbers became wider; those of events, books and statements are new.
    const made = after.filter(
      ({ oid, name }) =>
        !before.has(oid) &&
        !/_pkey$|^company_number_key$|^(?:event|journal|entry|posting|books|closing|statement)_/.test(name),
    );
    expect(made).to.deep.equal([]);

    const fresh = await testDatabase({ migrate: asSandbox });
    const other = new pg.Client({ connectionString: fresh.url });
    await other.connect();
    const texts = (all: typeof after) => all.map((each) => each.made);
    expect(texts(after)).to.deep.equal(texts(await indexes(other)));
    await other.end();
    await fresh.drop();
  });

  // Proves: migration-does-not-block
  it('fails no single statement: one that is rolled back in a deadlock is retried', async () => {
    await migrated();
    await client.query(FIRST_DEADLOCKS);
    const store = await database({ url, environment: 'sandbox' });
    expect(await store.query(plain('deadlocked', 'select first_deadlocks() as call'))).to.deep.equal([{ call: 2 }]);
    await store.close();
  });
});
