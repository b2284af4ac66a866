import { respondOnce, later, type NewResponse, type RespondOnce, type Vehicle } from '@vehicle-insurance/core';
import {
  aVehicle,
  clockAt,
  freshIds,
  memoryStore,
  SOME_MORNING,
  storedCompany,
  type MemoryStore,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { forgetOldKeys } from '../../src/use-cases/idempotency/forget-old-keys.ts';

const REQUEST = { companyId: 'c', key: 'order-7', fingerprint: 'a' };

const setup = () => {
  const store = memoryStore();
  const clock = clockAt(SOME_MORNING);
  const dependencies = { ...store, clock, ids: freshIds() };
  const seen: string[] = [];
  const work =
    (final = true): Parameters<RespondOnce>[1] =>
    async (id) => {
      seen.push(id);
      return { text: id, final };
    };
  const dies = async (id: string): Promise<NewResponse> => {
    seen.push(id);
    throw new Error('the store was lost');
  };
  const [once, forget] = [respondOnce(dependencies), forgetOldKeys(dependencies)];
  return { ...dependencies, store, seen, work, dies, once, forget };
};

const aVehicleOf = async ({ unitOfWork }: MemoryStore): Promise<Vehicle> =>
  aVehicle({ companyId: (await storedCompany(unitOfWork)).id });

/** Adds the vehicle in one transaction. The answer is the vehicle's id, and it is stored together with the vehicle. */
const registers =
  ({ unitOfWork }: MemoryStore, vehicle: Vehicle): Parameters<RespondOnce>[1] =>
  async (_, keep) => {
    const added = await unitOfWork.run(({ vehicles }) => vehicles.add(vehicle, keep?.(vehicle.id)));
    return { text: added.unwrap().id, final: true };
  };

describe('respondOnce', () => {
  it('does the work once and gives every repeated request the same answer', async () => {
    const { once, work, seen } = setup();
    const first = (await once(REQUEST, work())).unwrap();
    expect(first).to.deep.equal({ text: seen[0], replayed: false });
    for (let n = 0; n < 3; n += 1)
      expect((await once(REQUEST, work())).unwrap()).to.deep.equal({ ...first, replayed: true });
    expect(seen).to.have.length(1);
  });

  it('needs no separate claim of a new key if the work is one transaction that stores its answer', async () => {
    const { store, ...dependencies } = setup();
    const vehicle = await aVehicleOf(store);
    const never = () => Promise.reject(new Error('the key was claimed'));
    const alone = respondOnce({ ...dependencies, idempotencyKeys: { ...store.idempotencyKeys, claim: never } });
    const request = { ...REQUEST, companyId: vehicle.companyId };
    const first = (await alone(request, registers(store, vehicle), true)).unwrap();
    expect(first).to.deep.equal({ text: vehicle.id, replayed: false });
    const other = aVehicle({ companyId: vehicle.companyId });
    const again = await dependencies.once(request, registers(store, other), true);
    expect(again.unwrap()).to.deep.equal({ ...first, replayed: true });
    const reused = await dependencies.once({ ...request, fingerprint: 'b' }, registers(store, other), true);
    expect(reused.unwrapErr().code).to.equal('idempotency_key_reused');
  });

  it('stores the refusal if work that is one transaction is refused, and does that work once', async () => {
    const { once, work, seen } = setup();
    const first = (await once(REQUEST, work(), true)).unwrap();
    expect(seen).to.have.length(1);
    expect((await once(REQUEST, work(), true)).unwrap()).to.deep.equal({ ...first, replayed: true });
  });

  it('returns the stored answer if the store became unavailable during the commit', async () => {
    const { once, store } = setup();
    const vehicle = await aVehicleOf(store);
    const request = { ...REQUEST, companyId: vehicle.companyId };
    const lost: Parameters<RespondOnce>[1] = async (...given) => {
      await registers(store, vehicle)(...given);
      throw new Error('the store was lost');
    };
    expect(await once(request, lost, true).catch((cause: Error) => cause.message)).to.equal('the store was lost');
    const again = await once(request, registers(store, aVehicle({ companyId: vehicle.companyId })), true);
    expect(again.unwrap()).to.deep.equal({ text: vehicle.id, replayed: true });
  });

  it('rethrows a failure of work that is one transaction, and the next request repeats the work', async () => {
    const { once, dies, work, seen } = setup();
    expect(await once(REQUEST, dies, true).catch((cause: Error) => cause.message)).to.equal('the store was lost');
    expect((await once(REQUEST, work(), true)).unwrap().replayed).to.equal(false);
    expect(seen).to.have.length(2);
  });

  it('repeats the work with the first id if the first process died in its transaction', async () => {
    const { once, work, store, ids, seen } = setup();
    const id = ids.next();
    const claim = { id, now: SOME_MORNING, expires: later(SOME_MORNING, { hours: 24 }) };
    await store.idempotencyKeys.claim(REQUEST, claim, 30);
    expect((await once(REQUEST, work(), true)).unwrapErr().code).to.equal('request_in_progress');
    await store.endLeases();
    expect((await once(REQUEST, work(), true)).unwrap()).to.deep.equal({ text: id, replayed: false });
    expect(seen.at(-1)).to.equal(id);
  });

  it('refuses a different request, and one that arrives while the first is in progress', async () => {
    const { once, work } = setup();
    const meanwhile: unknown[] = [];
    await once(REQUEST, async (id) => {
      meanwhile.push((await once(REQUEST, work())).unwrapErr().code);
      meanwhile.push((await once({ ...REQUEST, fingerprint: 'b' }, work())).unwrapErr().code);
      return { text: id, final: true };
    });
    expect(meanwhile).to.deep.equal(['request_in_progress', 'idempotency_key_reused']);
  });

  it('repeats the work with a new id after an answer that may change', async () => {
    const { once, work, seen } = setup();
    expect((await once(REQUEST, work(false))).unwrap().replayed).to.equal(false);
    expect((await once(REQUEST, work(false))).unwrap().replayed).to.equal(false);
    expect(new Set(seen).size).to.equal(2);
  });

  it('repeats the work with the same id if the result is unknown', async () => {
    const { once, work, dies, seen, store } = setup();
    expect(await once(REQUEST, dies).catch((cause: Error) => cause.message)).to.equal('the store was lost');
    const cannotSay = { ...store.idempotencyKeys, release: () => Promise.reject(new Error('the store is still lost')) };
    const lost = respondOnce({ ...setup(), idempotencyKeys: cannotSay });
    expect(await lost(REQUEST, dies).catch((cause: Error) => cause.message)).to.equal('the store was lost');
    await store.endLeases();
    await once(REQUEST, work());
    expect(seen).to.have.length(3);
    expect(new Set(seen).size).to.equal(1);
  });

  it('releases the key but keeps its id if the answer could not be stored', async () => {
    const { work, seen, store, ...dependencies } = setup();
    const loseConnection = () => Promise.reject(new Error('the connection was cut'));
    const cut = respondOnce({ ...dependencies, idempotencyKeys: { ...store.idempotencyKeys, keep: loseConnection } });
    expect(await cut(REQUEST, work()).catch((cause: Error) => cause.message)).to.equal('the connection was cut');
    expect((await dependencies.once(REQUEST, work())).isOk()).to.equal(true);
    expect(seen).to.have.length(2);
    expect(new Set(seen).size).to.equal(1);
  });

  it('treats the first process as dead after 30 seconds, not before', async () => {
    const { once, work, store } = setup();
    const meanwhile: unknown[] = [];
    await once(REQUEST, async (id) => {
      await store.passRealTime(29);
      meanwhile.push((await once(REQUEST, work())).unwrapErr().code);
      await store.passRealTime(1);
      meanwhile.push((await once(REQUEST, work())).isOk());
      return { text: id, final: true };
    });
    expect(meanwhile).to.deep.equal(['request_in_progress', true]);
  });

  it('stores no answer if another process has taken over', async () => {
    const { once, work, store, seen } = setup();
    const slow = await once(REQUEST, async () => {
      await store.endLeases();
      await once(REQUEST, work());
      return { text: 'too late', final: true };
    });
    expect(slow.unwrapErr().code).to.equal('request_in_progress');
    expect((await once(REQUEST, work())).unwrap()).to.deep.equal({ text: seen[0], replayed: true });
  });

  it('stores an answer for a day, and then deletes it', async () => {
    const { once, work, clock, store, forget } = setup();
    await once(REQUEST, work());
    clock.moveTo(later(SOME_MORNING, { hours: 23, minutes: 59 }));
    await forget();
    expect((await once(REQUEST, work())).unwrap().replayed).to.equal(true);
    clock.moveTo(later(SOME_MORNING, { hours: 24 }));
    await forget();
    expect(await store.idempotencyKeys.forget(clock.now(), 10)).to.equal(0);
    expect((await once({ ...REQUEST, fingerprint: 'b' }, work())).unwrap().replayed).to.equal(false);
  });
});
