import { expect } from 'chai';
import { useFolderWorld } from './folder-world.ts';
import { judgeOutcome } from './judge.ts';
import { sandboxIn, spawnService, STOPPED, type ServiceProcess } from './service-process.ts';
import { readConfiguration } from '@vehicle-insurance/service';
import pg from 'pg';
import { borrowedInfrastructure } from '../../src/infrastructure.ts';
import { eventually } from '../sandbox.ts';

const HOUR = 3600;
const NO_ROUNDS = { payments: HOUR, certificates: HOUR, documents: HOUR, days: HOUR };

describe('several processes in one sandbox’s folder', function () {
  this.timeout(180_000);
  const world = useFolderWorld({ hasOwnDatabase: true });
  const { dataDir, call: leader } = world;
  const follower = world.callAt(() => followerUrl);
  let leading: ServiceProcess;
  let joining: readonly ServiceProcess[];
  let followerUrl: string;

  const spawn = (ROLE: string): ServiceProcess => spawnService({ ROLE, DATA_DIR: dataDir });

  before(async () => {
    const together = [spawn('api'), spawn('api'), spawn('worker')];
    await Promise.all(together.map(({ ready }) => ready));
    const leaders = together.filter((service) => service.said().out.includes('The sandbox is ready'));
    expect(leaders, 'leaders').to.have.length(1);
    leading = leaders[0] as ServiceProcess;
    joining = together.filter((service) => service !== leading);
    followerUrl = joining[0]?.followerUrl() ?? '';
  });

  // Proves: several-processes
  it('serve a journey through all of them, though they started at the same moment', async () => {
    const { id } = await leader.quote();
    expect(await leader.confirm((await follower.pay(id)).body.paymentUrl ?? '')).to.equal(200);
    const { documents } = await follower.insured(id);
    const link = await fetch(documents['contractDocumentUrl'] ?? '');
    expect([link.status, link.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
  });

  // Proves: several-processes
  it('print whose sandbox each process has joined, and how to reach the API', async () => {
    const { baseUrl, apiKey } = sandboxIn(dataDir);
    const [api = '', worker = ''] = joining.map((service) => service.said().out);
    for (const said of [api, worker])
      expect(said).to.contain(`Joined the sandbox in ${dataDir}, which ${baseUrl} leads`).and.to.contain(apiKey);
    expect(api).to.contain(`${followerUrl}/api/v1.0`).and.to.contain(`${followerUrl}/docs`);
    expect(worker).to.contain('Ready as worker').and.to.contain(`${baseUrl}/api/v1.0`);
  });

  it('move the clock in the leader alone, and all processes follow, the worker too', async () => {
    const before = await leader.clock.now();
    const refused = await follower.clock.advance('PT1H').catch(({ message }: Error) => message);
    expect(refused)
      .to.match(/^400/)
      .and.to.contain(`ask ${sandboxIn(dataDir).baseUrl}`);
    const { id, startDate } = await leader.insured((await leader.journey()).quoteId);
    const moved = await leader.clock.advance('P8D');
    expect(moved > before).to.equal(true);
    expect((await follower.clock.now()) >= moved).to.equal(true);
    expect(moved > startDate).to.equal(true);
    expect((await follower.contract(id)).status).to.equal('started');
    expect((await leader.insured((await follower.journey()).quoteId)).startDate > startDate).to.equal(true);
  });

  it('serve only the health of a worker', async () => {
    const worker = joining[1]?.followerUrl() ?? '';
    const ask = async (path: string, method = 'GET') => {
      const headers = { 'x-api-key': sandboxIn(dataDir).apiKey };
      const response = await fetch(`${worker}${path}`, { method, headers });
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

  it('are not joined by a process whose schema is newer', async () => {
    const infrastructure = await borrowedInfrastructure(readConfiguration({ DATA_DIR: dataDir }).unwrap());
    const sql = new pg.Client({ connectionString: infrastructure.databaseUrl });
    await sql.connect();
    try {
      const { rows } = await sql.query(
        'delete from migration where name = (select max(name) from migration) returning to_json(migration) as latest',
      );
      const late = spawn('api');
      expect(await late.ended).to.deep.equal({ code: 1, signal: null });
      expect(late.said().error).to.include('schema is not up to date. Run `npm run migrate`');
      const [{ latest }] = rows as [{ latest: object }];
      await sql.query('insert into migration select * from json_populate_record(null::migration, $1)', [latest]);
    } finally {
      await sql.end();
      await infrastructure.close();
    }
  });

  // Proves: several-processes
  it('go on in the followers if the leader is killed, until a new one takes over', async () => {
    const { id } = await leader.quote();
    const page = (await follower.pay(id)).body.paymentUrl ?? '';
    const { apiKey } = sandboxIn(dataDir);
    leading.child.kill('SIGKILL');
    await leading.ended;
    expect((await fetch(`${followerUrl}/health/live`)).status).to.equal(200);
    // A process checks the database about once a second.
    const becomes = (code: number) =>
      eventually(
        async () => (await fetch(`${followerUrl}/health/ready`)).status,
        (status) => status === code,
      );
    await becomes(503);
    await spawn('api').ready;
    expect(sandboxIn(dataDir).apiKey).to.equal(apiKey);
    await becomes(200);
    expect(await follower.confirm(page)).to.equal(200);
    expect((await follower.insured(id)).certificateStatus).to.equal('issued');
  });

  it('open payments without a worker, and settle them once one starts, then at once by triggers', async () => {
    expect(await joining[1]?.stop()).to.deep.equal(STOPPED);
    const waiting = await leader.journey();
    await world.startHere({ ROLE: 'worker' }, { rounds: () => NO_ROUNDS });
    await judgeOutcome(leader, waiting);
    await judgeOutcome(leader, await leader.journey());
  });
});
