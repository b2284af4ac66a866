import { ownCluster, type OwnCluster } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { apiWorld, daysAfter, PAYER, type ContractBody, type StandingBody, type World } from '../api/world.ts';
import { asSandbox, eventually } from '../sandbox.ts';

/** A company by its key, and the node of the cluster that has its rows. */
interface Placed {
  readonly key: string;
  readonly node: number;
}

const nodeOf = (company: string): string => `
  select groupid as node from pg_dist_placement
  where shardid = get_shard_id_for_distribution_column('company_counter', '${company}')`;

describe('a distributed database of which a node is lost', function () {
  this.timeout(300_000);
  let cluster: OwnCluster;
  let url: string;
  let world: World;
  let lost: Placed;
  let kept: Placed;

  const placed = async (name: string): Promise<Placed> => {
    const id = await world.operator.addCompany(name);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ node: number }>(nodeOf(id));
    await client.end();
    return { key: (await world.operator.issueKey(id)).key, node: rows[0]?.node ?? 0 };
  };

  before(async function () {
    const own = await ownCluster();
    if (!own) {
      process.stderr.write('Skipped: there are neither programs of Citus on this machine nor a container engine.\n');
      return this.skip();
    }
    cluster = own;
    url = cluster.nodes[0] ?? '';
    await asSandbox(url, true);
    world = await apiWorld({ DATABASE_URL: url });
    lost = await placed('Perdue');
    kept = lost;
    for (let made = 1; kept.node === lost.node; made += 1) kept = await placed(`Gardée ${made}`);
  });
  after(async () => {
    await world?.stop();
    await cluster?.remove();
  });

  const startDate = async () => daysAfter(await world.clock.today(), 7);
  const register = async ({ key }: Placed) => world.post<{ id: string }>('/vehicle', world.vehicleInput(), { key });
  const quoted = async ({ key }: Placed, vehicleId: string) => {
    const input = await world.quoteInput({ vehicleId, startDate: await startDate() });
    return (await world.post<{ id: string }>('/quote/create', input, { key })).body.id;
  };
  const paid = async ({ key }: Placed, quoteId: string): Promise<void> => {
    const { body } = await world.pay(quoteId, PAYER, { key });
    expect(await world.confirm(body.paymentUrl)).to.equal(200);
  };
  /** Waits for the contract of a quote, and for all of its documents. */
  const insured = async ({ key }: Placed, quoteId: string): Promise<ContractBody> => {
    const { body } = await eventually(
      () => world.get<StandingBody>(`/quote/${quoteId}/status`, { key }),
      ({ status, body }) => status === 200 && body.contractId !== null,
    );
    const contract = await eventually(
      () => world.get<ContractBody>(`/contract/${body.contractId}`, { key }),
      ({ status, body: { documents } }) => status === 200 && Object.values(documents).every((each) => each !== null),
    );
    return contract.body;
  };
  const totals = async ({ key }: Placed) =>
    Promise.all(
      ['/vehicle', '/quote', '/contract'].map(
        async (path) => (await world.get<{ total: number }>(path, { key })).body.total,
      ),
    );

  it('serves the companies of the others, and its own again when it is back: nothing lost, nothing twice', async () => {
    const vehicle = (await register(lost)).body.id;
    const quote = await quoted(lost, vehicle);
    const opened = (await world.pay(quote, PAYER, { key: lost.key })).body;

    await cluster.lose(lost.node, 'at once');
    for (const path of [`/vehicle/${vehicle}`, `/quote/${quote}/status`, '/contract'])
      expect((await world.get(path, { key: lost.key })).status, path).to.equal(503);
    expect((await register(lost)).status).to.equal(503);
    // The payer pays meanwhile, at the provider.
    expect(await world.confirm(opened.paymentUrl)).to.equal(200);

    const other = await quoted(kept, (await register(kept)).body.id);
    await paid(kept, other);
    await insured(kept, other);
    expect((await world.get(`/quote/${quote}/status`, { key: lost.key })).status, 'the node is still away').to.equal(
      503,
    );

    await cluster.start(lost.node);
    await insured(lost, quote);
    const again = await quoted(lost, (await register(lost)).body.id);
    await paid(lost, again);
    await insured(lost, again);
    expect(await totals(lost)).to.deep.equal([2, 2, 2]);
    expect(await totals(kept)).to.deep.equal([1, 1, 1]);
    expect(await world.sessions(opened.id)).to.have.length(1);
  });
});
