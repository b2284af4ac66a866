import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { timersDuring, tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { openStore, type Store } from '../src/store/open-store.ts';
import { newSecret } from '../src/secret.ts';
import { courierWorld, type CourierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

/** Whether a statement has waited for a lock for so many milliseconds. */
const hasWaited = async (url: string, milliseconds: number): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
      [milliseconds],
    );
    return rows.length > 0;
  } finally {
    await client.end();
  }
};

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

  it('turns events into deliveries once, even if several processes have read them', async () => {
    const { store } = world;
    const read = { data: [someEvent(1), someEvent(2)], next: 2 };
    const made = await Promise.all([store.advance('key', 0, read), store.advance('key', 0, read)]);
    expect(made).to.have.members([true, false]);
    await store.advance('key', 2, { data: [someEvent(3)], next: 3 });
    expect(await store.advance('key', 0, read)).to.equal(false);
    expect(await position()).to.equal(3);
    expect(await positions()).to.deep.equal([3, 2, 1]);
  });

  it('turns an event into deliveries to the endpoints of its own company that are switched on, and to no other', async () => {
    const { store } = world;
    const second = (await world.endpoint('https://beta.example/hook')).id;
    const off = (await world.endpoint('https://gamma.example/hook')).id;
    await store.changeEndpoint({ id: off, version: 1 }, { is_on: false });
    const at = { address: 'https://delta.example/hook', types: null, secrets: [newSecret()] };
    await store.addEndpoint({ ...at, id: 'other', feed: 'the key of another company' }, 0);
    await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
    const delivered = async () =>
      (await store.backlog()).map(({ endpoint, count }) => `${count} to ${endpoint}`).toSorted();
    expect(await delivered()).to.deep.equal([`1 to ${id}`, `1 to ${second}`]);
    await store.advance('the key of another company', 0, { data: [someEvent(1)], next: 1 });
    expect(await delivered()).to.deep.equal([`1 to ${id}`, `1 to ${second}`, '1 to other']);
  });

  it('turns a page of events into deliveries to more than a hundred endpoints', async () => {
    for (let more = 0; more < 119; more += 1) await world.endpoint(`https://alpha.example/hook/${more}`);
    const data = Array.from({ length: 100 }, (_, index) => someEvent(index + 1));
    expect(await world.store.advance('key', 0, { data, next: 100 })).to.equal(true);
    const counts = (await world.store.backlog()).map(({ state, count }) => `${count} ${state}`);
    expect(counts).to.deep.equal(Array.from({ length: 120 }, () => '100 waiting'));
  });

  it('leases a claimed delivery for a minute', async () => {
    const { store } = world;
    await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
    const claimed = async () => (await store.claim([{ endpoint: id, free: 1 }], randomUUID())).length;
    expect(await claimed()).to.equal(1);
    await world.passLeases(50);
    expect(await claimed()).to.equal(0);
    await world.passLeases(11);
    expect(await claimed()).to.equal(1);
  });

  it('gives its database 10 seconds to connect and for a statement, and the driver 12', async () => {
    const pauses = await timersDuring(
      async () => {
        const other = await openStore(world.databaseUrl);
        await other.feeds();
        await other.close();
      },
      (milliseconds) => milliseconds,
    );
    expect(pauses).to.include.members([10_000, 12_000]);
  });

  describe('whose database is away', () => {
    let proxy: TcpProxy;
    let store: Store;
    beforeEach(async () => {
      proxy = await tcpProxy(world.databaseUrl);
      store = await openStore(proxy.url, 2_000);
    });
    afterEach(async () => {
      await store.close();
      await proxy.cut();
    });

    it('fails, and goes on afterwards, wherever a connection ends while it is used', async () => {
      await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
      for (const bytes of [0, 40, 400, 4_000]) {
        proxy.cutAfter(bytes);
        const page = { data: Array.from({ length: 20 }, (_, at) => someEvent(at + 2)), next: 21 };
        expect(await store.advance('key', 1, page).catch(() => 'failed'), `after ${bytes} bytes`).to.equal('failed');
        await proxy.mend();
        expect(await store.feeds()).to.have.length(1);
      }
      expect(await position()).to.equal(1);
    });

    it('fails where it is not answered, and asks on another connection afterwards', async () => {
      await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
      expect(await store.feeds()).to.have.length(1);
      proxy.loseConnections();
      expect(await store.feeds().catch(() => 'failed')).to.equal('failed');
      expect((await store.feeds()).map((feed) => feed.position)).to.deep.equal([1]);
      expect(await store.deliveries(id, undefined)).to.have.length(1);
    });
  });

  describe('whose schema is another program’s', () => {
    let sql: pg.Client;
    beforeEach(async () => {
      sql = new pg.Client({ connectionString: world.databaseUrl });
      await sql.connect();
    });
    afterEach(() => sql.end());

    it('is opened where a newer program has changed it', async () => {
      await sql.query(`insert into courier.kysely_migration (name, timestamp) values ('9999-to-come', '2030-01-01')`);
      const store = await openStore(world.databaseUrl);
      expect(await store.feeds()).to.have.length(1);
      await store.close();
    });

    it('the first migration may take longer than the limit of other statements', async () => {
      await sql.query('drop schema courier cascade');
      await sql.query('begin');
      await sql.query('create schema courier');
      const opened = openStore(world.databaseUrl, 200);
      const unlocked = (async () => {
        // Outside the transaction: inside it the activity is read once.
        while (!(await hasWaited(world.databaseUrl, 400))) await pause(20);
        await sql.query('rollback');
      })();
      const [store] = await Promise.all([opened, unlocked]);
      expect(await store.feeds()).to.deep.equal([]);
      await store.close();
    });

    it('the first migration succeeds even if connecting takes longer than the limit of a statement', async () => {
      await sql.query('drop schema courier cascade');
      const proxy = await tcpProxy(world.databaseUrl);
      proxy.delay(110);
      const store = await openStore(proxy.url, 200);
      expect(await store.feeds()).to.deep.equal([]);
      await store.close();
      await proxy.cut();
    });
  });

  it('keeps which event was read last where that is not known, and only of the position there is', async () => {
    const { store } = world;
    const lastEvents = async () => (await store.feeds()).map(({ last_event: last }) => last);
    await store.advance('key', 0, { data: [], next: 2 });
    await store.keepLastEvent('key', someEvent(1));
    expect(await lastEvents()).to.deep.equal([null]);
    await store.keepLastEvent('key', someEvent(2));
    await store.keepLastEvent('key', someEvent(2, { quoteId: 'another’s' }));
    expect(await lastEvents()).to.deep.equal([someEvent(2)]);
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

  const attempt = { at: '2026-03-02T09:31:12.000Z', result: '500', milliseconds: 12, answer: 'no' };
  const claim = (lease: string, free = 8) => world.store.claim([{ endpoint: id, free }], lease);
  const shown = (at: number) => world.store.delivery({ endpoint: id, position: at });

  it('gives out one delivery of a subject, to one of several processes', async () => {
    const { store } = world;
    const data = [someEvent(1, { quoteId: 'a' }), someEvent(2, { quoteId: 'a' }), someEvent(3, { quoteId: 'b' })];
    await store.advance('key', 0, { data, next: 3 });
    const claims = await Promise.all(['x', 'y', 'z'].map((lease) => claim(lease)));
    expect(claims.flat().map((claimed) => claimed.position)).to.have.members([1, 3]);
  });

  it('gives each endpoint as many as it has room for', async () => {
    const { store } = world;
    const { id: other } = await world.endpoint('https://beta.example/hook');
    const data = Array.from({ length: 5 }, (_, index) => someEvent(index + 1, { quoteId: `quote-${index}` }));
    await store.advance('key', 0, { data, next: 5 });
    const rooms = [
      { endpoint: id, free: 2 },
      { endpoint: other, free: 4 },
      { endpoint: 'removed', free: 8 },
    ];
    const claimed = await store.claim(rooms, 'x');
    const of = (endpoint: string) => claimed.filter((each) => each.endpoint_id === endpoint).length;
    expect([of(id), of(other)]).to.deep.equal([2, 4]);
  });

  it('counts a failed attempt from the holder of the lease only, and a successful one from any process', async () => {
    const { store } = world;
    await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
    const [late] = await claim('late');
    if (!late) return expect.fail('nothing was claimed');
    await world.endLeases();
    const [holder] = await claim('holder');
    expect(holder).to.include({ position: 1, attempts: 1 });
    await store.settle([{ claimed: late, becomes: 'given_up', after: 0, quiet: 0, attempt }]);
    await store.settle([{ claimed: late, becomes: 'waiting', after: 1000, quiet: 0, attempt }]);
    expect(await shown(1)).to.include({ state: 'waiting', lease: 'holder' });
    await store.settle([
      { claimed: late, becomes: 'delivered', after: 0, quiet: 0, attempt: { ...attempt, result: '204' } },
    ]);
    expect(await shown(1)).to.include({ state: 'delivered', last_result: '204', lease: null });
  });

  it('counts the attempts that have ended: those of a process that was killed use none up', async () => {
    const { store } = world;
    await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
    for (let killed = 0; killed < 9; killed += 1) {
      expect(await claim(`killed ${killed}`)).to.have.nested.property('[0].attempts', 1);
      await world.endLeases();
    }
    const [claimed] = await claim('alive');
    if (!claimed) return expect.fail('nothing was claimed');
    await store.settle([{ claimed, becomes: 'waiting', after: 0, quiet: 0, attempt }]);
    expect(await shown(1)).to.deep.include({ attempts: 1, history: [attempt] });
    expect(await claim('next')).to.have.nested.property('[0].attempts', 2);
  });

  it('does not let a failed attempt under way undo a repeated delivery', async () => {
    const { store } = world;
    await store.advance('key', 0, { data: [someEvent(1)], next: 1 });
    for (const becomes of ['waiting', 'given_up'] as const) {
      const [claimed] = await claim(becomes);
      if (!claimed) return expect.fail('nothing was claimed');
      expect(await store.again({ endpoint: id, position: 1 })).to.equal(true);
      await store.settle([{ claimed, becomes, after: 86_400, quiet: 0, attempt }]);
      await world.endLeases();
    }
    expect(await claim('anew')).to.have.nested.property('[0].attempts', 1);
  });

  it('settles many at once: what waits behind one that is tried again waits as long', async () => {
    const { store } = world;
    const quotes = ['a', 'b', 'c', 'a', 'a', 'b'];
    const data = quotes.map((quoteId, index) => someEvent(index + 1, { quoteId }));
    await store.advance('key', 0, { data, next: quotes.length });
    const becomes = { 1: 'waiting', 2: 'delivered', 3: 'given_up' } as const;
    const claimed = await claim('x');
    await store.settle(
      claimed.map((each) => ({
        ...{ claimed: each, attempt, after: 60_000, quiet: 0 },
        becomes: becomes[each.position as keyof typeof becomes],
      })),
    );
    const listed = (await store.deliveries(id, undefined)).toReversed();
    expect(listed.map(({ state }) => state)).to.deep.equal([
      ...['waiting', 'delivered', 'given_up'],
      ...['waiting', 'waiting', 'waiting'],
    ]);
    const due = listed.map(({ due_at: at }) => at.getTime());
    expect([due[3], due[4]]).to.deep.equal([due[0], due[0]]);
    expect(due[0]).to.be.greaterThan(due[1] ?? 0);
    expect((await claim('y')).map(({ position: at }) => at)).to.deep.equal([6]);
    expect((await shown(1))?.history).to.deep.equal([attempt]);
  });

  it('gives out nothing of an endpoint that wants to be left alone, until the longest it has asked for is over', async () => {
    const { store } = world;
    const { id: other } = await world.endpoint('https://beta.example/hook');
    const data = ['a', 'b', 'c'].map((quoteId, index) => someEvent(index + 1, { quoteId }));
    await store.advance('key', 0, { data, next: 3 });
    const [first, second, third] = await claim('x');
    if (!first || !second || !third) return expect.fail('too few were claimed');
    const after = (quiet: number) => ({ becomes: 'waiting', after: 0, quiet, attempt }) as const;
    await store.settle([
      { claimed: first, ...after(5_000) },
      { claimed: second, ...after(500) },
    ]);
    await store.settle([{ claimed: third, ...after(500) }]);
    const until = (await store.endpoint(id))?.quiet_until?.getTime() ?? 0;
    expect(until - Date.now()).to.be.within(1_000, 5_500);
    const rooms = [id, other].map((endpoint) => ({ endpoint, free: 8 }));
    const claimed = await store.claim(rooms, 'y');
    expect(claimed.map(({ endpoint_id: endpoint }) => endpoint)).to.deep.equal([other, other, other]);
    while (Date.now() < until + 50) await pause(50);
    expect((await claim('z')).map(({ position: at }) => at)).to.have.members([1, 2, 3]);
  });

  it('forgets what was delivered long ago, a thousand at once, and nothing else', async () => {
    const { store } = world;
    const data = Array.from({ length: 1003 }, (_, index) => someEvent(index + 1, { quoteId: `quote-${index}` }));
    await store.advance('key', 0, { data, next: data.length });
    const [waits, givenUp, ...rest] = await claim('x', 1003);
    if (!waits || !givenUp) return expect.fail('too few were claimed');
    await store.settle([
      { claimed: waits, becomes: 'waiting', after: 0, quiet: 0, attempt },
      { claimed: givenUp, becomes: 'given_up', after: 0, quiet: 0, attempt },
      ...rest.map((each) => ({ claimed: each, becomes: 'delivered' as const, after: 0, quiet: 0, attempt })),
    ]);
    await world.age(30);
    expect(await store.forget(id, 31)).to.equal(false);
    expect(await store.forget(id, 29)).to.equal(true);
    expect(await store.forget(id, 29)).to.equal(false);
    const left = await store.deliveries(id, undefined);
    expect(left.map(({ state }) => state)).to.have.members(['waiting', 'given_up']);
  });
});
