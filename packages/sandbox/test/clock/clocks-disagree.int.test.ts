import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { instantAt, millisecondsOf, type Job } from '@vehicle-insurance/core';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { expect } from 'chai';
import { caller } from '../processes/caller.ts';
import { NODE_COMPILE_CACHE } from '../processes/compile-cache.ts';
import { sandboxIn } from '../processes/service-process.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { eventually, startSandbox, type TestSandbox } from '../sandbox.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const HOUR = 3600;

/** Rounds of the process with the wrong clock, which the tests run by hand. */
const NO_ROUNDS = { payments: HOUR, certificates: HOUR, documents: HOUR, days: HOUR };

const OPERATOR = fileURLToPath(new URL('../../src/operator.ts', import.meta.url));

describe('a process whose clock disagrees with the database’s', function () {
  this.timeout(120_000);
  let healthy: TestSandbox;
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
  const well = caller(() => sandboxIn(healthy.dataDir));
  const wrong = caller(() => ({ ...sandboxIn(healthy.dataDir), baseUrl: skewed.service.url }));

  const readyOf = async () => {
    const response = await fetch(`${skewed.service.url}/health/ready`);
    const { reason } = (await response.json()) as { readonly reason?: string };
    return { status: response.status, reason };
  };
  const refused = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'it was done',
      (error: Error) => error.name,
    );

  before(async () => {
    healthy = await startSandbox();
    skewed = await startSandbox({ ROLE: 'both' }, healthy.dataDir, decorators);
  });
  beforeEach(async () => {
    ahead = 0;
    await eventually(readyOf, ({ status }) => status === 200);
  });
  after(async () => {
    await skewed.stop({ data: true });
    await healthy.stop();
  });

  // Proves: clock-disagrees
  it('claims nothing and starts no contract from the moment its clock jumps', async () => {
    const [{ id: paid }, { id }] = [await well.quote(), await well.quote()];
    expect(await well.confirm((await well.pay(paid)).body.paymentUrl ?? '')).to.equal(200);
    const contract = await well.insured(paid);
    const { body } = await well.pay(id);
    ahead = 8 * DAY;
    for (const job of ['payments', 'certificates', 'documents', 'days'] as const)
      expect(await refused(jobs[job]()), job).to.equal('ClockDisagrees');
    expect((await well.contract(contract.id)).status).to.equal('pending');
    expect((await well.standing(id)).payment).to.include({ id: body.id, status: 'pending' });
    const { status, reason } = await readyOf();
    expect(status).to.equal(503);
    expect(reason).to.match(/s ahead of the database’s$/);
    // The healthy process beside it goes on.
    expect(await well.confirm(body.paymentUrl ?? '')).to.equal(200);
    expect((await well.insured(id)).certificateStatus).to.equal('issued');
  });

  // Proves: clock-disagrees
  it('answers 503 to what depends on the time, goes on reading, and takes it up when the clock is put right', async () => {
    const { id, vehicleId } = await well.quote();
    const [coverage] = (await well.api<readonly { id: string }[]>('/coverage')).body;
    const create = () =>
      wrong.api<{ code?: string }>('/quote/create', 'POST', {
        vehicleId,
        coverageId: coverage?.id,
        duration: 12,
        usage: 'pleasure',
        policyHolderName: 'Aya Exemple',
        policyHolderPhone: '0700001234',
        startDate: new Date(Date.now() + 7 * DAY * 1_000).toISOString().slice(0, 10),
      });
    ahead = DAY;
    for (const asked of [
      create(),
      wrong.pay(id),
      wrong.api('/vehicle', 'POST', { ...SAMPLE_CAR, licencePlate: `CD-${process.pid}-1` }),
    ])
      expect(await asked)
        .to.deep.include({ status: 503 })
        .and.to.have.nested.property('body.code', 'service_unavailable');
    for (const path of [`/quote/${id}`, `/quote/${id}/status`, '/quote', '/vehicle', '/contract', '/coverage'])
      expect((await wrong.api(path)).status, path).to.equal(200);
    ahead = 0;
    expect((await create()).status).to.equal(201);
    expect((await wrong.pay(id)).status).to.equal(201);
  });

  // Proves: clock-disagrees
  it('lets an operator look and change nothing', async () => {
    const operator = (...words: readonly string[]) =>
      promisify(execFile)(process.execPath, [OPERATOR, ...words], {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE,
          DATA_DIR: healthy.dataDir,
          ...healthy.database,
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`const { now } = Date; Date.now = () => now() + ${31 * MINUTE * 1_000};`)}`,
        },
      }).then(
        ({ stdout }) => stdout,
        ({ stderr }: { readonly stderr: string }) => stderr,
      );
    expect(await operator('company', 'add', 'Courtage de trop')).to.contain('s ahead of the database’s');
    expect(await operator('company', 'list'))
      .to.not.contain('Courtage de trop')
      .and.to.not.contain('ahead');
  });
});
