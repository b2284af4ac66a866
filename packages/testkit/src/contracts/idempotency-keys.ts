import { later, type FoundKey, type HeldKey, type KeyedRequest } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { atOnce, storeCases, type StoreBench } from './store-bench.ts';

const EXPIRES = later(SOME_MORNING, { hours: 24 });
const ANSWER = '{"status":201,"body":{"name":"Aya \\u0000 Koné","order":{"b":1,"a":2}}}';

/** A request under a key, and what can be done with it. */
const aRequest = async (store: StoreBench, over: Partial<KeyedRequest> = {}) => {
  const companyId = over.companyId ?? (await store.addCompany()).id;
  const request: KeyedRequest = { companyId, key: 'order-7', fingerprint: 'a', ...over };
  const claim = (now = SOME_MORNING, id = freshId()): Promise<FoundKey> =>
    store.idempotencyKeys.claim(request, { id, now, expires: later(now, { hours: 24 }) }, 30);
  const held = async (now = SOME_MORNING): Promise<HeldKey> => {
    const found = await claim(now);
    if (found.is !== 'held') throw new Error(`the key was ${found.is}`);
    return found.held;
  };
  return { request, claim, held };
};

/** Keys under which requests are done at most once: one answers at a time, and all who ask again read the same. */
export const idempotencyKeysContract = storeCases('IdempotencyKeys', {
  'gives a new key to who asks, with the id that was chosen': async (store) => {
    const { request, claim } = await aRequest(store);
    const id = freshId();
    const found = await claim(SOME_MORNING, id);
    expect(found).to.have.property('is', 'held');
    expect(found).to.deep.nested.include({ 'held.companyId': request.companyId, 'held.key': 'order-7', 'held.id': id });
  },

  'gives a key to one of many who ask at once': async (store) => {
    const { claim } = await aRequest(store);
    const found = await atOnce(20, () => claim());
    expect(found.filter(({ is }) => is === 'held')).to.have.length(1);
    expect(found.filter(({ is }) => is === 'in_progress')).to.have.length(19);
  },

  'tells everyone the answer that was kept, to the letter': async (store) => {
    const { claim, held } = await aRequest(store);
    expect(await store.idempotencyKeys.keep(await held(), ANSWER)).to.equal(true);
    for (let n = 0; n < 2; n += 1) expect(await claim()).to.deep.equal({ is: 'answered', answer: ANSWER });
  },

  'knows a key by its company': async (store) => {
    const one = await aRequest(store);
    await store.idempotencyKeys.keep(await one.held(), ANSWER);
    const other = await aRequest(store, { fingerprint: 'b' });
    expect((await other.claim()).is).to.equal('held');
    expect((await other.claim()).is).to.equal('in_progress');
    expect((await one.claim()).is).to.equal('answered');
  },

  'does not take another request for the first one, in flight or answered': async (store) => {
    const first = await aRequest(store);
    const other = await aRequest(store, { ...first.request, fingerprint: 'b' });
    await first.held();
    expect(await other.claim()).to.deep.equal({ is: 'reused' });
    await store.endLeases();
    expect(await other.claim(), 'its holder has died').to.deep.equal({ is: 'reused' });
    await store.idempotencyKeys.keep(await first.held(), ANSWER);
    expect(await other.claim()).to.deep.equal({ is: 'reused' });
    expect((await first.claim()).is).to.equal('answered');
  },

  'hands the key of one that died to one of those who ask, with the same id': async (store) => {
    const { claim, held } = await aRequest(store);
    const { id } = await held();
    await store.endLeases();
    const found = await atOnce(20, () => claim());
    expect(found.flatMap((each) => (each.is === 'held' ? [each.held.id] : []))).to.deep.equal([id]);
    expect(found.filter(({ is }) => is === 'in_progress')).to.have.length(19);
  },

  'keeps and gives back nothing for one who was taken for dead': async (store) => {
    const { claim, held } = await aRequest(store);
    const slow = await held();
    await store.endLeases();
    const fast = await held();
    expect(await store.idempotencyKeys.keep(slow, 'too late')).to.equal(false);
    await store.idempotencyKeys.release(slow, freshId());
    expect((await claim()).is).to.equal('in_progress');
    expect(await store.idempotencyKeys.keep(fast, ANSWER)).to.equal(true);
    expect(await store.idempotencyKeys.keep(slow, 'too late')).to.equal(false);
    expect(await claim()).to.deep.equal({ is: 'answered', answer: ANSWER });
  },

  'gives a key that was given back to the next who asks, with the id that was left with it': async (store) => {
    const { held } = await aRequest(store);
    const first = await held();
    await store.idempotencyKeys.release(first, first.id);
    const second = await held();
    expect(second.id).to.equal(first.id);
    const another = freshId();
    await store.idempotencyKeys.release(second, another);
    expect((await held()).id).to.equal(another);
  },

  'takes a key that has expired for a new one, whatever it was used for': async (store) => {
    const first = await aRequest(store);
    const { id } = await first.held();
    await store.endLeases();
    const beforeTheEnd = later(EXPIRES, { milliseconds: -1 });
    const found = await first.claim(beforeTheEnd);
    expect(found).to.nested.include({ 'held.id': id });
    if (found.is === 'held') await store.idempotencyKeys.keep(found.held, ANSWER);
    expect((await first.claim(beforeTheEnd)).is).to.equal('answered');
    const other = await aRequest(store, { ...first.request, fingerprint: 'b' });
    const anew = await other.held(EXPIRES);
    expect(anew.id).to.not.equal(id);
    expect((await other.claim(EXPIRES)).is).to.equal('in_progress');
  },

  'leaves a key that is held to its holder, however far business time has moved': async (store) => {
    const { claim, held } = await aRequest(store);
    const holder = await held();
    expect((await claim(EXPIRES)).is).to.equal('in_progress');
    expect(await store.idempotencyKeys.forget(EXPIRES, 10)).to.equal(0);
    expect(await store.idempotencyKeys.keep(holder, ANSWER)).to.equal(true);
  },

  'forgets expired keys, so many at a time, and no others': async (store) => {
    const { request } = await aRequest(store);
    for (const key of ['a', 'b', 'c']) {
      const { held } = await aRequest(store, { ...request, key });
      await store.idempotencyKeys.keep(await held(), ANSWER);
    }
    expect(await store.idempotencyKeys.forget(later(EXPIRES, { milliseconds: -1 }), 10)).to.equal(0);
    expect(await store.idempotencyKeys.forget(EXPIRES, 2)).to.equal(2);
    expect(await store.idempotencyKeys.forget(EXPIRES, 2)).to.equal(1);
    expect(await store.idempotencyKeys.forget(EXPIRES, 2)).to.equal(0);
  },
});
