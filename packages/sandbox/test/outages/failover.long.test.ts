import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { freePort, tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import pg from 'pg';
import { besideSandbox } from '../processes/beside.ts';
import { caller, type Caller } from '../processes/caller.ts';
import { sandboxIn } from '../processes/service-process.ts';
import { eventually, readinessOf, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

const UNAVAILABLE = { status: 503, code: 'service_unavailable' };

/** Starts both in folders below `dir`. The standby is a copy of the stopped primary and streams from it. */
const primaryAndStandby = async (dir: string) => {
  const [first, second] = [join(dir, 'first'), join(dir, 'second')];
  await (await embeddedDatabase({ dir: first, durable: false })).stop();
  // Keeps the owners of the files: PostgreSQL may run under its own account.
  execFileSync('cp', ['-a', first, second]);
  const primary = await embeddedDatabase({ dir: first, durable: false });

  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  const data = join(second, 'data');
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  const signal = join(data, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(data);
  chownSync(signal, uid, gid);

  const standbyPort = await freePort();
  writeFileSync(join(second, 'port'), String(standbyPort));
  const follows = Promise.withResolvers<void>();
  const promoted = embeddedDatabase({
    dir: second,
    durable: false,
    log: (line) => {
      if (line.includes('ready to accept read-only connections')) follows.resolve();
    },
  });
  await Promise.race([follows.promise, promoted]);
  const standby = new URL(primary.url);
  standby.port = String(standbyPort);
  return {
    primary,
    standbyUrl: standby.href,
    /** Resolves when the standby has been promoted and accepts changes. */
    promoted,
  };
};

const becomes = async (process: TestSandbox, code: 200 | 503): Promise<Fields> =>
  eventually(
    () => readinessOf(process),
    (said) => said['code'] === code && (code === 503 || said['reason'] === undefined),
  );
const setReadOnly = async (sql: pg.Client): Promise<void> => {
  await sql.query('alter system set default_transaction_read_only = on');
  await sql.query('select pg_reload_conf()');
  await eventually(
    async () => (await sql.query<{ is: string }>(`select current_setting('default_transaction_read_only') as is`)).rows,
    ([shown]) => shown?.is === 'on',
  );
};

/** Simulates two minutes, after which a payment without a notification is checked. */
const PASS_TWO_MINUTES = `update payment set due_at = due_at - interval '2 minutes' where due_at is not null`;

const OTHER_CLIENTS = `select from pg_stat_activity where datname = current_database()
  and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** With its own servers, since making one read-only affects all its users. */
describe('a database that accepts no changes', function () {
  this.timeout(120_000);
  let dir: string;
  let servers: Awaited<ReturnType<typeof primaryAndStandby>>;
  let primary: pg.Client;
  let standby: pg.Client;
  let name: TcpProxy;
  let sandbox: TestSandbox;
  let worker: TestSandbox;
  let call: Caller;

  const connect = async (connectionString: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'failover-'));
    servers = await primaryAndStandby(dir);
    [primary, standby] = await Promise.all([connect(servers.primary.url), connect(servers.standbyUrl)]);
    name = await tcpProxy(servers.primary.url);
    sandbox = await startSandbox({ DATABASE_URL: name.url, ROLE: 'api' });
    worker = await startSandbox({ ...besideSandbox(sandbox.dataDir, name.url), ROLE: 'worker' }, sandbox.dataDir);
    call = caller(() => sandboxIn(sandbox.dataDir));
  });
  after(async () => {
    await worker?.stop({ data: true });
    await sandbox?.stop();
    await name?.cut();
    // The standby can be stopped only after its promotion, because its start ends only then.
    await standby?.query('select pg_promote()').catch(() => undefined);
    await (await servers?.promoted)?.stop();
    await Promise.all([primary?.end(), standby?.end()]);
    await servers?.primary.stop();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });

  const errorOf = async (path: string, method = 'GET', body?: unknown) => {
    const answer = await call.api<{ readonly code?: string }>(path, method, body);
    return { status: answer.status, code: answer.body.code };
  };

  // Proves: 503-database-read-only
  it('is unavailable until a standby takes over; no connection to the fenced primary remains, and nothing is lost', async () => {
    const { id, vehicleId } = await call.quote();
    const { paymentUrl } = (await call.pay(id)).body;
    const waiting = await call.quote();

    await setReadOnly(primary);
    name.leadTo(servers.standbyUrl);
    const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
    for (const process of [sandbox, worker])
      expect((await becomes(process, 503))['reason']).to.match(/accepts no changes/);
    await eventually(
      async () =>
        (await standby.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1 as there', [rows[0]?.lsn]))
          .rows[0]?.there,
      (there) => there === true,
    );
    expect(await errorOf('/vehicle', 'POST', {})).to.deep.equal(UNAVAILABLE);
    expect(await errorOf(`/quote/${waiting.id}/pay`, 'POST', { phoneNumber: '0500001234' })).to.deep.equal(UNAVAILABLE);
    for (const path of ['/vehicle', '/coverage', `/quote/${waiting.id}/status`])
      expect(await errorOf(path), path).to.deep.equal(UNAVAILABLE);
    // The payer confirms while the notification cannot be stored.
    expect(await call.confirm(paymentUrl ?? '')).to.equal(200);

    await standby.query('select pg_promote()');
    for (const process of [sandbox, worker]) await becomes(process, 200);
    expect((await call.pay(waiting.id)).status).to.equal(201);
    await standby.query(PASS_TWO_MINUTES);
    await call.insured(id);
    expect(await call.contractsOf(vehicleId)).to.have.length(1);
    await eventually(async () => (await primary.query(OTHER_CLIENTS)).rowCount === 0, Boolean);
  });
});
