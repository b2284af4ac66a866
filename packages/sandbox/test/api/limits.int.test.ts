import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { asSandbox } from '../sandbox.ts';
import { apiWorld, eventually, PAYER, type Answered, type World } from './world.ts';

const AT_ONCE = 4;
const WAITING = 6;
const PER_QUOTE = 10;

const codeOf = ({ status, body }: Answered): string => `${status} ${(body['code'] ?? body['status']) as string}`;

describe('limits that keep one company from slowing down the others', function () {
  this.timeout(90_000);
  let database: TestDatabase;
  let world: World;
  let locking: pg.Client;
  let looking: pg.Client;
  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    [locking, looking] = [database, database].map(({ url }) => new pg.Client({ connectionString: url })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([locking.connect(), looking.connect()]);
    world = await apiWorld({
      DATABASE_URL: database.url,
      DATABASE_POOL: String(AT_ONCE + 2),
      RATE_LIMIT_AT_ONCE: String(AT_ONCE),
      RATE_LIMIT_WAITING: String(WAITING),
      RATE_LIMIT_WAIT: '1',
    });
  });
  after(async () => {
    await locking?.end();
    await looking?.end();
    await world?.stop();
    await database?.drop();
  });
  afterEach(() => locking.query('rollback'));

  const companyWithKey = async (name: string) => {
    const company = await world.operator.addCompany(name);
    return { company, ...(await world.operator.issueKey(company)) };
  };
  /** Backends that wait for the locked row. */
  const blocked = async (): Promise<number> => {
    const { rows } = await looking.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  const lockQuote = async (id: string) => {
    await locking.query('begin');
    await locking.query('select from quote where id = $1 for update', [id]);
  };

  // Proves: 429-per-company
  it('a company whose requests are all blocked runs a few at once, the others wait or are answered 429, and other companies are served', async () => {
    const [other, disabled] = [await companyWithKey('Nachbarin'), await companyWithKey('Abgeschaltet')];
    await world.operator.enableCompany(disabled.company, false);
    const { id } = await world.quote();
    await lockQuote(id);
    const answers = Array.from({ length: AT_ONCE + WAITING + 3 }, () => world.pay(id));
    await eventually(blocked, (count) => count === AT_ONCE);

    const served = await Promise.all(Array.from({ length: 5 }, () => world.get('/vehicle', { key: other.key })));
    expect(served.map(({ status }) => status)).to.deep.equal(Array(5).fill(200));
    await eventually(
      () => world.get('/vehicle', { key: disabled.key }),
      ({ status }) => status === 401,
    );
    expect(await blocked()).to.equal(AT_ONCE);

    await locking.query('rollback');
    const done = await Promise.all(answers);
    const limited = done.filter(({ status }) => status === 429);
    expect(limited.length).to.be.within(3, WAITING + 3);
    for (const { headers, body } of limited) {
      expect(body['code']).to.equal('rate_limited');
      expect(headers.get('retry-after')).to.equal('1');
    }
    expect(done.filter(({ status }) => status === 201)).to.have.length(1);
    // Every turn was given back.
    const again = await Promise.all(Array.from({ length: AT_ONCE + WAITING }, () => world.get('/vehicle')));
    expect(again.map(({ status }) => status)).to.deep.equal(Array(AT_ONCE + WAITING).fill(200));
  });

  it('a request that waits in vain for its turn is answered 429', async () => {
    const { id } = await world.quote();
    await lockQuote(id);
    const running = Array.from({ length: AT_ONCE }, () => world.pay(id));
    await eventually(blocked, (count) => count === AT_ONCE);
    const plate = 'NIE-1';
    expect(codeOf(await world.post('/vehicle', world.vehicleInput({ licencePlate: plate })))).to.equal(
      '429 rate_limited',
    );
    await locking.query('rollback');
    await Promise.all(running);
    const { body } = await world.get<{ readonly total: number }>(`/vehicle?licencePlate=${plate}`);
    expect(body.total).to.equal(0);
  });
});

describe('how many payments can be opened for a quote', function () {
  this.timeout(90_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  /** Sessions at the provider, over all payments. */
  const sessionsOpened = async (): Promise<number> =>
    ((await (await fetch(`${world.simulators.mobileMoney}/sandbox/sessions`)).json()) as readonly unknown[]).length;

  // Proves: 429-openings
  it('is ten within ten minutes, however often and at once the company asks', async () => {
    const { id } = await world.quote();
    const before = await sessionsOpened();
    const answers: Answered[] = [];
    for (let round = 0; answers.length < 107; round += 1) {
      // Two at once: one opens a payment, the other finds it in progress, or opens the next one after it.
      const both = await Promise.all([world.pay(id), world.pay(id)]);
      answers.push(...both);
      for (const { status, body } of both) if (status === 201) await world.refuse(body.paymentUrl);
      if (both.some(({ status }) => status === 201))
        await world.stands(id, ({ payment }) => payment?.status === 'failed');
    }
    expect((await sessionsOpened()) - before).to.equal(PER_QUOTE);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(PER_QUOTE);
    const others = new Set(answers.filter(({ status }) => status !== 201).map(codeOf));
    expect([...others].filter((each) => each !== '409 payment_in_progress')).to.deep.equal(['429 rate_limited']);
    const limited = answers.filter(({ status }) => status === 429);
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).to.be.within(1, 600);

    const key = { headers: { 'idempotency-key': 'opened-later' } };
    expect(codeOf(await world.pay(id, PAYER, key))).to.equal('429 rate_limited');
    await world.clock.advance('PT10M');
    const later = await world.pay(id, PAYER, key);
    expect(codeOf(later), 'the refusal is not kept under its key').to.equal('201 pending');
    const replayed = await world.pay(id, PAYER, key);
    expect([replayed.body.id, replayed.headers.get('idempotent-replayed')]).to.deep.equal([later.body.id, 'true']);
    expect((await sessionsOpened()) - before).to.equal(PER_QUOTE + 1);
  });

  it('counts neither payments in progress nor other quotes', async () => {
    const { id } = await world.quote();
    const first = await world.opened(id);
    for (let again = 0; again < 2 * PER_QUOTE; again += 1)
      expect(codeOf(await world.pay(id))).to.equal('409 payment_in_progress');
    await world.refuse(first.paymentUrl);
    await world.stands(id, ({ payment }) => payment?.status === 'failed');
    expect((await world.pay(id)).status).to.equal(201);
    expect((await world.pay((await world.quote()).id)).status).to.equal(201);
  });
});
