import { later } from '@vehicle-insurance/core';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Database } from '../../src/database/database.ts';
import { keyLookup } from '../../src/companies/key-lookup.ts';
import { catalogue } from '../../src/quotes/catalogue.ts';

const FIVE_SECONDS = 5_000;

/** A database that returns `rows`. Each query advances the stopwatch by `takes` milliseconds. */
const slowDatabase = (row: object) => {
  const it = { rows: [row] as readonly object[], time: 0, takes: 0, queries: 0, stopwatch: () => it.time };
  const query = async () => {
    it.queries += 1;
    const { rows } = it;
    it.time += it.takes;
    return rows;
  };
  return Object.assign(it, { database: { query } as unknown as Pick<Database, 'query'> });
};

describe('the cache of API keys and catalogues in a process', () => {
  const caller = { id: 'key', company_id: 'company', expires: null };

  it('responds for a few seconds without another query', async () => {
    const slow = slowDatabase(caller);
    const { find } = keyLookup(slow.database, slow.stopwatch);
    for (let seconds = 0; seconds < 4; seconds += 1) {
      expect(await find('hash', 'test', SOME_MORNING)).to.deep.equal({ companyId: 'company', keyId: 'key' });
      slow.time += 1_000;
    }
    expect(slow.queries).to.equal(1);
  });

  for (const takes of [0, 3_000, FIVE_SECONDS]) {
    // Proves: revoking-reaches-processes
    it(`rejects a key five seconds after it was revoked, if the query takes ${takes / 1000} seconds`, async () => {
      const slow = Object.assign(slowDatabase(caller), { takes });
      const { find } = keyLookup(slow.database, slow.stopwatch);
      // The key is revoked right after the query was sent, which is the worst case.
      expect(await find('hash', 'test', SOME_MORNING)).to.not.equal(undefined);
      slow.rows = [];
      slow.time += Math.max(0, FIVE_SECONDS - takes);
      expect(await find('hash', 'test', SOME_MORNING)).to.equal(undefined);
    });

    // Proves: catalogue-is-versioned-data
    it(`drops a catalogue five seconds after the next one was loaded, if the query takes ${takes / 1000} seconds`, async () => {
      const slow = Object.assign(slowDatabase({ version: 1, definition: {} }), { takes });
      const { current } = catalogue(slow.database, slow.stopwatch);
      expect(await current()).to.include({ version: 1 });
      slow.rows = [{ version: 2, definition: {} }];
      if (takes === 0) expect(await current()).to.include({ version: 1 });
      expect(slow.queries).to.equal(1);
      slow.time += Math.max(0, FIVE_SECONDS - takes);
      expect(await current()).to.include({ version: 2 });
    });
  }

  it('does not cache that a key is unknown, so that a key works as soon as it is issued', async () => {
    const slow = slowDatabase(caller);
    const { find } = keyLookup(slow.database, slow.stopwatch);
    for (const [rows, environment, found] of [
      [[], 'test', undefined],
      [[caller], 'test', 'key'],
      [[], 'live', undefined],
    ] as const) {
      slow.rows = rows;
      expect((await find('hash', environment, SOME_MORNING))?.keyId).to.equal(found);
    }
  });

  it('rejects a cached key after it has expired', async () => {
    const expires = later(SOME_MORNING, { seconds: 1 });
    const { database, stopwatch } = slowDatabase({ ...caller, expires: expires.replace('T', ' ').replace('Z', '+00') });
    const { find } = keyLookup(database, stopwatch);
    expect(await find('hash', 'test', SOME_MORNING)).to.include({ keyId: 'key' });
    expect(await find('hash', 'test', expires)).to.equal(undefined);
  });
});
