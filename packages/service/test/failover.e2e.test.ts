import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedDatabase, type EmbeddedDatabase } from '@vehicle-insurance/embedded-database';
import { expect } from 'chai';
import pg from 'pg';
import { caller, type Caller } from './processes/caller.ts';
import { sandboxIn } from './processes/service-process.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from './sandbox.ts';

const UNAVAILABLE = { status: 503, code: 'service_unavailable' };

/** A server of its own: that it is made read-only concerns everybody who works on it. */
describe('a database that takes no changes for a while, as when another becomes the primary', function () {
  this.timeout(120_000);
  let dir: string;
  let server: EmbeddedDatabase;
  let sql: pg.Client;
  let sandbox: TestSandbox;
  let worker: TestSandbox;
  let call: Caller;

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'failover-'));
    server = await embeddedDatabase({ dir, durable: false });
    sql = new pg.Client({ connectionString: server.url });
    await sql.connect();
    sandbox = await startSandbox({ DATABASE_URL: server.url, ROLE: 'api' });
    worker = await startSandbox({ DATABASE_URL: server.url, ROLE: 'worker' }, sandbox.dataDir);
    call = caller(() => sandboxIn(sandbox.dataDir));
  });
  after(async () => {
    await worker?.stop({ data: true });
    await sandbox?.stop();
    await sql?.end();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });

  const readOnly = async (on: boolean): Promise<void> => {
    await sql.query(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`);
    await sql.query('select pg_reload_conf()');
    await eventually(
      async () => (await sql.query<{ is: string }>('show default_transaction_read_only')).rows[0],
      (shown) => JSON.stringify(shown).includes(on ? 'on' : 'off'),
    );
  };
  const readiness = async ({ service }: TestSandbox): Promise<Fields> => {
    const response = await fetch(`${service.url}/health/ready`);
    return { code: response.status, ...((await response.json()) as Fields) };
  };
  const known = async (path: string, method = 'GET', body?: unknown) => {
    const answer = await call.api<{ readonly code?: string }>(path, method, body);
    return { status: answer.status, code: answer.body.code };
  };

  it('is away for requests and probes, and everything goes on by itself afterwards', async () => {
    const paying = await call.quote();
    const { paymentUrl } = (await call.pay(paying.id)).body;
    const waiting = await call.quote();

    await readOnly(true);
    for (const process of [sandbox, worker]) {
      const said = await eventually(
        () => readiness(process),
        ({ code }) => code === 503,
      );
      expect(said['reason']).to.match(/takes no changes/);
    }
    // The payer confirms while the notification finds nobody who could keep it.
    expect(await call.confirm(paymentUrl ?? '')).to.equal(200);
    expect(await known('/vehicle', 'POST', {})).to.deep.equal(UNAVAILABLE);
    expect(await known(`/quote/${waiting.id}/pay`, 'POST', { phoneNumber: '0500001234' })).to.deep.equal(UNAVAILABLE);
    for (const path of ['/vehicle', '/coverage', `/quote/${waiting.id}/status`])
      expect(await known(path), path).to.deep.equal(UNAVAILABLE);

    await readOnly(false);
    for (const process of [sandbox, worker])
      await eventually(
        () => readiness(process),
        ({ code, reason }) => code === 200 && reason === undefined,
      );
    expect((await call.pay(waiting.id)).status).to.equal(201);
    // As if two minutes had passed, after which a payment is asked about whose notification was lost.
    await sql.query(`update payment set due_at = due_at - interval '2 minutes' where due_at is not null`);
    await call.insured(paying.id);
    expect(await call.contractsOf(paying.vehicleId)).to.have.length(1);
  });
});
