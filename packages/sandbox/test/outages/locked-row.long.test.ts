import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { caller, type Caller } from '../processes/caller.ts';
import { sandboxIn } from '../processes/service-process.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { asSandbox, eventually, startSandbox, type TestSandbox } from '../sandbox.ts';

const POOL = 3;

/** More than the pool, twice over. */
const REQUESTS = 8;

/**
 * What the service may hold in this database: its pool, the scheduler's four, the sandbox's eight; and this test's two.
 */
const MAX_CONNECTIONS = POOL + 4 + 8 + 2;

describe('a row that another session keeps locked', function () {
  this.timeout(90_000);
  let database: TestDatabase;
  let other: pg.Client;
  let looking: pg.Client;
  let sandbox: TestSandbox;
  let call: Caller;

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    [other, looking] = [database, database].map(({ url }) => new pg.Client({ connectionString: url })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([other.connect(), looking.connect()]);
    sandbox = await startSandbox({ DATABASE_URL: database.url, DATABASE_POOL: String(POOL) });
    call = caller(() => sandboxIn(sandbox.dataDir));
  });
  after(async () => {
    await other?.end();
    await looking?.end();
    await sandbox?.stop();
    await database?.drop();
  });
  afterEach(() => other.query('rollback'));

  const backends = async (where = 'true'): Promise<number> => {
    const { rows } = await looking.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and ${where}`,
    );
    return rows[0]?.count ?? 0;
  };
  const register = async (n: number) => {
    const { baseUrl, apiKey } = sandboxIn(sandbox.dataDir);
    const response = await fetch(`${baseUrl}/api/v1.0/vehicle`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...SAMPLE_CAR, licencePlate: `LOCKED-${n}` }),
    });
    const { code } = (await response.json()) as { readonly code?: string };
    return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
  };

  // Proves: 503-locked
  it('costs those who need it a 503, and leaves the server no backend that waits for a caller who is gone', async () => {
    await other.query('begin');
    await other.query('select from company_counter for update');
    const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, n) => register(n)));
    for (const answer of answers)
      expect(answer).to.deep.equal({ status: 503, code: 'service_unavailable', retryAfter: '5' });
    // The row is locked as before: what waited for it must not go on doing so after its caller was answered.
    await eventually(
      () => backends("wait_event_type = 'Lock'"),
      (waiting) => waiting === 0,
      20_000,
    );
    expect(await backends()).to.be.at.most(MAX_CONNECTIONS);
    // What needs another row is served meanwhile.
    await eventually(
      () => call.api('/vehicle'),
      ({ status }) => status === 200,
    );
    await other.query('rollback');
    expect((await register(0)).status).to.equal(201);
  });

  // Proves: 503-locked
  it('opens no payment while the quote is locked, and opens one as soon as it is not', async () => {
    const { id } = await call.quote();
    await other.query('begin');
    await other.query('select from quote where id = $1 for update', [id]);
    const refused = await call.pay(id);
    expect([refused.status, refused.body.code]).to.deep.equal([503, 'service_unavailable']);
    expect((await call.standing(id)).payment).to.equal(null);
    await other.query('rollback');
    expect((await call.pay(id)).status).to.equal(201);
  });

  // Proves: 503-locked
  it('is waited for by a request to pay, for a second or two', async () => {
    const { id } = await call.quote();
    await other.query('begin');
    await other.query('select from quote where id = $1 for update', [id]);
    const paying = call.pay(id);
    await eventually(
      () => backends("wait_event_type = 'Lock'"),
      (waiting) => waiting === 1,
    );
    await other.query('rollback');
    expect((await paying).status).to.equal(201);
  });
});
