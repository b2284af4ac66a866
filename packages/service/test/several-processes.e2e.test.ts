import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import { Ok } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { caller } from './processes/caller.ts';
import { sandboxIn, spawnService, stopServices, type ServiceProcess } from './processes/service-process.ts';
import { openWorkplace } from '../src/operator/workplace.ts';
import { eventually } from './sandbox.ts';

/** Seconds in which every process follows what an operator has decided. */
const FOLLOWS_WITHIN = 5_000;

describe('several processes in one sandbox’s folder', function () {
  this.timeout(60_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'several-'));
  const host = caller(() => sandboxIn(dataDir));
  const guest = caller(() => ({ ...sandboxIn(dataDir), baseUrl: guestUrl }));
  let hosting: ServiceProcess;
  let joining: readonly ServiceProcess[];
  let guestUrl: string;

  const spawn = (ROLE: string): ServiceProcess => spawnService({ ROLE, DATA_DIR: dataDir });
  const urlOf = async (service: ServiceProcess): Promise<string> => {
    await service.ready;
    const url = /Ready as \w+ at (\S+)/.exec(service.said().out)?.[1];
    if (!url) throw new Error('it has become the host');
    return url;
  };

  before(async () => {
    const together = [spawn('api'), spawn('api'), spawn('worker')];
    await Promise.all(together.map(({ ready }) => ready));
    const isHost = (service: ServiceProcess) => service.said().out.includes('The sandbox is ready');
    const [first, ...others] = together.filter(isHost);
    expect(first, 'the host').to.not.equal(undefined);
    expect(others, 'other hosts').to.deep.equal([]);
    hosting = first as ServiceProcess;
    joining = together.filter((service) => service !== hosting);
    guestUrl = await urlOf(joining[0] as ServiceProcess);
  });
  after(async () => {
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('serves a journey through all of them, though they started at the same moment', async () => {
    const { id } = await host.quote();
    expect(await host.confirm((await guest.pay(id)).body.paymentUrl ?? '')).to.equal(200);
    const { documents } = await guest.insured(id);
    const link = await fetch(documents['contractDocumentUrl'] ?? '');
    expect([link.status, link.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
  });

  it('says of those that joined that they did, whom, and how to reach the API', async () => {
    const { baseUrl, apiKey } = sandboxIn(dataDir);
    const [api = '', worker = ''] = joining.map((service) => service.said().out);
    for (const said of [api, worker])
      expect(said).to.contain(`Joined the sandbox in ${dataDir}, which ${baseUrl} hosts`).and.to.contain(apiKey);
    expect(api).to.contain(`${guestUrl}/api/v1.0`).and.to.contain(`${guestUrl}/docs`);
    expect(worker).to.contain('Ready as worker').and.to.contain(`${baseUrl}/api/v1.0`);
  });

  it('moves the clock in the host alone, and all follow', async () => {
    const before = await host.clock.now();
    const refused = await guest.clock.advance('PT1H').catch(({ message }: Error) => message);
    expect(refused)
      .to.match(/^400/)
      .and.to.contain(`ask ${sandboxIn(dataDir).baseUrl}`);
    const moved = await host.clock.advance('P2D');
    expect(moved > before).to.equal(true);
    expect((await guest.clock.now()) >= moved).to.equal(true);
  });

  it('follows in every process what an operator decides, within five seconds', async () => {
    const { get, close } = await openWorkplace({ DATA_DIR: dataDir }, 'an operator');
    const add = async (name: string) => {
      const company = (await get('addCompany')({ name })).unwrap().id;
      return { company, ...(await get('issueKey')({ company, label: 'first' })).unwrap() };
    };
    const [revoked, disabled] = await Promise.all([add('Courtage Un'), add('Courtage Deux')]);
    const { id: unpaid } = await host.quote();
    const seen = () =>
      Promise.all(
        [sandboxIn(dataDir).baseUrl, guestUrl].flatMap((url) =>
          [revoked, disabled].map(
            async ({ key }) => (await fetch(`${url}/api/v1.0/vehicle`, { headers: { 'x-api-key': key } })).status,
          ),
        ),
      );
    expect(await seen()).to.deep.equal([200, 200, 200, 200]);
    await get('revokeKey')({ key: revoked.apiKey.id, by: 'an operator' });
    await get('enableCompany')({ company: disabled.company, enabled: false, by: 'an operator' });
    await get('pausePayments')({ paused: true, why: 'the provider asked for it', by: 'an operator' });
    const decided = performance.now();
    for (const { pay } of [host, guest]) expect((await pay(unpaid)).body.code).to.equal('payment_unavailable');
    await eventually(seen, (all) => all.every((status) => status === 401));
    expect(performance.now() - decided).to.be.below(FOLLOWS_WITHIN);
    await get('pausePayments')({ paused: false, why: 'it works again', by: 'an operator' });
    expect((await guest.pay(unpaid)).status).to.equal(201);
    await close();
  });

  it('offers a new catalogue in every process within five seconds of its loading', async () => {
    const offered = async () => {
      const answers = await Promise.all([host, guest].map(({ api }) => api<readonly { name: string }[]>('/coverage')));
      return answers.map(({ body }) => body.map(({ name }) => name));
    };
    const { get, close } = await openWorkplace({ DATA_DIR: dataDir }, 'an operator');
    const { coverages, ...catalogue } = sandboxCatalogue();
    const renamed = coverages.map((entry) => ({
      ...entry,
      coverage: { ...entry.coverage, name: `${entry.coverage.name}, new` },
    }));
    const isNew = (name: string) => name.endsWith(', new');
    // From now on both remember what was on offer.
    expect((await offered()).flat().filter(isNew)).to.deep.equal([]);
    await get('unitOfWork').run(async ({ catalogues }) =>
      Ok(await catalogues.add({ ...catalogue, coverages: renamed }, 'an operator')),
    );
    const loaded = performance.now();
    await eventually(offered, (names) => names.flat().every(isNew));
    expect(performance.now() - loaded).to.be.below(FOLLOWS_WITHIN);
    await close();
  });

  it('goes on in the guests when the host is killed, and a new start takes over', async () => {
    const { id } = await host.quote();
    const page = (await guest.pay(id)).body.paymentUrl ?? '';
    const { apiKey } = sandboxIn(dataDir);
    hosting.child.kill('SIGKILL');
    await hosting.ended;
    expect((await fetch(`${guestUrl}/health/live`)).status).to.equal(200);
    // What is known of the database is a second old at the most.
    await eventually(
      async () => (await fetch(`${guestUrl}/health/ready`)).status,
      (status) => status === 503,
    );
    await spawn('api').ready;
    expect(sandboxIn(dataDir).apiKey).to.equal(apiKey);
    await eventually(
      async () => (await fetch(`${guestUrl}/health/ready`)).status,
      (status) => status === 200,
    );
    expect(await guest.confirm(page)).to.equal(200);
    expect((await guest.insured(id)).certificateStatus).to.equal('issued');
  });
});
