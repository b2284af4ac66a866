import type { ActionItem } from '@vehicle-insurance/core';
import { openContext, type Context } from '@vehicle-insurance/operator';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { operatorOn } from '../operator/operator-command.ts';
import { queryAt } from '../processes/stored-laws.ts';

/** The operator's command on a running sandbox, with shortcuts for tests. Close it before the sandbox stops. */
export const operatorOf = (dataDir: string, environment: Readonly<Record<string, string>> = {}) => {
  const { json, text, refusal } = operatorOn(dataDir, environment);
  const add = async (name: string) => (await json<{ readonly id: string }>('company', 'add', name)).id;
  let opened: Promise<Context> | undefined;
  return {
    ...{ json, text, refusal },
    /** In a distributed database, the second company is on another node than the first. */
    addCompany: async (name: string): Promise<string> => {
      const { DATABASE_URL: url } = environment;
      let id = await add(name);
      if (isSpread() && url !== undefined)
        for (let more = 1; (await nodesWithCompanies(url)) === 1; more += 1) id = await add(`${name} ${more}`);
      return id;
    },
    issueKey: (company: string) => json<Readonly<Record<'id' | 'key', string>>>('key', 'issue', company),
    pausePayments: (paused: boolean) => text('payment', ...(paused ? ['pause', '--why', 'a test'] : ['resume'])),
    listedAs: async (id: string): Promise<readonly string[]> => {
      const { actionItems } = await json<{ readonly actionItems: readonly ActionItem[] }>('work', 'status');
      return actionItems.flatMap((item) => (item.id === id ? [item.kind] : []));
    },
    context: (): Promise<Context> =>
      (opened ??= openContext(
        { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment },
        'a test',
        operatorInfrastructure,
      )),
    leave: async (): Promise<void> => {
      await (await opened)?.close();
      opened = undefined;
    },
  };
};

const PLACED = `
  from company join pg_dist_placement placement
    on placement.shardid = get_shard_id_for_distribution_column('company_counter', company.id)`;

export const nodeOf = async (coordinator: string, company: string): Promise<number> =>
  (await queryAt(coordinator)<{ node: number }>(`select groupid as node ${PLACED} where company.id = '${company}'`))[0]
    ?.node ?? 0;

export const nodesWithCompanies = async (coordinator: string): Promise<number> =>
  (await queryAt(coordinator)<{ nodes: number }>(`select count(distinct groupid)::int as nodes ${PLACED}`))[0]?.nodes ??
  0;
