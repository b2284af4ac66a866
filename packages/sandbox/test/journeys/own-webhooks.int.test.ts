import { scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { apiWorld, eventually, type Fields, type World } from '../api/world.ts';

describe('a company that creates its endpoint itself', function () {
  this.timeout(120_000);
  let world: World;
  let receiver: ScriptedServer;
  before(async () => {
    [world, receiver] = [await apiWorld(), await scriptedServer()];
    receiver.answer((response) => response.writeHead(204).end());
  });
  after(async () => {
    await world.stop();
    await receiver.close();
  });

  const ask = async (method: string, path: string, body?: object, key = world.apiKey) => {
    const answer = await fetch(`${world.sandbox.service.webhooksUrl}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, body: (await answer.json()) as Fields };
  };

  // Proves: own-endpoints
  it('gets the events that follow, at the address that the sandbox prints', async () => {
    const created = await ask('POST', '/endpoint', { url: receiver.url, types: ['vehicle.registered'] });
    expect([created.status, String(created.body['secret']).slice(0, 6)]).to.deep.equal([201, 'whsec_']);
    const vehicle = await world.register();
    await eventually(async () => receiver.asked.length > 0, Boolean);
    expect(receiver.asked[0]?.body).to.include(vehicle.id).and.include('vehicle.registered');
    const deliveries = () => ask('GET', `/endpoint/${String(created.body['id'])}/delivery`);
    await eventually(deliveries, ({ body }) => (body['data'] as readonly Fields[])[0]?.['state'] === 'delivered');
    expect((await ask('GET', '/endpoint', undefined, 'vi_test_unknown')).status).to.equal(401);
  });
});
