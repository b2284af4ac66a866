import { expect } from 'chai';
import { courierWorld, type CourierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

describe('the courier’s store', () => {
  let world: CourierWorld;
  let id: string;
  beforeEach(async () => {
    world = await courierWorld();
    id = (await world.endpoint('https://alpha.example/hook')).id;
  });
  afterEach(() => world.leave());

  const positions = async () => (await world.store.deliveries(id, undefined)).map(({ position }) => position);
  const position = async () => (await world.store.feeds())[0]?.position;

  it('makes events deliveries once, of several processes that have read the same', async () => {
    const { store } = world;
    const read = { data: [someEvent(1), someEvent(2)], next: 2 };
    const made = await Promise.all([store.advance('key', 0, read), store.advance('key', 0, read)]);
    expect(made).to.have.members([true, false]);
    await store.advance('key', 2, { data: [someEvent(3)], next: 3 });
    expect(await store.advance('key', 0, read)).to.equal(false);
    expect(await position()).to.equal(3);
    expect(await positions()).to.deep.equal([3, 2, 1]);
  });

  it('moves a position only with its deliveries', async () => {
    const impossible = someEvent(2, { quoteId: 'a text of PostgreSQL has no \u0000' });
    const failure = await world.store
      .advance('key', 0, { data: [someEvent(1), impossible], next: 2 })
      .catch(() => 'failed');
    expect(failure).to.equal('failed');
    expect(await position()).to.equal(0);
    expect(await positions()).to.deep.equal([]);
  });

  it('gives out one of a subject, to one of those who claim', async () => {
    const { store } = world;
    const data = [someEvent(1, { quoteId: 'a' }), someEvent(2, { quoteId: 'a' }), someEvent(3, { quoteId: 'b' })];
    await store.advance('key', 0, { data, next: 3 });
    const claims = await Promise.all(['x', 'y', 'z'].map((lease) => store.claim(id, 8, lease)));
    expect(claims.flat().map((claimed) => claimed.position)).to.have.members([1, 3]);
  });

  it('takes a refusal from the holder of the lease alone, and a delivery from any', async () => {
    const { store } = world;
    await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
    const [late] = await store.claim(id, 8, 'late');
    if (!late) return expect.fail('nothing was claimed');
    await world.endLeases();
    const [holder] = await store.claim(id, 8, 'holder');
    expect(holder).to.include({ position: 1, attempts: 2 });
    await store.giveUp(late, '500');
    await store.tryAgain(late, '500', 1000);
    expect((await store.deliveries(id, undefined))[0]).to.include({ state: 'waiting', lease: 'holder' });
    await store.delivered(late, '204');
    expect((await store.deliveries(id, undefined))[0]).to.include({ state: 'delivered', last_result: '204' });
  });
});
