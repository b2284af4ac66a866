import { expect } from 'chai';
import { apiWorld, eventually, secondsAfter, type Answered, type Fields, type World } from './world.ts';

interface Key {
  readonly id: string;
  readonly key: string;
}

describe('API keys', function () {
  this.timeout(60_000);
  let world: World;
  let company: string;
  let refused: Fields;

  before(async () => {
    world = await apiWorld();
    company = await world.operator.addCompany('Courtier des clés');
    refused = (await world.get('/vehicle', { key: null })).body;
  });
  after(() => world.stop());

  const issue = (options: { label?: string; expires?: string } = {}) => world.operator.issueKey(company, options);
  const ask = (key: string | null): Promise<Answered> => world.get('/vehicle', { key });
  const opens = async ({ key }: Key): Promise<void> => {
    expect((await ask(key)).status).to.equal(200);
  };
  const isRefused = ({ status, body }: Answered): boolean =>
    status === 401 && JSON.stringify(body) === JSON.stringify(refused);

  // Proves: 401-alike-for-every-key, key-of-other-environment
  it('all get the same answer where they are not valid', async () => {
    expect(refused['code']).to.equal('unauthorized');
    const { key } = await issue();
    const wrong = [
      null,
      '',
      'x',
      'vi_test_',
      `${key}x`,
      key.slice(0, -1),
      key.toUpperCase(),
      key.replace('test', 'live'),
    ];
    for (const each of wrong) expect(isRefused(await ask(each)), String(each)).to.equal(true);
  });

  // Proves: key-shown-once, several-keys
  it('are several to a company, each with a label, and shown once', async () => {
    const [old, next] = [await issue({ label: 'old' }), await issue({ label: 'next' })];
    expect(old.key).to.match(/^vi_test_/);
    await Promise.all([opens(old), opens(next)]);
    const list = await world.operator.keysOf(company);
    expect(list.map(({ id }) => id)).to.include.members([old.id, next.id]);
    expect(JSON.stringify(list)).to.not.contain(old.key);
    expect(JSON.stringify(list)).to.not.contain(next.key);
  });

  // Proves: revoking-reaches-processes
  it('end when they are revoked, and the others of the company go on', async () => {
    const [old, next] = [await issue(), await issue()];
    await opens(old);
    await world.operator.revokeKey(old.id);
    await eventually(() => ask(old.key), isRefused);
    await opens(next);
  });

  // Proves: several-keys
  it('end when they expire', async () => {
    const expires = secondsAfter(await world.clock.now(), 3600);
    const key = await issue({ expires });
    await opens(key);
    await world.clock.move({ now: secondsAfter(expires, 1) });
    await eventually(() => ask(key.key), isRefused);
  });

  // Proves: revoking-reaches-processes
  it('end while their company is disabled', async () => {
    const key = await issue();
    await opens(key);
    await world.operator.enableCompany(company, false);
    await eventually(() => ask(key.key), isRefused);
    await world.operator.enableCompany(company, true);
    await eventually(
      () => ask(key.key),
      ({ status }) => status === 200,
    );
  });

  // Proves: every-endpoint-needs-key, open-without-key
  it('are asked for under every address of the API, and nowhere else', async () => {
    const keyed = [
      '/vehicle',
      '/vehicle/1',
      '/coverage',
      '/quote',
      '/quote/1/status',
      '/contract',
      '/contract/1',
      '/x',
    ];
    for (const path of keyed) expect(isRefused(await world.get(path, { key: null })), path).to.equal(true);
    for (const path of ['/vehicle', '/quote/create', '/quote/1/pay'])
      expect(isRefused(await world.post(path, {}, { key: null })), path).to.equal(true);
    expect((await world.get('/openapi.json', { key: null })).status).to.equal(200);
    for (const path of ['/health/live', '/health/ready', '/docs', '/sandbox/clock'])
      expect((await fetch(`${world.baseUrl}${path}`)).status, path).to.equal(200);
  });

  // Proves: messages-repeat-no-secret
  it('are never repeated in an answer, nor is an id', async () => {
    const secret = 'vi_test_do-not-repeat-me';
    for (const answer of [
      await ask(secret),
      await world.get('/vehicle/do-not-repeat-me'),
      await world.pay('do-not-repeat-me'),
    ])
      expect(JSON.stringify(answer.body)).to.not.contain('do-not-repeat-me');
  });
});
