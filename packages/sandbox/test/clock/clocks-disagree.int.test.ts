import { instantAt, millisecondsOf, type Job } from '@vehicle-insurance/core';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { expect } from 'chai';
import { isPaid } from '../api/paying.ts';
import { apiWorld, eventually, worldOf, type World } from '../api/world.ts';
import { operatorProcessOn } from '../operator/operator-command.ts';
import { besideSandbox } from '../processes/beside.ts';
import { readinessOf, startSandbox, type TestSandbox } from '../sandbox.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const HOUR = 3600;

/** Intervals of the process with the wrong clock: the tests run its rounds themselves. */
const NO_ROUNDS = { payments: HOUR, certificates: HOUR, documents: HOUR, days: HOUR };

describe('a process whose clock disagrees with the database’s', function () {
  this.timeout(120_000);
  let world: World;
  let skewed: TestSandbox;
  let jobs: Readonly<Record<Job, () => Promise<void>>>;
  /** Seconds by which the clock of the second process is ahead. */
  let ahead = 0;

  const decorators: ServiceDecorators = {
    machineTime: () => () => Date.now() + ahead * 1_000,
    uncheckedClock: (clock) => ({ now: () => instantAt(millisecondsOf(clock.now()) + ahead * 1_000) }),
    rounds: () => NO_ROUNDS,
    jobs: (built) => (jobs = built),
  };
  let wrong: ReturnType<typeof worldOf>;

  before(async () => {
    world = await apiWorld();
    const { dataDir, database } = world.sandbox;
    skewed = await startSandbox(besideSandbox(dataDir, database['DATABASE_URL'] ?? ''), dataDir, decorators);
    wrong = worldOf(() => ({ ...world, baseUrl: skewed.service.url }));
  });
  beforeEach(async () => {
    ahead = 0;
    await eventually(async () => (await readinessOf(skewed))['code'] === 200, Boolean);
  });
  after(async () => {
    await skewed.stop({ data: true });
    await world.stop();
  });

  // Proves: clock-disagrees
  it('claims nothing and starts no contract from the moment its clock jumps', async () => {
    const { contract } = await world.insured();
    const { id } = await world.quote();
    const { id: paymentId, paymentUrl } = await world.opened(id);
    ahead = 8 * DAY;
    for (const job of ['payments', 'certificates', 'documents', 'days'] as const)
      expect(await jobs[job]().catch(({ name }: Error) => name), job).to.equal('ClockDisagrees');
    expect((await world.contract(contract.id)).status).to.equal('pending');
    expect((await world.standing(id)).payment).to.include({ id: paymentId, status: 'pending' });
    const { code, reason } = await readinessOf(skewed);
    expect(code).to.equal(503);
    expect(reason).to.match(/s ahead of the database’s$/);
    // The healthy process beside it continues.
    expect(await world.confirm(paymentUrl)).to.equal(200);
    const { contractId } = await world.waitFor(id, isPaid);
    expect((await world.documented(contractId)).certificateStatus).to.equal('issued');
  });

  // Proves: clock-disagrees
  it('answers 503 to requests that depend on the time, still reads, and recovers when the clock is corrected', async () => {
    const { id } = await world.quote();
    const wish = await world.quoteInput();
    const create = () => wrong.post('/quote/create', wish);
    ahead = DAY;
    for (const asked of [create(), wrong.pay(id), wrong.post('/vehicle', world.vehicleInput())])
      expect(await asked)
        .to.deep.include({ status: 503 })
        .and.to.have.nested.property('body.code', 'service_unavailable');
    for (const path of [`/quote/${id}`, `/quote/${id}/status`, '/quote', '/vehicle', '/contract', '/coverage'])
      expect((await wrong.get(path)).status, path).to.equal(200);
    ahead = 0;
    expect((await create()).status).to.equal(201);
    expect((await wrong.pay(id)).status).to.equal(201);
  });

  // Proves: clock-disagrees
  it('lets an operator read but not change anything', async () => {
    const late = `const { now } = Date; Date.now = () => now() + ${31 * MINUTE * 1_000};`;
    const { run, text } = operatorProcessOn(world.sandbox.dataDir, {
      ...world.sandbox.database,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}`,
    });
    expect((await run('company', 'add', 'Courtage de trop')).stderr).to.contain('s ahead of the database’s');
    expect(await text('company', 'list'))
      .to.not.contain('Courtage de trop')
      .and.to.not.contain('ahead');
  });
});
