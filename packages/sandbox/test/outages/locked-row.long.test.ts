import { expect } from 'chai';
import pg from 'pg';
import { useFolderWorld } from '../processes/folder-world.ts';
import { sandboxIn } from '../processes/service-process.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { eventually } from '../sandbox.ts';

const POOL = 3;

/** More than the pool, twice over. */
const REQUESTS = 8;

/** Connections to this database: the service's pool, the scheduler's four, the sandbox's eight; and this test's two. */
const MAX_CONNECTIONS = POOL + 4 + 8 + 2;

describe('a row that another session keeps locked', function () {
  this.timeout(90_000);
  const world = useFolderWorld();
  const { call, query } = world;
  let other: pg.Client;

  before(async () => {
    other = new pg.Client({ connectionString: world.environment['DATABASE_URL'] });
    await other.connect();
    world.defer(() => other.end());
    await world.startHere({ DATABASE_POOL: String(POOL) });
  });
  afterEach(() => other.query('rollback'));

  const backends = async (where = 'true'): Promise<number> => {
    const [found] = await query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and ${where}`,
    );
    return found?.count ?? 0;
  };
  const register = async (n: number) => {
    const { baseUrl, apiKey } = sandboxIn(world.dataDir);
    const response = await fetch(`${baseUrl}/api/v1.0/vehicle`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...SAMPLE_CAR, licencePlate: `LOCKED-${n}` }),
    });
    const { code } = (await response.json()) as { readonly code?: string };
    return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
  };

  // Proves: 503-locked
  it('fails requests that need it with 503, and no backend goes on waiting for a caller who was answered', async () => {
    await other.query('begin');
    await other.query('select from company_counter for update');
    const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, n) => register(n)));
    for (const answer of answers)
      expect(answer).to.deep.equal({ status: 503, code: 'service_unavailable', retryAfter: '5' });
    await eventually(
      () => backends("wait_event_type = 'Lock'"),
      (waiting) => waiting === 0,
      20_000,
    );
    expect(await backends()).to.be.at.most(MAX_CONNECTIONS);
    // A request that needs another row is served meanwhile.
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
