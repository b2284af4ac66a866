import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { operatorOf } from '../api/operator.ts';
import { openOutside } from '../chaos/outside.ts';
import { asSandbox, eventually, startSandbox, type Fields } from '../sandbox.ts';
import { caller } from './caller.ts';
import { judgeOutcome } from './judge.ts';
import { sandboxIn, spawnService, STOPPED, stopServices, type Environment } from './service-process.ts';

const HOUR = 3600;
const NO_ROUNDS = { payments: HOUR, certificates: HOUR, documents: HOUR, days: HOUR };

const FOLLOWS_WITHIN = 5_000;

describe('several processes on one database', function () {
  this.timeout(180_000);
  const dir = mkdtempSync(join(tmpdir(), 'several-'));
  const closing = new AsyncDisposableStack();
  const folders = { first: join(dir, 'first'), second: join(dir, 'second'), worker: join(dir, 'worker') };
  let given: Environment;
  let processes: Readonly<Record<keyof typeof folders, ReturnType<typeof spawnService>>>;
  let urls: Readonly<Record<keyof typeof folders, string>>;

  const seededFolder = (): string => (existsSync(join(folders.first, 'sandbox.json')) ? folders.first : folders.second);
  const callAt = (name: 'first' | 'second') => caller(() => ({ ...sandboxIn(seededFolder()), baseUrl: urls[name] }));
  const [first, second] = [callAt('first'), callAt('second')];

  before(async () => {
    closing.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
    // The processes migrate an empty database themselves, but do not distribute it.
    const database = await testDatabase({
      migrate: async (url, isSpread) => (isSpread ? asSandbox(url, true) : void 0),
    });
    closing.defer(database.drop);
    const ports = await freePorts(3);
    const [one = '', two = '', three = ''] = ports.map((port) => `http://127.0.0.1:${port}`);
    urls = { first: one, second: two, worker: three };
    const outside = await openOutside(dir, `${two}/notifications/wave`);
    closing.defer(outside.close);
    closing.defer(stopServices);
    given = {
      ...outside.environment(outside.urls),
      ENVIRONMENT: 'sandbox',
      DATABASE_URL: database.url,
      BASE_URL: one,
      LINK_SECRET: 'the-same-link-secret-in-every-process',
      PROOF_KEY: 'sandbox_l6Ht0yBq3xWv8NcZ1RkF5sJdUe7GmA2oTpYi4XbKQwE',
    };
    const spawn = (name: keyof typeof folders, ROLE: string) =>
      spawnService({ ...given, ROLE, DATA_DIR: folders[name], PORT: new URL(urls[name]).port });
    processes = { first: spawn('first', 'api'), second: spawn('second', 'api'), worker: spawn('worker', 'worker') };
    await Promise.all(Object.values(processes).map(({ ready }) => ready));
  });
  after(() => closing.disposeAsync());

  // Proves: several-processes
  it('serve a journey after starting together on an empty database', async () => {
    const { id } = await first.quote();
    expect(await first.confirm((await second.pay(id)).body.paymentUrl ?? '')).to.equal(200);
    const { documents } = await second.insured(id);
    const link = await fetch(documents['contractDocumentUrl'] ?? '');
    expect([link.status, link.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
  });

  it('refuse to move the clock, since the provider and the authority use real time', async () => {
    for (const { clock } of [first, second])
      expect(await clock.advance('PT1H').catch(({ message }: Error) => message)).to.match(/^400.*runs on real time/);
  });

  it('serve only health endpoints in a worker', async () => {
    const ask = async (path: string, method = 'GET') => {
      const headers = { 'x-api-key': sandboxIn(seededFolder()).apiKey };
      const response = await fetch(`${urls.worker}${path}`, { method, headers });
      return [response.status, ((await response.json()) as Fields)['code']];
    };
    for (const path of ['/health/live', '/health/ready']) expect(await ask(path)).to.deep.equal([200, undefined]);
    for (const path of ['/api/v1.0/coverage', '/sandbox/clock'])
      expect(await ask(path)).to.deep.equal([404, 'not_found']);
    for (const path of ['/notifications/wave', '/health/live'])
      expect(await ask(path, 'POST')).to.deep.equal([404, 'not_found']);
  });

  // Proves: several-processes
  it('reject a revoked key within five seconds after an operator revokes it', async () => {
    const operator = operatorOf(join(dir, 'operator'), given);
    const { key, id } = await operator.issueKey(await operator.addCompany('Courtage Essai'));
    const statuses = () =>
      Promise.all(
        [urls.first, urls.second].map(
          async (url) => (await fetch(`${url}/api/v1.0/coverage`, { headers: { 'x-api-key': key } })).status,
        ),
      );
    expect(await statuses()).to.deep.equal([200, 200]);
    await operator.text('key', 'revoke', id);
    await eventually(statuses, (each) => each.join() === '401,401', FOLLOWS_WITHIN);
  });

  it('open payments without a worker, settle them when one starts, and then at once by triggers', async () => {
    expect(await processes.worker.stop()).to.deep.equal(STOPPED);
    const waiting = await first.journey();
    const worker = await startSandbox({ ...given, ROLE: 'worker' }, folders.worker, { rounds: () => NO_ROUNDS });
    closing.defer(() => worker.stop({ data: true }));
    await judgeOutcome(first, waiting);
    await judgeOutcome(first, await first.journey());
  });
});
