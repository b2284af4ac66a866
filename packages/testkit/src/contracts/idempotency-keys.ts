import {
  Err,
  KeyTaken,
  later,
  type FoundKey,
  type HeldKey,
  type StoredResponse,
  type KeyedRequest,
  type Vehicle,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aQuote } from '../builders/quote.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { atOnce, storeCases, type StoreBench } from './store-bench.ts';

/** Seconds for which these cases lease a key. */
const HELD_FOR = 300;
const EXPIRES = later(SOME_MORNING, { hours: 24 });
const ANSWER = '{"status":201,"body":{"name":"Aya \\u0000 Koné","order":{"b":1,"a":2}}}';

/** A request under a key, with functions to claim the key. */
const aRequest = async (store: StoreBench, over: Partial<KeyedRequest> = {}) => {
  const companyId = over.companyId ?? (await store.addCompany()).id;
  const request: KeyedRequest = { companyId, key: 'order-7', fingerprint: 'a', ...over };
  const claim = (now = SOME_MORNING, id = freshId()): Promise<FoundKey> =>
    store.idempotencyKeys.claim(request, { id, now, expires: later(now, { hours: 24 }) }, HELD_FOR);
  const held = async (now = SOME_MORNING): Promise<HeldKey> => {
    const found = await claim(now);
    if (found.is !== 'held') throw new Error(`the key was ${found.is}`);
    return found.held;
  };
  return { request, claim, held };
};

/** The response to store with a vehicle or a quote. */
const answerTo = (request: KeyedRequest, id: string): StoredResponse => ({
  ...request,
  id,
  now: SOME_MORNING,
  expires: EXPIRES,
  answer: ANSWER,
});

/** Registers a vehicle under the key, by default with a new plate. */
const registering = (store: StoreBench, request: KeyedRequest, over: Partial<Vehicle> = {}) => {
  const vehicle = aVehicle({ companyId: request.companyId, ...over });
  return store.unitOfWork.run(({ vehicles }) => vehicles.add(vehicle, answerTo(request, vehicle.id)));
};

const isTaken = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => {
      if (error instanceof KeyTaken) return true;
      throw error;
    },
  );

const vehiclesOf = async (store: StoreBench, companyId: string): Promise<number> =>
  (await store.vehicleQueries.page(companyId, {}, { page: 1, limit: 1 })).total;

/**
 * Idempotency keys. A request is processed by one process at a time, and all repetitions get the response that was
 * stored first.
 */
