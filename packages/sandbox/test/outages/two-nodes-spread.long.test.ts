import { ownCluster, type OwnCluster } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { pino } from 'pino';
import { writtenLines } from '../../../service/test/observability/written-lines.ts';
import { nodeOf } from '../api/operator.ts';
import { apiWorld, daysAfter, type ContractBody, type World } from '../api/world.ts';
import { besideSandbox } from '../processes/beside.ts';
import { caller } from '../processes/caller.ts';
import { queryAt } from '../processes/stored-laws.ts';
import { asSandbox, eventually, startSandbox } from '../sandbox.ts';

const HISTORY = `select array_agg(to_status order by number) as states from change
  where what = 'contract' group by company_id, subject_id`;

const companyOn = async ({ operator, baseUrl, simulators, clock }: World, url: string, name: string) => {
  const id = await operator.addCompany(name);
  const { key: apiKey } = await operator.issueKey(id);
  const company = caller(() => ({ baseUrl, simulators, apiKey }));
  const contracts = async () => (await company.read<{ data: readonly ContractBody[] }>('/contract')).data;
  const statesOf = async () => (await contracts()).map(({ status }) => status).toSorted();
  return {
    ...{ ...company, contracts, statesOf },
    node: await nodeOf(url, id),
    counts: () =>
      Promise.all(
        ['/vehicle', '/quote', '/contract'].map(async (path) => (await company.read<{ total: number }>(path)).total),
      ),
    /** Waits until a recovered node is queried again and its due work is done. */
    caughtUp: (states: readonly string[]) =>
      eventually(
        async () => {
          await clock.advance('PT1S');
          return (await statesOf()).join();
        },
        (found) => found === states.join(),
      ),
  };
};

describe('a sandbox on a distributed database that loses a node', function () {
  this.timeout(300_000);
  const closing = new AsyncDisposableStack();
  const log = writtenLines();
  let cluster: OwnCluster;
  let url: string;
  let world: World;

  before(async function () {
    const opened = await ownCluster();
    if (!opened) {
      process.stderr.write('Skipped: this machine has neither the programs of Citus nor a container engine.\n');
      return this.skip();
    }
    cluster = opened;
    closing.defer(cluster.remove);
    url = cluster.nodes[0] ?? '';
    await asSandbox(url, true);
    world = await apiWorld({ DATABASE_URL: url, METRICS_PORT: '0' }, pino({ level: 'warn' }, log.to));
    closing.defer(world.stop);
  });
  after(() => closing.disposeAsync());

  const twoCompanies = async (suffix: string) => {
    const lost = await companyOn(world, url, `Perdue ${suffix}`);
    let kept = lost;
    for (let made = 1; kept.node === lost.node; made += 1)
      kept = await companyOn(world, url, `Gardée ${suffix} ${made}`);
    return { lost, kept };
  };
  const nodeMessages = () =>
    (log.text() === '' ? [] : log.lines().map(({ msg }) => String(msg))).filter((message) => message.includes('node'));
  const nodesAway = async (): Promise<string | undefined> => {
    const page = await (await fetch(world.sandbox.service.metricsUrl ?? '')).text();
    return /^vehicle_insurance_database_nodes_away (\d+)$/m.exec(page)?.[1];
  };

  it('starts and expires each contract once on every node, even if it was due while its node was unavailable', async () => {
    const { lost, kept } = await twoCompanies('un');
    const today = await world.clock.today();
    const [first, second] = [daysAfter(today, 2), daysAfter(today, 4)];
    for (const { journey, insured } of [lost, kept])
      for (const startDate of [first, second])
        await insured((await journey({ terms: { startDate, duration: 3 } })).quoteId);
    const moveTo = (day: string) => world.clock.move({ now: `${day}T00:00:01Z` });

    await moveTo(first);
    for (const { statesOf } of [lost, kept]) expect(await statesOf()).to.deep.equal(['pending', 'started']);

    await cluster.lose(lost.node, 'at once');
    await moveTo(second);
    expect(await kept.statesOf()).to.deep.equal(['started', 'started']);
    expect((await lost.api('/contract')).status).to.equal(503);
    await cluster.start(lost.node);
    await lost.caughtUp(['started', 'started']);

    const ends = (await kept.contracts()).map(({ endDate }) => endDate).toSorted();
    await moveTo(daysAfter(ends[0] ?? '', 1));
    for (const { statesOf } of [lost, kept]) expect(await statesOf()).to.deep.equal(['expired', 'started']);

    await cluster.lose(lost.node, 'at once');
    await moveTo(daysAfter(ends[1] ?? '', 1));
    expect(await kept.statesOf()).to.deep.equal(['expired', 'expired']);
    await cluster.start(lost.node);
    await lost.caughtUp(['expired', 'expired']);

    expect(await queryAt(url)(HISTORY)).to.deep.equal(
      Array.from({ length: 4 }, () => ({ states: ['pending', 'started', 'expired'] })),
    );
  });

  it('serves the companies of the other nodes during the outage, and those of the lost node after it recovers; no work is lost or duplicated', async () => {
    const { lost, kept } = await twoCompanies('deux');
    const { id: quote, vehicleId: vehicle } = await lost.quote();
    const opened = (await lost.pay(quote)).body;
    expect(await eventually(nodesAway, (count) => count === '0')).to.equal('0');
    const before = nodeMessages().length;

    await cluster.lose(lost.node, 'at once');
    for (const path of [`/vehicle/${vehicle}`, `/quote/${quote}/status`, '/contract'])
      expect((await lost.api(path)).status, path).to.equal(503);
    expect((await lost.api('/vehicle', 'POST', world.vehicleInput())).status).to.equal(503);
    // The payer pays at the provider during the outage.
    expect(await world.confirm(opened.paymentUrl)).to.equal(200);

    await kept.insured((await kept.journey()).quoteId);
    expect((await lost.api(`/quote/${quote}/status`)).status, 'the node is still unavailable').to.equal(503);
    expect(await eventually(nodesAway, (count) => count === '1')).to.equal('1');
    expect(nodeMessages()).to.have.length(before + 1);
    expect(nodeMessages().at(-1)).to.match(/^the database’s node \d+ \(.*\) does not respond: its companies get 503/);
    const { dataDir } = world.sandbox;
    const more = await startSandbox({ ...besideSandbox(dataDir, url), ROLE: 'worker' }, dataDir);
    const ready = await (await fetch(`${more.service.url}/health/ready`)).json();
    await more.stop({ data: true });
    expect(ready, 'a worker that starts now').to.deep.equal({ status: 'ready' });

    await cluster.start(lost.node);
    await lost.insured(quote);
    await lost.insured((await lost.journey()).quoteId);
    expect(await lost.counts()).to.deep.equal([2, 2, 2]);
    expect(await kept.counts()).to.deep.equal([1, 1, 1]);
    expect(await lost.sessionsOf(opened.id)).to.have.length(1);
    expect(await eventually(nodesAway, (count) => count === '0')).to.equal('0');
    expect(nodeMessages()).to.have.length(before + 2);
    expect(nodeMessages().at(-1)).to.match(/ responds again: the work of its companies continues$/);
  });
});
