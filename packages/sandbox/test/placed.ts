import { queryAt } from './processes/stored-laws.ts';

const PLACED = `
  from company join pg_dist_placement placement
    on placement.shardid = get_shard_id_for_distribution_column('company_counter', company.id)`;

/** The node of a cluster that has a company's rows. */
export const nodeOf = async (coordinator: string, company: string): Promise<number> =>
  (await queryAt(coordinator)<{ node: number }>(`select groupid as node ${PLACED} where company.id = '${company}'`))[0]
    ?.node ?? 0;

/** On how many nodes of a cluster some company's rows lie. */
export const nodesWithCompanies = async (coordinator: string): Promise<number> =>
  (await queryAt(coordinator)<{ nodes: number }>(`select count(distinct groupid)::int as nodes ${PLACED}`))[0]?.nodes ??
  0;
