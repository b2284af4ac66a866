import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { database, type Database } from '../src/database.ts';
import { contractQueries } from '../src/queries/contracts.ts';
import { quoteQueries } from '../src/queries/quotes.ts';
import { vehicleQueries } from '../src/queries/vehicles.ts';
import { countingBuffers, type Buffers, type Plan } from './counting-buffers.ts';
import { GROWN, UNCHECKED } from './grown.ts';
import { asSandbox } from './test-store.ts';
import { plain } from '../src/statement.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const LIMIT = 20;

/**
 * A range of rows, or of an index, may begin in the middle of a page; and what is looked up for each item of the page
 * may lie one page deeper in an index that has grown by a level. Neither grows with the list.
 */
const MARGIN = 3 + LIMIT;

const idOf = (company: number): string => `${company}0000000-0000-7000-8000-000000000000`;

describe('a list grown a hundredfold', function () {
  this.timeout(120_000);
  let test: TestDatabase;
  let client: pg.Client;
  let store: Database;
  const companies = { [SMALL]: idOf(1), [LARGE]: idOf(2) };
  /** Comes after both in every index: a search at the very end of an index saves one page. */
  const neighbour = idOf(3);

  before(async () => {
    test = await testDatabase({ migrate: asSandbox });
    client = new pg.Client({ connectionString: test.url });
    await client.connect();
    await client.query(UNCHECKED);
    for (const [size, companyId] of [...Object.entries(companies), [SMALL, neighbour] as const])
      for (const statement of GROWN) await client.query(statement(companyId, Number(size)));
    // As autovacuum does sooner or later: otherwise the first read does work left by the writes.
    await client.query('vacuum analyze');
    store = await database({ url: test.url, environment: 'sandbox' });
  });
  after(async () => {
    await store.close();
    await client.end();
    await test.drop();
  });

  const counting = (plan: Plan, counted: Buffers[]): Database => countingBuffers(client, store, plan, counted);

  it('would be told from one that is read from its start', async () => {
    const costs: Buffers[] = [];
    for (const [size, companyId] of Object.entries(companies))
      await counting('force_custom_plan', costs).query(
        plain(
          'from the start',
          'select id from vehicle where company_id = $1 order by ordinal desc offset $2 limit $3',
          [companyId, Number(size) - LIMIT, LIMIT],
        ),
      );
    const [small = 0, large = 0] = costs;
    expect(large - small).to.be.greaterThan(MARGIN);
  });

  const lists = {
    vehicles: (counted: Database) => vehicleQueries(counted),
    quotes: (counted: Database) => quoteQueries(counted),
    contracts: (counted: Database) => contractQueries(counted),
  };
  for (const [what, views] of Object.entries(lists))
    for (const plan of ['force_custom_plan', 'force_generic_plan'] as const)
      it(`of ${what} costs the same on its first page and on its last (${plan})`, async () => {
        const costs: Buffers[] = [];
        for (const size of [SMALL, LARGE])
          for (const page of [1, size / LIMIT]) {
            const view = views(counting(plan, costs));
            const { data, total } = await view.page(
              companies[size as keyof typeof companies],
              {},
              { page, limit: LIMIT },
            );
            expect([data.length, total]).to.deep.equal([LIMIT, size]);
          }
        expect(Math.max(...costs) - Math.min(...costs), costs.join(', ')).to.be.at.most(MARGIN);
      });
});
