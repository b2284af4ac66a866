import { Err, Ok, type Documents } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { observeOutside, type CallOutcome } from '../../src/observability/observe-outside.ts';

describe('a call to the store of documents', () => {
  const outcomesOf = async (answer: Awaited<ReturnType<Documents['read']>>): Promise<readonly CallOutcome[]> => {
    const ends: CallOutcome[] = [];
    const store = { put: async () => answer, read: async () => answer, remove: async () => answer };
    const observed = observeOutside(async (_, ask, outcomeOfResult) => {
      const said = await ask();
      ends.push(outcomeOfResult(said));
      return said;
    }).documents?.(store as unknown as Documents);
    await observed?.put({ key: 'a', type: 'image/png', bytes: new Uint8Array() });
    await observed?.read('a');
    await observed?.remove('a');
    return ends;
  };

  it('counts as unknown if the store is unavailable, and as refused if a document is missing', async () => {
    const document = { key: 'a', type: 'image/png', bytes: new Uint8Array() } as const;
    expect(new Set(await outcomesOf(Ok(document)))).to.deep.equal(new Set(['done']));
    expect(new Set(await outcomesOf(Err({ code: 'storage_unavailable' })))).to.deep.equal(new Set(['unknown']));
    expect(new Set(await outcomesOf(Err({ code: 'document_missing' })))).to.deep.equal(new Set(['refused']));
  });
});