export const idempotencyKeysContract = storeCases('IdempotencyKeys', {
  'give a new key to the caller, with the id that the caller has chosen': async (store) => {
    const { request, claim } = await aRequest(store);
    const id = freshId();
    const found = await claim(SOME_MORNING, id);
    expect(found).to.have.property('is', 'held');
    expect(found).to.deep.nested.include({ 'held.companyId': request.companyId, 'held.key': 'order-7', 'held.id': id });
  },

  'give a key to one of many concurrent callers': async (store) => {
    const { claim } = await aRequest(store);
    const found = await atOnce(20, () => claim());
    expect(found.filter(({ is }) => is === 'held')).to.have.length(1);
    expect(found.filter(({ is }) => is === 'in_progress')).to.have.length(19);
  },

  'return the stored response to every caller, unchanged': async (store) => {
    const { claim, held } = await aRequest(store);
    expect(await store.idempotencyKeys.keep(await held(), ANSWER)).to.equal(true);
    for (let n = 0; n < 2; n += 1) expect(await claim()).to.deep.equal({ is: 'answered', answer: ANSWER });
  },

  'distinguish the same key of two companies': async (store) => {
    const one = await aRequest(store);
    await store.idempotencyKeys.keep(await one.held(), ANSWER);
    const other = await aRequest(store, { fingerprint: 'b' });
    expect((await other.claim()).is).to.equal('held');
    expect((await other.claim()).is).to.equal('in_progress');
    expect((await one.claim()).is).to.equal('answered');
  },

  'refuse a key for another request, whether the first request is in progress or answered': async (store) => {
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

  'hold a key for the requested time, and no longer': async (store) => {
    const { claim } = await aRequest(store);
    expect((await claim()).is).to.equal('held');
    await store.passRealTime(HELD_FOR - 60);
    expect((await claim()).is).to.equal('in_progress');
    await store.passRealTime(120);
    expect((await claim()).is).to.equal('held');
  },

  'give the key of a dead holder to one of many callers, with the same id': async (store) => {
    const { claim, held } = await aRequest(store);
    const { id } = await held();
    await store.endLeases();
    const found = await atOnce(20, () => claim());
    expect(found.flatMap((each) => (each.is === 'held' ? [each.held.id] : []))).to.deep.equal([id]);
    expect(found.filter(({ is }) => is === 'in_progress')).to.have.length(19);
  },

  'neither store a response nor release a key for a holder whose lease has ended': async (store) => {
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

  'give a released key to the next caller, with the id stored with it': async (store) => {
    const { held } = await aRequest(store);
    const first = await held();
    await store.idempotencyKeys.release(first, first.id);
    const second = await held();
    expect(second.id).to.equal(first.id);
    const another = freshId();
    await store.idempotencyKeys.release(second, another);
    expect((await held()).id).to.equal(another);
  },

  'treat an expired key as new, for any request': async (store) => {
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

  'leave a held key to its holder, even if business time has moved far': async (store) => {
    const { claim, held } = await aRequest(store);
    const holder = await held();
    expect((await claim(EXPIRES)).is).to.equal('in_progress');
    expect(await store.idempotencyKeys.forget(EXPIRES, 10)).to.equal(0);
    expect(await store.idempotencyKeys.keep(holder, ANSWER)).to.equal(true);
  },

  'store a response under its key together with the vehicle or quote that it contains': async (store) => {
    const { request, claim } = await aRequest(store);
    const added = (await registering(store, request)).unwrap();
    expect(await claim()).to.deep.equal({ is: 'answered', answer: ANSWER });
    const other = await aRequest(store, { ...request, key: 'order-8' });
    const quote = aQuote({ companyId: request.companyId, vehicleId: added.id });
    await store.unitOfWork.run(({ quotes }) => quotes.add(quote, answerTo(other.request, quote.id)));
    expect(await other.claim()).to.deep.equal({ is: 'answered', answer: ANSWER });
    expect((await store.quoteQueries.find(request.companyId, quote.id))?.quote.id).to.equal(quote.id);
    expect(await (await aRequest(store, { ...request, fingerprint: 'b' })).claim()).to.deep.equal({ is: 'reused' });
    expect((await other.claim(EXPIRES)).is, 'a day later').to.equal('held');
  },

  'add nothing under a key that is held, answered or expired, and leave the key unchanged': async (store) => {
    const { request, claim, held } = await aRequest(store);
    const { companyId } = request;
    const holder = await held();
    expect(await isTaken(registering(store, request))).to.equal(true);
    expect(await store.idempotencyKeys.keep(holder, 'the first answer')).to.equal(true);
    expect(await isTaken(registering(store, request))).to.equal(true);
    expect(await claim()).to.deep.equal({ is: 'answered', answer: 'the first answer' });
    const old = await aRequest(store, { companyId, key: 'old' });
    await store.idempotencyKeys.keep(await old.held(later(SOME_MORNING, { hours: -24 })), 'long ago');
    expect(await isTaken(registering(store, old.request))).to.equal(true);
    expect(await vehiclesOf(store, companyId)).to.equal(0);
    await store.addVehicle(companyId);
    expect(await vehiclesOf(store, companyId), 'no number is left out').to.equal(1);
  },

  'store no response for a vehicle that is not added': async (store) => {
    const { request, claim } = await aRequest(store);
    const { companyId } = request;
    const { licencePlate, id } = await store.addVehicle(companyId);
    const refused = await registering(store, request, { licencePlate });
    expect(refused.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: id });
    const undone = aVehicle({ companyId });
    await store.unitOfWork.run(async ({ vehicles }) => {
      await vehicles.add(undone, answerTo(request, undone.id));
      return Err('changed its mind');
    });
    expect((await claim()).is).to.equal('held');
    expect(await vehiclesOf(store, companyId)).to.equal(1);
  },

  'store one response if many vehicles with one plate are registered, each under its own key': async (store) => {
    const { request } = await aRequest(store);
    const keys = await Promise.all(
      Array.from({ length: 10 }, (_, n) => aRequest(store, { ...request, key: `plate-${n}` })),
    );
    const added = await Promise.all(
      keys.map((each) => registering(store, each.request, { licencePlate: 'ONE-PLATE' })),
    );
    const found = await Promise.all(keys.map((each) => each.claim()));
    expect(added.filter((each) => each.isOk())).to.have.length(1);
    expect(found.map(({ is }) => is)).to.deep.equal(added.map((each) => (each.isOk() ? 'answered' : 'held')));
    expect(await vehiclesOf(store, request.companyId)).to.equal(1);
  },

  'add one of many vehicles that are registered under one key at once': async (store) => {
    const { request, claim } = await aRequest(store);
    const taken = await atOnce(20, () => isTaken(registering(store, request)));
    expect(taken.filter((each) => !each)).to.have.length(1);
    expect(await vehiclesOf(store, request.companyId)).to.equal(1);
    expect(await claim()).to.deep.equal({ is: 'answered', answer: ANSWER });
  },

  'add one of many quotes that are created under one key at once': async (store) => {
    const { company, vehicle } = await store.addQuote();
    const { request } = await aRequest(store, { companyId: company.id });
    const taken = await atOnce(20, () => {
      const quote = aQuote({ companyId: company.id, vehicleId: vehicle.id });
      return isTaken(store.unitOfWork.run(({ quotes }) => quotes.add(quote, answerTo(request, quote.id))));
    });
    expect(taken.filter((each) => !each)).to.have.length(1);
    expect(await store.quoteQueries.count(company.id)).to.equal(2);
  },

  'delete a key after it has expired, and not before': async (store) => {
    const { held } = await aRequest(store);
    await store.idempotencyKeys.keep(await held(), ANSWER);
    expect(await store.idempotencyKeys.forget(later(EXPIRES, { milliseconds: -1 }), 10)).to.equal(0);
    expect(await store.idempotencyKeys.forget(EXPIRES, 10)).to.equal(1);
  },
});
