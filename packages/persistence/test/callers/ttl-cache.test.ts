import { later } from '@vehicle-insurance/core';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Database } from '../../src/database/database.ts';
import { keyLookup } from '../../src/companies/key-lookup.ts';
import { catalogue } from '../../src/quotes/catalogue.ts';

const FIVE_SECONDS = 5_000;

const slowDatabase = (row: object) => {
  let time = 0;
  let told: readonly object[] = [row];
  let takes = 0;
  let queries = 0;
  const query = async () => {
    queries += 1;
    const answer = told;
    time += takes;
    return answer;
  };
  return {
    database: { query } as unknown as Pick<Database, 'query'>,
    stopwatch: () => time,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    take: (milliseconds: number) => {
      takes = milliseconds;
    },
    answer: (...rows: readonly object[]) => {
      told = rows;
    },
    queries: () => queries,
  };
};

describe('the cache of API keys and catalogues in a process', () => {
  const caller = { id: 'key', company_id: 'company', expires: null };

  it('responds for a few seconds without another query', async () => {
    const { database, stopwatch, pass, queries } = slowDatabase(caller);
    const { find } = keyLookup(database, stopwatch);
    for (let seconds = 0; seconds < 4; seconds += 1) {
      expect(await find('hash', 'test', SOME_MORNING)).to.deep.equal({ companyId: 'company', keyId: 'key' });
      pass(1_000);
    }
    expect(queries()).to.equal(1);
  });

  for (const takes of [0, 3_000, FIVE_SECONDS])
    // Proves: revoking-reaches-processes
    it(`rejects a key five seconds after it was revoked, if the query takes ${takes / 1000} seconds`, async () => {
      const { database, stopwatch, pass, take, answer } = slowDatabase(caller);
      const { find } = keyLookup(database, stopwatch);
      take(takes);
      // It is revoked right after the query was sent: the worst case for a revoked key.
      expect(await find('hash', 'test', SOME_MORNING)).to.not.equal(undefined);
      answer();
      pass(Math.max(0, FIVE_SECONDS - takes));
      expect(await find('hash', 'test', SOME_MORNING)).to.equal(undefined);
    });

  for (const takes of [0, 3_000, FIVE_SECONDS])
    // Proves: catalogue-is-versioned-data
    it(`drops a catalogue five seconds after the next one was loaded, if the query takes ${takes / 1000} seconds`, async () => {
      const { database, stopwatch, pass, take, answer, queries } = slowDatabase({ version: 1, definition: {} });
      const { current } = catalogue(database, stopwatch);
      take(takes);
      expect(await current()).to.include({ version: 1 });
      answer({ version: 2, definition: {} });
      if (takes === 0) expect(await current()).to.include({ version: 1 });
      expect(queries()).to.equal(1);
      pass(Math.max(0, FIVE_SECONDS - takes));
      expect(await current()).to.include({ version: 2 });
    });

  it('does not cache that a key is unknown, so that a key works as soon as it is issued', async () => {
    const { database, stopwatch, answer } = slowDatabase(caller);
    const { find } = keyLookup(database, stopwatch);
    answer();
    expect(await find('hash', 'test', SOME_MORNING)).to.equal(undefined);
    answer(caller);
    expect(await find('hash', 'test', SOME_MORNING)).to.include({ keyId: 'key' });
    answer();
    expect(await find('hash', 'live', SOME_MORNING), 'in another environment').to.equal(undefined);
  });

  it('rejects a cached key once it has expired', async () => {
    const expires = later(SOME_MORNING, { seconds: 1 });
    const { database, stopwatch } = slowDatabase({ ...caller, expires: expires.replace('T', ' ').replace('Z', '+00') });
    const { find } = keyLookup(database, stopwatch);
    expect(await find('hash', 'test', SOME_MORNING)).to.include({ keyId: 'key' });
    expect(await find('hash', 'test', expires)).to.equal(undefined);
  });
});
