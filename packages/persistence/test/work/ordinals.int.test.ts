import { aQuote, storedCompany, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import pg from 'pg';
import { testStore, type TestStore } from '../test-store.ts';

const AT_ONCE = 8;

const BLOCKED = `select count(*)::int as many from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;

describe('ordinals', () => {
  let test: TestStore;
  before(async () => {
    test = await testStore();
  });
  after(() => test.drop());

  it('count a vehicle’s simultaneous quotes without gaps, with at most one retry each', async () => {
    const { unitOfWork } = test.store;
    const company = await storedCompany(unitOfWork);
    const vehicle = await storedVehicle(unitOfWork, company.id);
    const holder = new pg.Client({ connectionString: test.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from company_counter where company_id = $1 for update', [company.id]);
    const begun = Array.from({ length: AT_ONCE }, () => 0);
    const added = begun.map((_, index) =>
      unitOfWork.run(({ quotes }) => {
        begun[index] = (begun[index] ?? 0) + 1;
        return quotes.add(aQuote({ companyId: company.id, vehicleId: vehicle.id }));
      }),
    );
    // Each has read its ordinal and waits for the counter.
    while (Number((await test.sql(BLOCKED))[0]?.['many']) < AT_ONCE);
    await holder.query('commit');
    await holder.end();
    await Promise.all(added);
    const places = await test.sql(
      'select vehicle_ordinal::int as place from quote where vehicle_id = $1 order by ordinal',
      [vehicle.id],
    );
    expect(places.map(({ place }) => place)).to.deep.equal(Array.from({ length: AT_ONCE }, (_, index) => index + 1));
    // If units were retried more often, with more quotes at once some would run out of attempts.
    expect(Math.max(...begun)).to.equal(2);
  });
});
