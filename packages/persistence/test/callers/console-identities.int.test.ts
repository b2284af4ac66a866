import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { asSandbox } from '../test-store.ts';

const FORGOTTEN = `delete from migration where name like '0024-%'`;

describe('a database whose console knew people by their names alone', () => {
  let database: TestDatabase;
  let sql: pg.Client;

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    for (const table of ['session', 'proposal'])
      await sql.query(`alter table console.${table} drop column issuer, drop column subject`);
    await sql.query(`insert into console.session (hash, name, role) values ('x', 'Awa', 'act')`);
    await sql.query(
      `insert into console.proposal (action, fields, proposed_by, expires_at)
       values ('payments-pause', '{}', 'Awa', now() + interval '1 hour')`,
    );
    await sql.query(`insert into console.link (hash, name, role, expires_at) values ('x', 'Koffi', 'act', now())`);
    await sql.query(FORGOTTEN);
  });
  after(async () => {
    await sql.end();
    await database.drop();
  });

  const counted = async () => {
    const { rows } = await sql.query<object>(
      `select (select count(issuer || subject) from console.session)::int as identities,
         (select count(*) from console.session)::int as sessions,
         (select count(*) from console.proposal where issuer is null and subject is null)::int as proposals,
         (select count(*) from console.link)::int as links`,
    );
    return rows[0];
  };

  it('has each of them sign in and propose again, and its links are still good', async () => {
    await asSandbox(database.url);
    expect(await counted()).to.deep.equal({ identities: 0, sessions: 0, proposals: 0, links: 1 });
  });

  it('takes the migration a second time', async () => {
    await sql.query(FORGOTTEN);
    await asSandbox(database.url);
    expect(await counted()).to.deep.equal({ identities: 0, sessions: 0, proposals: 0, links: 1 });
  });
});
