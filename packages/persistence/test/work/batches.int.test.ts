import { later } from '@vehicle-insurance/core';
import { anEntry, day, inUnit, realTimersDuring, SOME_MORNING, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { plain } from '../../src/database/prepared-statement.ts';
import { books } from '../../src/books/books.ts';
import { openDatabase, storeForCases } from '../test-store.ts';

const NOW = later(SOME_MORNING, { hours: 40 });

/** The cases use more rows than one statement of the store handles. */
describe('the batches of a store on PostgreSQL', () => {
  const test = storeForCases();
  let db: TypedDatabase;
  before(async () => {
    db = await openDatabase(test.url);
  });
  after(() => db.close());

  const addEvents = (companyId: string, count: number, type = 'vehicle.changed') =>
    test.sql(
      `insert into event (company_id, type, subject_id, at)
       select $1::uuid, $3, gen_random_uuid(), '${SOME_MORNING}' from generate_series(1, $2::int)`,
      [companyId, count, type],
    );

  for (const rows of [0, 500, 501, 1_001])
    it(`read ${rows} rows through a cursor, each once`, async () => {
      const batches: number[] = [];
      const read: number[] = [];
      const numbers = plain<{ n: number }>('rows', 'select n from generate_series(1, $1::int) n', [rows]);
      const take = async (some: readonly { readonly n: number }[]): Promise<void> => {
        batches.push(some.length);
        read.push(...some.map(({ n }) => n));
      };
      const limits = await realTimersDuring(() => db.readAlong(numbers, take));
      expect(limits, 'each batch may take half an hour to sort').to.include(1_800_000);
      expect(read).to.deep.equal(Array.from({ length: rows }, (_, index) => index + 1));
      expect(Math.max(0, ...batches)).to.be.at.most(500);
    });

  it('number every new event in order, and find one of another type once among ten thousand', async () => {
    const { id } = await storedCompany(test.store.unitOfWork);
    await addEvents(id, 10_000);
    await addEvents(id, 1, 'contract.opened');
    await test.store.journal.catchUp();
    const placed = await test.sql(
      `select count(*)::int as events, bool_and(position is not distinct from place) as ordered from (
        select position, row_number() over (order by number) as place from event where company_id = $1) placed`,
      [id],
    );
    expect(placed).to.deep.equal([{ events: 10_001, ordered: true }]);
    const found: number[] = [];
    for (let after = 0; after < 10_001;) {
      const page = await test.store.journal.page(id, { after, limit: 10, types: ['contract.opened'] });
      found.push(...page.data.map(({ position }) => position));
      expect(page.upTo).to.be.above(after);
      after = page.upTo;
    }
    expect(found).to.deep.equal([10_001]);
  });

  it('delete the old events of every company, even if many companies have only newer ones', async () => {
    const companies = await Promise.all(Array.from({ length: 101 }, () => storedCompany(test.store.unitOfWork)));
    const ids = companies.map(({ id }) => id);
    for (const id of ids) await addEvents(id, 1);
    await test.store.journal.catchUp();
    await test.store.journal.forget(later(SOME_MORNING, { hours: 1 }), NOW, 100_000);
    const left = await test.sql('select count(*)::int as events from event where company_id = any ($1)', [ids]);
    expect(left).to.deep.equal([{ events: 0 }]);
  });

  it('close every entry of every company once, even if each statement closes only two', async () => {
    const { unitOfWork } = test.store;
    const companies = [await storedCompany(unitOfWork), await storedCompany(unitOfWork, { enabled: false })];
    const [sums, progress]: [(number | undefined)[], number[]] = [[], []];
    const months = [1, 2, 3, 4, 5];
    for (const entries of months)
      for (const { id: companyId } of companies)
        for (let n = 0; n < entries; n += 1)
          await inUnit(unitOfWork, ({ ledger }) =>
            ledger.post(
              anEntry({
                ...{ companyId, cause: 'payment_unused', bookedOn: day(`2025-0${entries}-0${((n + 1) % 3) + 1}`) },
                postings: [
                  { account: 'wallet', amount: 7 },
                  { account: 'suspense', amount: -7 },
                ],
              }),
            ),
          );
    for (const entries of months) {
      const closing = { number: entries, month: `2025-0${entries}`, at: SOME_MORNING, by: 'an operator', why: null };
      await books(db, 2).close(closing, day(`2025-0${entries}-28`), (done) => (progress[entries - 1] = done));
      const balances = await test.store.books.balances({ number: entries });
      sums.push(balances.find(({ account }) => account === 'wallet')?.debit);
    }
    const closings =
      'select distinct to_char(booked_on, $2) = closing::text as own from entry where company_id = any ($1)';
    expect(await test.sql(closings, [companies.map(({ id }) => id), 'FMMM'])).to.deep.equal([{ own: true }]);
    expect(progress).to.deep.equal([2, 4, 6, 8, 10]);
    expect(sums).to.deep.equal([14, 28, 42, 56, 70]);
  });
});
