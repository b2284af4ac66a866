import { later } from '@vehicle-insurance/core';
import { aQuote, freshId, SOME_MORNING, storedCompany, storedVehicle } from '@vehicle-insurance/testkit';
import { countBlocked, isSpread } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { connectTo, storeForCases } from '../test-store.ts';

const AT_ONCE = 8;

describe('ordinals', () => {
  const test = storeForCases();

  it('count a vehicle’s simultaneous quotes without gaps, with at most one retry each', async () => {
    const { unitOfWork } = test.store;
    const company = await storedCompany(unitOfWork);
    const vehicle = await storedVehicle(unitOfWork, company.id);
    const holder = await connectTo(test.url);
    await holder.query('begin');
    await holder.query('select from company_counter where company_id = $1 for update', [company.id]);
    const begun = Array.from({ length: AT_ONCE }, () => 0);
    const given = { id: freshId(), now: SOME_MORNING, expires: later(SOME_MORNING, { hours: 24 }) };
    const another = { companyId: (await storedCompany(unitOfWork)).id, key: 'order-7', fingerprint: 'a' };
    await test.store.idempotencyKeys.claim(another, given, 60);
    const adding = begun.map((_, index) =>
      unitOfWork.run(({ quotes }) => {
        begun[index] = (begun[index] ?? 0) + 1;
        const quote = aQuote({ companyId: company.id, vehicleId: vehicle.id });
        const answer = {
          ...another,
          ...given,
          companyId: company.id,
          key: `order-${index}`,
          id: quote.id,
          answer: '{}',
        };
        return quotes.add(quote, index % 2 === 1 ? answer : undefined);
      }),
    );
    const added = Promise.all(adding);
    added.catch(() => undefined);
    // Each unit waits for the company's counter. It has already read its ordinal, unless a separate statement counts
    // it.
    while ((await countBlocked(test.url)) < AT_ONCE) await Promise.race([added, Promise.resolve()]);
    await holder.query('commit');
    await holder.end();
    const ids = (await added).map((each) => each.unwrap().id);
    const told = `select subject_id as id from event where company_id = $1 and type = 'quote.created'`;
    expect((await test.sql(told, [company.id])).map(({ id }) => id)).to.have.members(ids);
    const kept = await test.sql('select id from idempotency_key where company_id = $1', [company.id]);
    expect(kept.map(({ id }) => id)).to.have.members(ids.filter((_, index) => index % 2 === 1));
    const places = await test.sql(
      'select vehicle_ordinal::int as place from quote where vehicle_id = $1 order by ordinal',
      [vehicle.id],
    );
    expect(places.map(({ place }) => place)).to.deep.equal(Array.from({ length: AT_ONCE }, (_, index) => index + 1));
    // If each unit were retried more often, some would run out of attempts when more quotes are added at once.
    expect(Math.max(...begun)).to.equal(isSpread() ? 1 : 2);
  });
});
