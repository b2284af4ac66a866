import { migrate, persistence, type Persistence } from '@vehicle-insurance/persistence';
import { aBookkeeping } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { openAccess } from '../../src/access/open-access.ts';
import { consoleAccessContract, ENDS } from './access-contract.ts';

const migrated = (url: string): Promise<void> => migrate({ url, environment: 'sandbox' });

let database: TestDatabase;
let store: Persistence;
let sql: pg.Pool;

before(async () => {
  database = await testDatabase({ migrate: migrated });
  const place = { url: database.url, environment: 'sandbox', poolSize: 8 } as const;
  store = await persistence({ ...place, bookkeeping: aBookkeeping(), log: () => undefined });
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
});
after(async () => {
  await store?.close();
  await sql?.end();
  await database?.drop();
});

const passRealTime = async (seconds: number): Promise<void> => {
  for (const [table, columns] of Object.entries({
    link: ['expires_at'],
    session: ['seen_at', 'created_at', 'checked_at', 'check_claimed_at'],
    proposal: ['proposed_at', 'expires_at', 'ended_at'],
  }))
    await sql.query(
      `update console.${table} set ${columns.map((each) => `${each} = ${each} - $1 * interval '1 second'`).join(', ')}`,
      [seconds],
    );
};

consoleAccessContract('PostgreSQL', async () => {
  await sql.query('truncate console.link, console.session, console.proposal, console.history');
  return { access: openAccess(store, ENDS), passRealTime };
});

describe('the console’s tables', () => {
  it('contain no link, session secret or token in a readable form', async () => {
    const { links, sessions } = openAccess(store, ENDS);
    const link = await links.make({ name: 'Awa', role: 'act' }, 15);
    const person = { name: 'Awa', role: 'act', issuer: 'https://id.example', subject: 'u-1' } as const;
    const secret = await sessions.begin(person, { address: '192.0.2.1', browser: '' }, 'a-refresh-token');
    const { rows } = await sql.query<{ readonly row: string }>(
      'select l::text as row from console.link l union all select s::text from console.session s',
    );
    const kept = rows.map(({ row }) => row).join('\n');
    expect(kept).to.include('Awa').and.to.include('u-1');
    for (const unreadable of [link, secret, 'a-refresh-token']) expect(kept).not.to.include(unreadable);
  });
});
