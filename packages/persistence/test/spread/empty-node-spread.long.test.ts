import { setTimeout as pause } from 'node:timers/promises';
import { SOME_MORNING, storedCompany } from '@vehicle-insurance/testkit';
import { ownCluster, type OwnCluster } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { asSandbox, openStore, runSql } from '../test-store.ts';

const nodeOf = async (url: string, companyId: string): Promise<number> => {
  const [found] = await runSql(
    url,
    `select groupid from pg_dist_placement
     where shardid = get_shard_id_for_distribution_column('company_counter', '${companyId}'::uuid)`,
  );
  return Number(found?.['groupid']);
};

describe('a node of a distributed database without companies', function () {
  this.timeout(300_000);
  let cluster: OwnCluster;

  before(async function () {
    const made = await ownCluster();
    if (!made) return this.skip();
    cluster = made;
  });
  after(() => cluster?.remove());

  it('is reported when it is lost and when it recovers, and delays no company', async () => {
    const [url = ''] = cluster.nodes;
    await asSandbox(url, true);
    const reports: string[] = [];
    const store = await openStore({
      url,
      nodeChanges: { away: (node) => reports.push(`${node} away`), back: (node) => reports.push(`${node} back`) },
    });
    try {
      const { id } = await storedCompany(store.unitOfWork);
      const empty = 3 - (await nodeOf(url, id));
      const claim = { companyId: id, key: 'order-7', fingerprint: 'a' };
      await store.idempotencyKeys.claim(claim, { id, now: SOME_MORNING, expires: SOME_MORNING }, 0);
      await cluster.lose(empty, 'at once');
      expect(await store.idempotencyKeys.forget(SOME_MORNING, 10), 'forgotten keys of the company').to.equal(1);
      expect(store.nodesAway()).to.equal(1);
      expect(reports.join()).to.match(/^\d+ \(.*\) away$/);
      await cluster.start(empty);
      // A node that failed is not queried for a quarter of a minute.
      while (store.nodesAway() > 0) {
        await pause(1_000);
        await store.idempotencyKeys.forget(SOME_MORNING, 10);
      }
      expect(reports.slice(1)).to.deep.equal([reports[0]?.replace(/away$/, 'back')]);
    } finally {
      await store.close();
    }
  });
});
