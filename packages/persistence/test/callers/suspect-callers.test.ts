import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Caller, KeyLookup } from '@vehicle-insurance/core';
import type { Database } from '../../src/database.ts';
import { suspectKeyLookup } from '../../src/queries/suspect-key-lookup.ts';

const CALLER: Caller = { companyId: 'company', keyId: 'key' };

/** A database that knows one key, until it is revoked, and counts its statements. */
const database = () => {
  let statements = 0;
  const known = new Set(['good']);
  const query = async ({ values: [hashes] }: { readonly values: readonly [readonly string[]] }) => {
    statements += 1;
    return hashes.filter((hash) => known.has(hash)).map((hash) => ({ hash }));
  };
  const keyLookup: KeyLookup = {
    find: async (hash) => {
      statements += 1;
      return known.has(hash) ? CALLER : undefined;
    },
  };
  return {
    keyLookup: suspectKeyLookup({ query } as unknown as Pick<Database, 'query'>, keyLookup, async () => undefined),
    revoke: () => known.clear(),
    statements: () => statements,
  };
};

describe('callers from an address that sends bad keys', () => {
  it('cost one statement, however many ask at once, and the good one is found among them', async () => {
    const { keyLookup, statements } = database();
    const hashes = [...Array.from({ length: 500 }, (_, at) => `bad ${at}`), 'good'];
    const found = await Promise.all(hashes.map((hash) => keyLookup.find(hash, 'test', SOME_MORNING)));
    expect(found.filter((each) => each !== undefined)).to.deep.equal([CALLER]);
    expect(statements()).to.equal(2);
  });

  it('cost nothing with a key that was bad a moment ago', async () => {
    const { keyLookup, statements } = database();
    for (const _ of Array(20)) expect(await keyLookup.find('bad', 'test', SOME_MORNING)).to.equal(undefined);
    expect(statements()).to.equal(1);
  });

  it('are found at once when their key was good before, and no more once it is revoked', async () => {
    const { keyLookup, statements, revoke } = database();
    await keyLookup.find('good', 'test', SOME_MORNING);
    await keyLookup.find('good', 'test', SOME_MORNING);
    expect(statements()).to.equal(3);
    revoke();
    expect(await keyLookup.find('good', 'test', SOME_MORNING)).to.equal(undefined);
    expect(await keyLookup.find('good', 'test', SOME_MORNING)).to.equal(undefined);
    expect(statements()).to.equal(4);
  });
});
