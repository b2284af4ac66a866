import { expect } from 'chai';
import { eventually, startSandbox } from '../sandbox.ts';
import { companyOf, twoNodes, type TwoNodes } from './two-nodes.ts';

describe('a distributed database of which a node is lost', function () {
  this.timeout(300_000);
  let on: TwoNodes;

  before(async function () {
    const opened = await twoNodes();
    if (!opened) return this.skip();
    on = opened;
  });
  after(() => on?.stop());

  const told = () => on.messages().filter((message) => message.includes('node'));
  const nodesAway = async (): Promise<string | undefined> => {
    const page = await (await fetch(on.world.sandbox.service.metricsUrl ?? '')).text();
    return /^vehicle_insurance_database_nodes_away (\d+)$/m.exec(page)?.[1];
  };

  it('serves the companies of the others, and its own again when it is back: nothing lost, nothing twice', async () => {
    const { world, cluster, companies } = on;
    const [{ node }] = companies;
    const [lost, kept] = [companyOf(world, companies[0]), companyOf(world, companies[1])];
    const vehicle = (await lost.register()).body.id;
    const quote = await lost.quoted(vehicle);
    const opened = await lost.pay(quote);
    expect(await nodesAway()).to.equal('0');

    await cluster.lose(node, 'at once');
    for (const path of [`/vehicle/${vehicle}`, `/quote/${quote}/status`, '/contract'])
      expect((await lost.get(path)).status, path).to.equal(503);
    expect((await lost.register()).status).to.equal(503);
    // The payer pays meanwhile, at the provider.
    expect(await world.confirm(opened.paymentUrl)).to.equal(200);

    const other = await kept.quoted((await kept.register()).body.id);
    expect(await world.confirm((await kept.pay(other)).paymentUrl)).to.equal(200);
    await kept.insured(other);
    expect((await lost.get(`/quote/${quote}/status`)).status, 'the node is still away').to.equal(503);
    expect(await eventually(nodesAway, (count) => count === '1')).to.equal('1');
    expect(told()).to.have.length(1);
    expect(told()[0]).to.match(/^the database’s node \d+ \(.*\) does not answer: its companies get 503/);
    const more = await startSandbox({ DATABASE_URL: on.url, ROLE: 'worker' }, world.sandbox.dataDir);
    const ready = await (await fetch(`${more.service.url}/health/ready`)).json();
    await more.stop({ data: true });
    expect(ready, 'a worker that starts now').to.deep.equal({ status: 'ready' });

    await cluster.start(node);
    await lost.insured(quote);
    const again = await lost.quoted((await lost.register()).body.id);
    expect(await world.confirm((await lost.pay(again)).paymentUrl)).to.equal(200);
    await lost.insured(again);
    expect(await lost.totals()).to.deep.equal([2, 2, 2]);
    expect(await kept.totals()).to.deep.equal([1, 1, 1]);
    expect(await world.sessions(opened.id)).to.have.length(1);
    expect(await eventually(nodesAway, (count) => count === '0')).to.equal('0');
    expect(told()).to.have.length(2);
    expect(told()[1]).to.match(/ answers again: the work of its companies goes on$/);
  });
});
