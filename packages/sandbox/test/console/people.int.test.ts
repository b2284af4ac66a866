import { expect } from 'chai';
import { configuredFor, SmallProvider } from '../../../console/test/small-provider.ts';
import { tokenOf } from '../../../console/test/visitor.ts';
import { apiWorld, type World } from '../api/world.ts';
import { queryAt } from '../processes/stored-laws.ts';

// The first journey through the console: sign-in with OpenID Connect, and an action of two people.
describe('two people in the console of a sandbox', function () {
  this.timeout(120_000);
  const provider = new SmallProvider();
  let world: World;

  before(async () => {
    await provider.open();
    world = await apiWorld({ CONSOLE_PORT: '0', CONSOLE_SECOND_PERSON: 'true', ...configuredFor(provider) });
    provider.reset();
  });
  after(async () => {
    await world?.stop();
    provider.server.close();
  });

  // Proves: console-two-people
  it('issue a key with the accounts of both, which works and is not readable in the database', async () => {
    const { origin } = new URL(world.sandbox.service.consoleLink ?? '');
    const [awa, koffi] = [await provider.enter(origin, 'u-1', 'Awa'), await provider.enter(origin, 'u-2', 'Koffi')];
    const [{ id } = { id: '' }] = await world.operator.json<readonly { id: string }[]>('company', 'list');
    const issue = `/act/key-issue/${id}`;
    await awa.fill(issue, issue, { label: 'caisse' });
    const [, confirm = ''] = /action="([^"]+\/confirm)"/.exec((await koffi.get('/proposals')).text) ?? [];
    const seen = await koffi.send(confirm, { 'form-token': await tokenOf(koffi) });
    const [key = ''] = /vi_test_[\w-]+/.exec(seen.text) ?? [];
    expect((await world.get('/vehicle', { key })).status).to.equal(200);
    const kept = await queryAt(world.sandbox.database['DATABASE_URL'] ?? '')(
      'select c::text from change c union all select p::text from console.proposal p union all select k::text from api_key k',
    );
    expect(kept.length).to.be.above(1);
    expect(JSON.stringify(kept)).to.include('u-1').and.not.to.include(key);
  });
});
