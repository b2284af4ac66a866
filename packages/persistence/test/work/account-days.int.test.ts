import { addDays, type Account, type Books, type PostingFilter } from '@vehicle-insurance/core';
import { anEntry, day, freshId, inUnit, memoryStore, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { sumEntries } from '../../src/books/account-days.ts';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { openDatabase, storeForCases } from '../test-store.ts';

const FIRST = day('2026-01-28');
const ACCOUNTS: readonly Account[] = ['wallet', 'premium_due', 'suspense'];
const INSURERS = [null, 'sanlam'];
const WALLETS = ['wave', 'cinetpay'];

const entries = fc.array(
  fc.record({
    company: fc.nat({ max: 2 }),
    insurer: fc.constantFrom(...INSURERS),
    wallet: fc.constantFrom(...WALLETS),
    day: fc.nat({ max: 40 }),
    accounts: fc.shuffledSubarray([...ACCOUNTS], { minLength: 2, maxLength: 2 }),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    sumsFirst: fc.boolean(),
    isRepeated: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

describe('entries that are added up by day and month', function () {
  this.timeout(60_000);
  const test = storeForCases();
  let database: TypedDatabase;
  let sum: () => Promise<void>;
  before(async () => {
    database = await openDatabase(test.url);
    // Each transaction adds up two entries of a company.
    sum = sumEntries(database, 0, 2);
  });
  after(() => database.close());

  const filtersOf = (companyIds: readonly string[]): readonly PostingFilter[] => {
    const ranges = [
      ...[0, 3, 8].map((from) => ({ from: addDays(FIRST, from), until: addDays(FIRST, 2 * from + 1) })),
      { from: addDays(FIRST, 2), until: day('2026-03-01') },
      { from: day('2026-02-01'), until: day('2026-02-28') },
    ];
    return ranges.flatMap((range) => [
      range,
      ...companyIds.map((companyId) => ({ ...range, companyId })),
      ...[...INSURERS.map((insurer) => [insurer]), INSURERS].map((insurers) => ({ ...range, insurers })),
      ...WALLETS.map((wallet) => ({ ...range, wallet })),
      ...ACCOUNTS.map((account) => ({ ...range, account })),
    ]);
  };
  const readAll = (books: Books, filters: readonly PostingFilter[]) =>
    Promise.all(filters.map((filter) => books.movements(filter)));

  // Proves: summaries-change-nothing
  it('have the balances of all entries after any history, for any filter', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (history) => {
        const memory = memoryStore();
        const companies: string[] = [];
        for (let n = 0; n < 3; n += 1) {
          const company = await storedCompany(test.store.unitOfWork);
          await storedCompany(memory.unitOfWork, company);
          companies.push(company.id);
        }
        for (const { company, insurer, wallet, day: later, accounts, amount, sumsFirst, isRepeated } of history) {
          if (sumsFirst) await Promise.all([sum(), sum()]);
          const [debited = 'wallet', credited = 'suspense'] = accounts;
          const entry = anEntry({
            ...{ companyId: companies[company] ?? '', insurer, wallet, bookedOn: addDays(FIRST, later) },
            postings: [
              { account: debited, amount },
              { account: credited, amount: -amount },
            ],
          });
          const posts = isRepeated ? [entry, { ...entry, id: freshId() }] : [entry];
          for (const { unitOfWork } of [test.store, memory])
            for (const each of posts) await inUnit(unitOfWork, ({ ledger }) => ledger.post(each));
        }
        // Other histories have companies of their own in the same database.
        const filters = filtersOf(companies).flatMap((filter) =>
          filter.companyId === undefined ? companies.map((companyId) => ({ ...filter, companyId })) : [filter],
        );
        expect(await readAll(test.store.books, filters)).to.deep.equal(await readAll(memory.books, filters));
      }),
      { numRuns: 15 },
    );
    const [days] = await test.sql('select count(*)::int as count from account_day');
    expect(days?.['count']).to.be.greaterThan(20);
  });

  it('have the same balances while they are added up', async () => {
    const filters = filtersOf([]);
    const expected = await readAll(test.store.books, filters);
    const reading = Array.from({ length: 10 }, () => readAll(test.store.books, filters));
    await Promise.all([sum(), sum()]);
    for (const found of await Promise.all(reading)) expect(found).to.deep.equal(expected);
    expect(await test.sql('select from entry_unsummed')).to.have.length(0);
    expect(await readAll(test.store.books, filters)).to.deep.equal(expected);
  });
});
