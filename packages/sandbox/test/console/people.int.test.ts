import { expect } from 'chai';
import pg from 'pg';
import { configuredFor, SmallProvider } from '../../../console/test/small-provider.ts';
import { textOf, tokenOf, type Visitor } from '../../../console/test/visitor.ts';
import { apiWorld, type Fields, type World } from '../api/world.ts';
import { signIn } from './enter.ts';

const PAUSE = '/act/payment-pause/-';
const RESUME = '/act/payment-resume/-';

// The first journey through the console: sign-in with OpenID Connect and by link, and actions of two people.
describe('two people in the console of a sandbox', function () {
  this.timeout(120_000);
  const provider = new SmallProvider();
  let sql: pg.Pool;
  let world: World;
  let operator: World['operator'];
  let origin: string;

  const enterAs = (sub: string, name: string) => provider.enter(origin, sub, name);
  const confirmAddress = async (browser: Visitor): Promise<string> =>
    /action="([^"]+\/confirm)"/.exec((await browser.get('/proposals')).text)?.[1] ?? '';

  before(async () => {
    await provider.open();
    world = await apiWorld({ CONSOLE_PORT: '0', CONSOLE_SECOND_PERSON: 'true', ...configuredFor(provider) });
    ({ operator } = world);
    sql = new pg.Pool({ connectionString: world.sandbox.database['DATABASE_URL'] });
    origin = new URL(world.sandbox.service.consoleLink ?? '').origin;
  });
  beforeEach(() => provider.reset());
  after(async () => {
    await sql?.end();
    await world?.stop();
    provider.server.close();
  });

  // Proves: console-two-people
  it('pause payments by proposal and confirmation of two accounts', async () => {
    const name = 'Awa, confirmed by Chef';
    const awa = await enterAs('u-1', name);
    await awa.fill(PAUSE, PAUSE, { why: 'panne' });
    const koffi = await enterAs('u-2', 'koffi');
    const at = await confirmAddress(koffi);
    expect((await sql.query('select from payment_pause')).rowCount).to.equal(0);
    await koffi.send(at, { 'form-token': await tokenOf(koffi) });
    const { rows } = await sql.query<Fields>('select by, by_issuer, by_subject, confirmed_by from payment_pause');
    expect(rows).to.deep.equal([{ by: name, by_issuer: provider.issuer, by_subject: 'u-1', confirmed_by: 'koffi' }]);
    expect(textOf(await koffi.get('/'))).to.include(`par « ${name} » compte u-1, confirmé par koffi compte u-2`);
    expect(await operator.text('work', 'status')).to.include(
      `"${name}" [account u-1], confirmed by "koffi" [account u-2]`,
    );
    await koffi.fill(RESUME, RESUME);
  });

  // Proves: console-two-people
  it('issue a key together, which works and is not readable in the database', async () => {
    const [awa, koffi] = [await signIn(operator, 'Awa', 'act'), await signIn(operator, 'Koffi', 'act')];
    const [{ id } = { id: '' }] = await operator.json<readonly { id: string }[]>('company', 'list');
    const issue = `/act/key-issue/${id}`;
    await awa.fill(issue, issue, { label: 'caisse' });
    const seen = await koffi.send(await confirmAddress(koffi), { 'form-token': await tokenOf(koffi) });
    const [key = ''] = /vi_test_[\w-]+/.exec(seen.text) ?? [];
    expect((await world.get('/vehicle', { key })).status).to.equal(200);
    const kept = await sql.query(
      'select c::text from change c union all select p::text from console.proposal p union all select k::text from api_key k',
    );
    expect(kept.rowCount).to.be.above(1);
    expect(JSON.stringify(kept.rows)).not.to.include(key);
  });
});
