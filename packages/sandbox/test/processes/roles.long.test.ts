import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { caller } from './caller.ts';
import { stopServices, sandboxIn, spawnService, type ServiceProcess } from './service-process.ts';
import { asSandbox, eventually, startSandbox } from '../sandbox.ts';

const HOUR = 3600;
const NO_ROUNDS = { payments: HOUR, certificates: HOUR, documents: HOUR, days: HOUR };

describe('one process for the API and another for the work', function () {
  this.timeout(60_000);
  let dataDir: string;
  const { clock, quote, pay, confirm, standing, contract, insured, contractsOf, certificatesOf } = caller(() =>
    sandboxIn(dataDir),
  );
  let database: TestDatabase;
  let worker: ServiceProcess;

  const spawn = async (ROLE: string): Promise<ServiceProcess> => {
    const service = spawnService({ ROLE, DATA_DIR: dataDir, ENVIRONMENT: 'sandbox', DATABASE_URL: database.url });
    await service.ready;
    return service;
  };
  const confirmed = async () => {
    const made = await quote();
    expect(await confirm((await pay(made.id)).body.paymentUrl ?? '')).to.equal(200);
    return made;
  };

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'roles-'));
    database = await testDatabase({ migrate: asSandbox });
    await spawn('api');
  });
  after(async () => {
    await stopServices();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('opens payments without a worker, and settles them when one comes', async () => {
    const { id } = await confirmed();
    worker = await spawn('worker');
    await insured(id);
  });

  it('finishes a journey between the two, with one contract and one certificate', async () => {
    const { id, vehicleId } = await confirmed();
    const { policyNumber } = await insured(id);
    expect(await contractsOf(vehicleId)).to.have.length(1);
    expect(await certificatesOf(policyNumber)).to.have.length(1);
  });

  it('has a worker answer how it is, and nothing else', async () => {
    const [, url] = /Ready as \w+ at (\S+)/.exec(worker.said().out) ?? [];
    const ask = async (path: string, method = 'GET') => {
      const headers = { 'x-api-key': sandboxIn(dataDir).apiKey };
      const response = await fetch(`${url}${path}`, { method, headers });
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

  it('agrees on the time: the worker lives by the clock the API moves', async () => {
    const { id } = await confirmed();
    const { id: contractId, startDate } = await insured(id);
    await clock.advance('P8D');
    expect((await clock.now()) > startDate).to.equal(true);
    expect((await contract(contractId)).status).to.equal('started');
    const later = await confirmed();
    expect((await insured(later.id)).startDate > startDate).to.equal(true);
  });

  it('has a worker stop in order at SIGTERM', async () => {
    worker.child.kill('SIGTERM');
    expect(await worker.ended).to.deep.equal({ code: 0, signal: null });
  });

  it('triggers the worker through the store: it works when the API fires, long before its next round', async () => {
    const ringable = await startSandbox({ ROLE: 'worker', DATABASE_URL: database.url }, dataDir, {
      rounds: () => NO_ROUNDS,
    });
    try {
      const { id } = await confirmed();
      await eventually(
        () => standing(id),
        (answer) => answer.contractId !== null,
      );
      await insured(id);
    } finally {
      await ringable.stop({ data: true });
    }
  });
});
