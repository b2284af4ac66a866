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

  const nodeMessages = () => on.messages().filter((message) => message.includes('node'));
  const nodesAway = async (): Promise<string | undefined> => {
    const page = await (await fetch(on.world.sandbox.service.metricsUrl ?? '')).text();
    return /^vehicle_insurance_database_nodes_away (\d+)$/m.exec(page)?.[1];
  };

  it('serves the companies of the other nodes, and its own again once it is back; nothing is lost or doubled', async () => {
    const { world, cluster, companies } = on;
    const [{ node }] = companies;
    const [lost, kept] = [companyOf(world, companies[0]), companyOf(world, companies[1])];
    const { id: quote, vehicleId: vehicle } = await lost.quote();
    const opened = (await lost.pay(quote)).body;
    expect(await nodesAway()).to.equal('0');

    await cluster.lose(node, 'at once');
    for (const path of [`/vehicle/${vehicle}`, `/quote/${quote}/status`, '/contract'])
      expect((await lost.api(path)).status, path).to.equal(503);
    expect((await lost.api('/vehicle', 'POST', world.vehicleInput())).status).to.equal(503);
    // The payer pays meanwhile, at the provider.
    expect(await world.confirm(opened.paymentUrl)).to.equal(200);

    await kept.insured((await kept.journey()).quoteId);
    expect((await lost.api(`/quote/${quote}/status`)).status, 'the node is still away').to.equal(503);
    expect(await eventually(nodesAway, (count) => count === '1')).to.equal('1');
    expect(nodeMessages()).to.have.length(1);
    expect(nodeMessages()[0]).to.match(/^the database’s node \d+ \(.*\) does not answer: its companies get 503/);
    const more = await startSandbox({ DATABASE_URL: on.url, ROLE: 'worker' }, world.sandbox.dataDir);
    const ready = await (await fetch(`${more.service.url}/health/ready`)).json();
    await more.stop({ data: true });
    expect(ready, 'a worker that starts now').to.deep.equal({ status: 'ready' });

    await cluster.start(node);
    await lost.insured(quote);
    await lost.insured((await lost.journey()).quoteId);
    expect(await lost.counts()).to.deep.equal([2, 2, 2]);
    expect(await kept.counts()).to.deep.equal([1, 1, 1]);
    expect(await lost.sessionsOf(opened.id)).to.have.length(1);
    expect(await eventually(nodesAway, (count) => count === '0')).to.equal('0');
    expect(nodeMessages()).to.have.length(2);
    expect(nodeMessages()[1]).to.match(/ answers again: the work of its companies goes on$/);
  });
});
