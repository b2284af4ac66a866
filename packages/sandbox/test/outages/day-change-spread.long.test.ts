import { expect } from 'chai';
import { daysAfter, type ContractBody } from '../api/world.ts';
import { eventually } from '../sandbox.ts';
import { companyOf, twoNodes, type TwoNodes } from './two-nodes.ts';

/** The states of each contract, in order. */
const HISTORY = `select array_agg(to_status order by number) as states from change
  where what = 'contract' group by company_id, subject_id`;

describe('the day that changes on a distributed database', function () {
  this.timeout(300_000);
  let on: TwoNodes;

  before(async function () {
    const opened = await twoNodes();
    if (!opened) return this.skip();
    on = opened;
  });
  after(() => on?.stop());

  const contracts = async ({ read }: ReturnType<typeof companyOf>) =>
    (await read<{ data: readonly ContractBody[] }>('/contract')).data;
  const insured = async (company: ReturnType<typeof companyOf>, startDate: string): Promise<void> => {
    const { quoteId } = await company.journey({ terms: { startDate, duration: 3 } });
    await company.insured(quoteId);
  };
  const statesOf = async (company: ReturnType<typeof companyOf>) =>
    (await contracts(company)).map(({ status }) => status).toSorted();
  /** A node that has come back is asked again after a while, and what was due meanwhile is done then. */
  const caughtUp = (company: ReturnType<typeof companyOf>, states: readonly string[]) =>
    eventually(
      async () => {
        await on.world.clock.advance('PT1S');
        return (await statesOf(company)).join();
      },
      (found) => found === states.join(),
    );

  it('starts and expires each contract once on every node, including those due while their node was away', async () => {
    const { world, cluster, companies, query } = on;
    const [{ node }] = companies;
    const [lost, kept] = [companyOf(world, companies[0]), companyOf(world, companies[1])];
    const today = await world.clock.today();
    const [first, second] = [daysAfter(today, 2), daysAfter(today, 4)];
    for (const company of [lost, kept]) for (const start of [first, second]) await insured(company, start);

    await world.clock.move({ now: `${first}T00:00:01Z` });
    for (const company of [lost, kept]) expect(await statesOf(company)).to.deep.equal(['pending', 'started']);

    await cluster.lose(node, 'at once');
    await world.clock.move({ now: `${second}T00:00:01Z` });
    expect(await statesOf(kept)).to.deep.equal(['started', 'started']);
    expect((await lost.api('/contract')).status).to.equal(503);
    await cluster.start(node);
    await caughtUp(lost, ['started', 'started']);

    const ends = (await contracts(kept)).map(({ endDate }) => endDate).toSorted();
    await world.clock.move({ now: `${daysAfter(ends[0] ?? '', 1)}T00:00:01Z` });
    for (const company of [lost, kept]) expect(await statesOf(company)).to.deep.equal(['expired', 'started']);

    await cluster.lose(node, 'at once');
    await world.clock.move({ now: `${daysAfter(ends[1] ?? '', 1)}T00:00:01Z` });
    expect(await statesOf(kept)).to.deep.equal(['expired', 'expired']);
    await cluster.start(node);
    await caughtUp(lost, ['expired', 'expired']);

    expect(await query(HISTORY)).to.deep.equal(
      Array.from({ length: 4 }, () => ({ states: ['pending', 'started', 'expired'] })),
    );
  });
});
