import { countBlocked } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { apiWorld, eventually, type Answered, type World } from './world.ts';

const AT_ONCE = 4;
const WAITING = 6;
const PER_QUOTE = 10;
const REFUSED_PAYER = '0500000002';

const codeOf = ({ status, body }: Answered): string => `${status} ${(body['code'] ?? body['status']) as string}`;

describe('the limits that protect companies from each other', function () {
  this.timeout(90_000);
  let world: World;
  let locking: pg.Client;
  before(async () => {
    world = await apiWorld({
      DATABASE_POOL: String(AT_ONCE + 2),
      RATE_LIMIT_AT_ONCE: String(AT_ONCE),
      RATE_LIMIT_WAITING: String(WAITING),
      RATE_LIMIT_WAIT: '1',
    });
    locking = new pg.Client({ connectionString: world.sandbox.database['DATABASE_URL'] });
    await locking.connect();
  });
  after(async () => {
    await locking?.end();
    await world?.stop();
  });
  afterEach(() => locking.query('rollback'));

  const blocked = () => countBlocked(world.sandbox.database['DATABASE_URL'] ?? '');
  const companyWithKey = async (name: string) => {
    const company = await world.operator.addCompany(name);
    return { company, ...(await world.operator.issueKey(company)) };
  };
  // Proves: 429-per-company
  it('run a few blocked requests of a company at once, queue or reject its others, and serve other companies', async () => {
    const [other, disabled] = [await companyWithKey('Nachbarin'), await companyWithKey('Abgeschaltet')];
    await world.operator.text('company', 'disable', disabled.company);
    const { id } = await world.quote();
    const { rows } = await locking.query<{ company: string }>(
      `select company_id as company from quote where id = '${id}'`,
    );
    await locking.query('begin');
    await locking.query('select from quote where company_id = $1 and id = $2 for update', [rows[0]?.company, id]);
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
    const again = await Promise.all(Array.from({ length: AT_ONCE + WAITING }, () => world.get('/vehicle')));
    expect(again.map(({ status }) => status)).to.deep.equal(Array(AT_ONCE + WAITING).fill(200));
  });

  // Proves: 429-openings
  it('allow ten openings of a quote’s payments in ten minutes, including refused ones', async () => {
    const { id } = await world.quote();
    const refused = [];
    for (let asked = 0; asked < PER_QUOTE; asked += 1) refused.push(codeOf(await world.pay(id, REFUSED_PAYER)));
    expect(refused).to.deep.equal(Array(PER_QUOTE).fill('502 payment_provider_unavailable'));
    const limited = await world.pay(id);
    expect(codeOf(limited)).to.equal('429 rate_limited');
    expect(Number(limited.headers.get('retry-after'))).to.be.within(1, 600);
    expect(codeOf(await world.pay((await world.quote()).id))).to.equal('201 pending');
    await world.clock.advance('PT10M');
    expect(codeOf(await world.pay(id))).to.equal('201 pending');
  });
});
