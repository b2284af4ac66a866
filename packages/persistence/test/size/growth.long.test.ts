import { expect } from 'chai';
import type pg from 'pg';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { contractQueries } from '../../src/contracts/queries.ts';
import { quoteQueries } from '../../src/quotes/queries.ts';
import { vehicleQueries } from '../../src/vehicles/queries.ts';
import { explaining, type Plan } from './counting-buffers.ts';
import { GROWN, uncheckedDatabase, vacuum } from './grown.ts';

const SMALL = 200;
const LARGE = 20_000;
const LIMIT = 20;

/**
 * A range may begin in the middle of a page of an index. For each of the items listed, an index may also be one level
 * deeper.
 */
const MARGIN = 3 + LIMIT;

/** Pages of an index that the entries of one block fill (`list-counts.ts`). */
const BLOCK = 40;

const idOf = (company: number): string => `${company}0000000-0000-7000-8000-000000000000`;

const DASHED = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

describe('a list that has grown a hundredfold', function () {
  this.timeout(120_000);
  let client: pg.Client;
  let store: TypedDatabase;
  let close: () => Promise<void>;
  const companies = { [SMALL]: idOf(1), [LARGE]: idOf(2) };
  /**
   * A company whose rows follow those of the other two in every index. Without it, the second company's rows would end
   * each index, and a search at the end of an index reads one page less.
   */
  const neighbour = idOf(3);

  before(async () => {
    ({ client, store, close } = await uncheckedDatabase());
    for (const [size, companyId] of [...Object.entries(companies), [SMALL, neighbour] as const])
      for (const statement of GROWN) await client.query(statement(companyId, Number(size)));
    // Does the work of autovacuum. Otherwise, the first read would do work that the writes left behind.
    await client.query('vacuum analyze');
  });
  after(() => close());

  /** The cost of the first and last page, for a company of each size. */
  const costsOf = async (views: (typeof lists)[keyof typeof lists], plan: Plan, filterOf: (id: string) => object) => {
    const costs: number[] = [];
    for (const [size, companyId] of Object.entries(companies))
      for (const page of [1, Number(size) / LIMIT]) {
        const view = views(explaining(client, store, plan, (_, __, buffers) => costs.push(buffers)));
        const { data, total } = await view.page(companyId, filterOf(companyId), { page, limit: LIMIT });
        expect([data.length, total]).to.deep.equal([LIMIT, Number(size)]);
      }
    return costs;
  };
  const lists = { vehicles: vehicleQueries, quotes: quoteQueries, contracts: contractQueries } as const;
  for (const [what, views] of Object.entries(lists))
    for (const plan of ['force_custom_plan', 'force_generic_plan'] as const)
      it(`costs the same as before on its first and last page: ${what} (${plan})`, async () => {
        const costs = await costsOf(views, plan, () => ({}));
        expect(Math.max(...costs) - Math.min(...costs), costs.join(', ')).to.be.at.most(MARGIN);
      });

  const filtered = {
    'quotes by status': [lists.quotes, { status: 'pending' }],
    'contracts by status': [lists.contracts, { status: 'pending' }],
    'contracts by last day': [lists.contracts, { endingFrom: '2027-01-01', endingTo: '2027-01-31' }],
    'contracts by status and last day': [lists.contracts, { status: 'pending', endingTo: '2027-01-31' }],
  } as const;
  for (const [what, [views, filter]] of Object.entries(filtered))
    for (const plan of ['force_custom_plan', 'force_generic_plan'] as const)
      // Proves: lists-filtered
      it(`costs at most one block of entries more on its first and last page: ${what} (${plan})`, async () => {
        const costs = await costsOf(views, plan, () => filter);
        expect(Math.max(...costs) - Math.min(...costs), costs.join(', ')).to.be.at.most(MARGIN + BLOCK);
      });

  describe('and is filtered by a vehicle', () => {
    /** The first vehicle of a company, which has all of the company's quotes and contracts. */
    const vehicleOf = (companyId: string): string =>
      `${companyId[0]}0${'1'.padStart(30, '0')}`.replace(DASHED, '$1-$2-$3-$4-$5');
    before(async () => {
      for (const companyId of Object.values(companies))
        for (const table of ['quote', 'contract'])
          await client.query(`update ${table} set vehicle_id = $1, vehicle_ordinal = ordinal where company_id = $2`, [
            vehicleOf(companyId),
            companyId,
          ]);
      await vacuum(client);
    });
    for (const [what, views] of Object.entries({ quotes: quoteQueries, contracts: contractQueries }))
      for (const plan of ['force_custom_plan', 'force_generic_plan'] as const)
        it(`costs the same as before on its first and last page: ${what} (${plan})`, async () => {
          const costs = await costsOf(views, plan, (companyId) => ({ vehicleId: vehicleOf(companyId) }));
          const [first = 0, last = 0, ofLarge = 0, lastOfLarge = 0] = costs;
          // A short list may be read completely if the planner expects this to cost the same.
          const [small, large] = [Math.min(first, last), Math.max(ofLarge, lastOfLarge)];
          expect(large - small, costs.join(', ')).to.be.at.most(MARGIN);
        });
  });
});
