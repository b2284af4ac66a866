import { expect } from 'chai';
import { useFolderWorld } from './folder-world.ts';
import { judgeOutcome } from './judge.ts';
import { sandboxIn, STOPPED, type ServiceProcess } from './service-process.ts';

const HOUR = 3600;
const NO_ROUNDS = { payments: HOUR, certificates: HOUR, documents: HOUR, days: HOUR };

describe('one process for the API and another for the work', function () {
  this.timeout(60_000);
  const world = useFolderWorld();
  const { clock, insured, contract, journey } = world.call;
  let worker: ServiceProcess;

  before(() => world.start({ ROLE: 'api' }));

  it('open payments without a worker, and settle them once one starts', async () => {
    const paid = await journey();
    worker = await world.start({ ROLE: 'worker' });
    await judgeOutcome(world.call, paid);
  });

  it('insure a quote once between the two', async () => {
    await judgeOutcome(world.call, await journey());
  });

  it('serve only the health of a worker', async () => {
    const ask = async (path: string, method = 'GET') => {
      const headers = { 'x-api-key': sandboxIn(world.dataDir).apiKey };
      const response = await fetch(`${worker.followerUrl()}${path}`, { method, headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    expect(await ask('/health/live')).to.deep.equal({ status: 200, body: { status: 'live' } });
    expect(await ask('/health/ready')).to.deep.equal({ status: 200, body: { status: 'ready' } });
    for (const [path, method] of [
      ['/api/v1.0/coverage', 'GET'],
      ['/api/v1.0/vehicle', 'POST'],
      ['/notifications/wave', 'POST'],
      ['/sandbox/clock', 'GET'],
      ['/docs', 'GET'],
      ['/health/live', 'POST'],
    ] as const) {
      const { status, body } = await ask(path, method);
      expect([status, body['code']], path).to.deep.equal([404, 'not_found']);
      expect(body['message']).to.match(/process that serves the API/);
    }
  });

  it('agree on the time: the worker follows the clock that the API moves', async () => {
    const { id, startDate } = await insured((await journey()).quoteId);
    await clock.advance('P8D');
    expect((await clock.now()) > startDate).to.equal(true);
    expect((await contract(id)).status).to.equal('started');
    expect((await insured((await journey()).quoteId)).startDate > startDate).to.equal(true);
  });

  it('let a worker finish in order at SIGTERM', async () => {
    expect(await worker.stop()).to.deep.equal(STOPPED);
  });

  it('trigger a worker through the store, long before its next round', async () => {
    await world.startHere({ ROLE: 'worker' }, { rounds: () => NO_ROUNDS });
    await judgeOutcome(world.call, await journey());
  });
});
