import { ownCluster, type OwnCluster } from '@vehicle-insurance/testkit/database';
import { pino } from 'pino';
import { writtenLines } from '../../../service/test/observability/written-lines.ts';
import { apiWorld, type World } from '../api/world.ts';
import { nodeOf } from '../placed.ts';
import { caller } from '../processes/caller.ts';
import { queryAt, type Query } from '../processes/stored-laws.ts';
import { asSandbox } from '../sandbox.ts';

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

/** A caller of a company, with how many vehicles, quotes and contracts it sees. */
export const companyOf = ({ simulators, baseUrl }: World, { key }: Placed) => {
  const company = caller(() => ({ baseUrl, simulators, apiKey: key }));
  const counts = () =>
    Promise.all(
      ['/vehicle', '/quote', '/contract'].map(async (path) => (await company.read<{ total: number }>(path)).total),
    );
  return { ...company, counts };
};
