import { instantOf } from '@vehicle-insurance/core';
import { day, inUnit, storedContract, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { measureTime } from '../../src/database/database-time.ts';
import { openStore, storeForCases } from '../test-store.ts';

describe('dates and instants', () => {
  const test = storeForCases();

  // Proves: timestamps-in-utc
  it('are read as they were written, with any time zone and date format of the server', async () => {
    await test.sql(`do $$ begin
      execute format('alter database %I set timezone to %L', current_database(), 'Asia/Kolkata');
      execute format('alter database %I set datestyle to %L', current_database(), 'SQL, DMY');
    end $$`);
    const { unitOfWork, contractQueries, quoteQueries, dueWork, close } = await openStore({ url: test.url });
    const created = instantOf('2026-01-15T23:59:59.999Z');
    const due = { at: created, attempts: 0 };
    const { contract, quote, vehicle, certificateRequest } = await storedContract(
      unitOfWork,
      await storedQuote(unitOfWork, { created, startDate: day('2026-01-31') }),
      { contract: { created, updated: created, endDate: day('9998-12-31') }, request: { due } },
    );
    const { companyId, id } = contract;
    expect(await inUnit(unitOfWork, ({ contracts }) => contracts.find(companyId, id))).to.deep.equal(contract);
    expect(await inUnit(unitOfWork, ({ quotes }) => quotes.lock(companyId, quote.id))).to.deep.equal(quote);
    expect(await contractQueries.find(companyId, id)).to.deep.include({ contract, quote, vehicle, certificateRequest });
    expect((await quoteQueries.page(companyId, {}, { page: 1, limit: 1 })).data[0]).to.deep.include({ quote, vehicle });
    expect(await dueWork.next('certificates')).to.equal(created);
    await close();
  });

  it('that the database’s clock reports are read on each new connection and on each ping', async () => {
    const times: number[] = [];
    const onTime = ({ milliseconds }: { readonly milliseconds: number }) => times.push(milliseconds);
    const store = await openStore({ url: test.url, poolSize: 1, onTime });
    for (const expected of [2, 3]) {
      await store.ping();
      expect(times).to.have.length(expected);
    }
    await store.close();
  });

  it('that the database’s clock reports are stored with the times before and after the query', async () => {
    let begun = 0;
    const { time } = await measureTime(async () => ({ clock: (begun = performance.now()) }));
    expect(time?.askedAt).to.be.at.most(begun);
    expect(time?.answeredAt).to.be.at.least(begun);
  });
});
