import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import { addCompany, enableCompany, issueKey, Ok, pausePayments, revokeKey } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { useFolderWorld } from './folder-world.ts';
import { judgeOutcome } from './judge.ts';
import { sandboxIn, spawnService, STOPPED, type ServiceProcess } from './service-process.ts';
import { openContext } from '@vehicle-insurance/operator';
import { readConfiguration } from '@vehicle-insurance/service';
import pg from 'pg';
import { borrowedInfrastructure } from '../../src/infrastructure.ts';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { eventually } from '../sandbox.ts';

/** Milliseconds in which every process follows what an operator has decided. */
const FOLLOWS_WITHIN = 5_000;

const HOUR = 3600;
const NO_ROUNDS = { payments: HOUR, certificates: HOUR, documents: HOUR, days: HOUR };

/**
 * Asks until the answers are new; resolves with the time at which the last question with an old answer was sent. It
 * measures the service and not the machine: every later question was answered as decided.
 */
const lastBefore = async <Answers>(ask: () => Promise<Answers>, isNew: (answers: Answers) => boolean) => {
  let last = performance.now();
  await eventually(async () => {
    const sent = performance.now();
    const answers = await ask();
    if (!isNew(answers)) last = sent;
    return answers;
  }, isNew);
  return last;
};

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

  // Proves: several-processes
  it('follow in every process what an operator decides and loads, within five seconds', async () => {
    const { ports, close } = await openContext({ DATA_DIR: dataDir }, 'an operator', operatorInfrastructure);
    const add = async (name: string) => {
      const company = (await addCompany(ports)({ name })).unwrap().id;
      return { company, ...(await issueKey(ports)({ company, label: 'first' })).unwrap() };
    };
    const [revoked, disabled] = await Promise.all([add('Courtage Un'), add('Courtage Deux')]);
    const { id: unpaid } = await leader.quote();
    const statuses = () =>
      Promise.all(
        [sandboxIn(dataDir).baseUrl, followerUrl].flatMap((url) =>
          [revoked, disabled].map(
            async ({ key }) => (await fetch(`${url}/api/v1.0/vehicle`, { headers: { 'x-api-key': key } })).status,
          ),
        ),
      );
    const offered = async () => {
      const lists = await Promise.all(
        [leader, follower].map(({ api }) => api<readonly { name: string }[]>('/coverage')),
      );
      return lists.flatMap(({ body }) => body.map(({ name }) => name));
    };
    const isNew = (name: string) => name.endsWith(', new');
    const { coverages, ...catalogue } = sandboxCatalogue();
    const renamed = coverages.map((entry) => ({
      ...entry,
      coverage: { ...entry.coverage, name: `${entry.coverage.name}, new` },
    }));
    // From now on both processes remember the keys and the catalogue.
    expect(await statuses()).to.deep.equal([200, 200, 200, 200]);
    expect((await offered()).filter(isNew)).to.deep.equal([]);

    await revokeKey(ports)({ key: revoked.apiKey.id, by: 'an operator' });
    await enableCompany(ports)({ company: disabled.company, enabled: false, by: 'an operator' });
    await pausePayments(ports)({ paused: true, why: 'the provider asked for it', by: 'an operator' });
    await ports.unitOfWork.run(async ({ catalogues }) =>
      Ok(await catalogues.add({ ...catalogue, coverages: renamed }, 'an operator')),
    );
    const decided = performance.now();
    for (const { pay } of [leader, follower]) expect((await pay(unpaid)).body.code).to.equal('payment_unavailable');
    const lastOfOld = await Promise.all([
      lastBefore(statuses, (all) => all.every((status) => status === 401)),
      lastBefore(offered, (names) => names.every(isNew)),
    ]);
    for (const last of lastOfOld) expect(last - decided).to.be.below(FOLLOWS_WITHIN);
    await pausePayments(ports)({ paused: false, why: 'it works again', by: 'an operator' });
    expect((await follower.pay(unpaid)).status).to.equal(201);
    await close();
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
    await eventually(
      async () => (await fetch(`${followerUrl}/health/ready`)).status,
      (status) => status === 503,
    );
    await spawn('api').ready;
    expect(sandboxIn(dataDir).apiKey).to.equal(apiKey);
    await eventually(
      async () => (await fetch(`${followerUrl}/health/ready`)).status,
      (status) => status === 200,
    );
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
