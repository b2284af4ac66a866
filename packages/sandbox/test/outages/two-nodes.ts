import { ownCluster, type OwnCluster } from '@vehicle-insurance/testkit/database';
import { pino } from 'pino';
import { writtenLines } from '../../../service/test/observability/written-lines.ts';
import { apiWorld, daysAfter, PAYER, type ContractBody, type StandingBody, type World } from '../api/world.ts';
import { nodeOf } from '../placed.ts';
import { queryAt, type Query } from '../processes/stored-laws.ts';
import { asSandbox, eventually } from '../sandbox.ts';

/** A company by its key, and the node of the cluster that has its rows. */
export interface Placed {
  readonly key: string;
  readonly node: number;
}

/** A sandbox on a cluster, and two companies whose rows lie on different nodes. */
export interface TwoNodes {
  readonly cluster: OwnCluster;
  readonly url: string;
  readonly world: World;
  readonly companies: readonly [Placed, Placed];
  readonly messages: () => readonly string[];
  readonly query: Query;
  readonly stop: () => Promise<void>;
}

/** Undefined, and said aloud, where no cluster can be made. */
export const twoNodes = async (): Promise<TwoNodes | undefined> => {
  const cluster = await ownCluster();
  if (!cluster) {
    process.stderr.write('Skipped: there are neither programs of Citus on this machine nor a container engine.\n');
    return undefined;
  }
  await using opening = new AsyncDisposableStack();
  opening.defer(cluster.remove);
  const [url = ''] = cluster.nodes;
  await asSandbox(url, true);
  const log = writtenLines();
  const world = await apiWorld({ DATABASE_URL: url, METRICS_PORT: '0' }, pino({ level: 'warn' }, log.to));
  opening.defer(world.stop);

  const placed = async (name: string): Promise<Placed> => {
    const id = await world.operator.addCompany(name);
    return { key: (await world.operator.issueKey(id)).key, node: await nodeOf(url, id) };
  };
  const one = await placed('Perdue');
  let other = one;
  for (let made = 1; other.node === one.node; made += 1) other = await placed(`Gardée ${made}`);
  const opened = opening.move();
  return {
    ...{ cluster, url, world, companies: [one, other], query: queryAt(url) },
    messages: () => (log.text() === '' ? [] : log.lines().map(({ msg }) => String(msg))),
    stop: () => opened.disposeAsync(),
  };
};

/** What a company does, and what it sees. */
export const companyOf = (world: World, { key }: Placed) => {
  const register = () => world.post<{ id: string }>('/vehicle', world.vehicleInput(), { key });
  return {
    register,
    get: <Body>(path: string) => world.get<Body>(path, { key }),
    pay: async (quoteId: string) => (await world.pay(quoteId, PAYER, { key })).body,
    quoted: async (vehicleId: string, over: Readonly<Record<string, unknown>> = {}): Promise<string> => {
      const startDate = daysAfter(await world.clock.today(), 7);
      const input = await world.quoteInput({ vehicleId, startDate, ...over });
      return (await world.post<{ id: string }>('/quote/create', input, { key })).body.id;
    },
    /** Waits for the contract of a quote, and for all of its documents. */
    insured: async (quoteId: string): Promise<ContractBody> => {
      const { body } = await eventually(
        () => world.get<StandingBody>(`/quote/${quoteId}/status`, { key }),
        ({ status, body }) => status === 200 && body.contractId !== null,
      );
      const contract = await eventually(
        () => world.get<ContractBody>(`/contract/${body.contractId}`, { key }),
        ({ status, body: { documents } }) => status === 200 && Object.values(documents).every((each) => each !== null),
      );
      return contract.body;
    },
    totals: () =>
      Promise.all(
        ['/vehicle', '/quote', '/contract'].map(
          async (path) => (await world.get<{ total: number }>(path, { key })).body.total,
        ),
      ),
  };
};
