import { ask, nodesOf } from '../data/nodes.ts';

/** The number of commits of each node of a database, by address. Without a cluster, that of the only server. */
export type Committed = ReadonlyMap<string, number>;

const COMMITTED = 'select xact_commit::int as count from pg_stat_database where datname = current_database()';

export const committedOn = async (url: string): Promise<Committed> =>
  new Map(
    await Promise.all(
      (await nodesOf(url)).map(async (node): Promise<[string, number]> => [
        new URL(node).host,
        (await ask<{ count: number }>(node, COMMITTED))[0]?.count ?? 0,
      ]),
    ),
  );
