import type { InsuranceEvent } from '@vehicle-insurance/client';
import { realTimersDuring, tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newSecret } from '../src/secret.ts';
import { openStore, type Store } from '../src/store/open-store.ts';
import type { Claimed, Outcome } from '../src/store/settle.ts';
import { webhookOf } from '../src/webhook.ts';
import { courierWorld, type CourierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

const ATTEMPT = { at: '2026-03-02T09:31:12.000Z', result: '500', milliseconds: 12, answer: 'no' };

const ended = (claimed: Claimed, becomes: Outcome['becomes'], more: Partial<Outcome> = {}): Outcome => ({
  ...{ claimed, becomes, after: 0, quiet: 0, attempt: ATTEMPT, ...more },
});

const eventsOf = (quotes: readonly string[]): readonly InsuranceEvent[] =>
  quotes.map((quoteId, index) => someEvent(index + 1, { quoteId }));
const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `quote-${index}`);

describe('the courier’s store', () => {
  let world: CourierWorld;
  let store: Store;
  let id: string;
  before(async () => {
    world = await courierWorld();
    ({ store } = world);
  });
  beforeEach(async () => {
    id = (await world.endpoint('https://alpha.example/hook')).id;
  });
  afterEach(() => world.empty());
  after(() => world.leave());

  const happen = (...quotes: readonly string[]) =>
    store.advance('key', 0, { data: eventsOf(quotes), next: quotes.length });
  const position = async () => (await store.feeds())[0]?.position;
  const positions = async () => (await store.deliveries(id, undefined)).map((delivery) => delivery.position);
  const shown = (at: number) => store.delivery({ endpoint: id, position: at });
  const claim = (lease: string = randomUUID(), free = 8) => store.claim([{ endpoint: id, free }], lease);
  const claimOne = async (lease?: string): Promise<Claimed> => (await claim(lease))[0] ?? expect.fail('none was due');

  it('turns events into deliveries once, even if several processes have read them', async () => {
    expect(await Promise.all([happen('a', 'b'), happen('a', 'b')])).to.have.members([true, false]);
    await store.advance('key', 2, { data: [someEvent(3)], next: 3 });
    expect(await happen('a', 'b')).to.equal(false);
    expect(await position()).to.equal(3);
    expect(await positions()).to.deep.equal([3, 2, 1]);
  });

  it('turns an event into deliveries only to active endpoints of its own company and type', async () => {
    const second = (await world.endpoint('https://beta.example/hook', { types: ['payment.succeeded'] })).id;
    await world.endpoint('https://other-types.example/hook', { types: ['contract.opened'] });
    const off = (await world.endpoint('https://gamma.example/hook')).id;
    await store.changeEndpoint({ id: off, version: 1 }, { is_on: false });
    const at = { address: 'https://delta.example/hook', types: null, secrets: [newSecret()] };
    await store.addEndpoint({ ...at, id: 'other', feed: 'the key of another company' }, 0);
    const delivered = async () =>
      (await store.backlog()).map(({ endpoint, count }) => `${count} to ${endpoint}`).toSorted();
    await happen('a');
    expect(await delivered()).to.deep.equal([`1 to ${id}`, `1 to ${second}`].toSorted());
    await store.advance('the key of another company', 0, { data: [someEvent(1)], next: 1 });
    expect(await delivered()).to.deep.equal([`1 to ${id}`, `1 to ${second}`, '1 to other'].toSorted());
  });

  it('turns a page of events into more deliveries than one statement can add', async () => {
    for (let more = 0; more < 11; more += 1) await world.endpoint(`https://alpha.example/hook/${more}`);
    expect(await happen(...numbered(1_000))).to.equal(true);
    const counts = (await store.backlog()).map(({ state, count }) => `${count} ${state}`);
    expect(counts).to.deep.equal(Array.from({ length: 12 }, () => '1000 waiting'));
  });

  it('measures how long the oldest delivery has waited since its creation or its last replay', async () => {
    const seconds = async () => (await store.backlog())[0]?.seconds;
    await happen('a', 'b');
    await world.sql(`update courier.delivery set waiting_since = now() - interval '1 hour' * position, due_at = now()`);
    expect(await seconds()).to.be.closeTo(7_200, 60);
    await store.again({ endpoint: id, position: 2 });
    expect(await seconds()).to.be.closeTo(3_600, 60);
  });

  it('advances a position only together with its deliveries', async () => {
    const impossible = 'a text of PostgreSQL has no \u0000';
    expect(await happen('a', impossible).catch(() => 'failed')).to.equal('failed');
    expect([await position(), await positions()]).to.deep.equal([0, []]);
  });

  it('keeps the first event at a feed’s current position, and records the feed’s problem', async () => {
    const feeds = async () =>
      Object.fromEntries((await store.feeds()).map(({ name, last_event: last, problem }) => [name, [last, problem]]));
    await store.advance('key', 0, { data: [], next: 2 });
    const another = { id: 'other', address: 'https://beta.example/hook', types: null, secrets: [newSecret()] };
    await store.addEndpoint({ ...another, feed: 'another' }, 2);
    await store.keepLastEvent('key', someEvent(1));
    expect(await feeds()).to.deep.equal({ key: [null, null], another: [null, null] });
    await store.keepLastEvent('key', someEvent(2));
    await store.keepLastEvent('key', someEvent(2, { quoteId: 'another’s' }));
    await store.setProblem('key', 'revoked');
    expect(await feeds()).to.deep.equal({ key: [someEvent(2), 'revoked'], another: [null, null] });
  });

  it('keeps only the first of two changes of an endpoint that are based on the same read', async () => {
    const read = { id, version: 1 };
    expect(await store.changeEndpoint(read, { secrets: ['first'] })).to.equal(true);
    expect(await store.changeEndpoint(read, { secrets: ['second'] })).to.equal(false);
    expect(await store.switchOn(read)).to.equal(false);
    expect(await store.endpoint(id)).to.deep.include({ secrets: ['first'], version: 2 });
  });

  it('replaces the content of a delivery with that of a repeated event', async () => {
    await happen('another’s');
    const own = someEvent(1, { quoteId: 'own', type: 'contract.opened' });
    await store.deliverAgain((await store.endpoint(id)) ?? expect.fail(), [own]);
    expect(await claimOne()).to.deep.include({ subject: 'own', body: webhookOf(id, own).body });
    expect(await shown(1)).to.include({ type: 'contract.opened' });
  });

  it('leases a claimed delivery for a minute', async () => {
    await happen('a');
    expect(await claim()).to.have.length(1);
    await world.passLeases(50);
    expect(await claim()).to.have.length(0);
    await world.passLeases(11);
    expect(await claim()).to.have.length(1);
  });

  it('claims one delivery of a subject at a time, for only one of several processes', async () => {
    await happen('a', 'a', 'b');
    const others = { 4: { vehicleId: 'v' }, 5: { vehicleId: 'w' }, 6: { vehicleId: 'v' } };
    const more = Object.entries(others).map(([at, ids]) => someEvent(Number(at), { quoteId: null, ...ids }));
    const ofContract = [someEvent(7, { quoteId: 'a', contractId: 'c' }), someEvent(8, { contractId: 'c' })];
    await store.advance('key', 3, { data: [...more, ...ofContract], next: 8 });
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.flat().map((claimed) => claimed.position)).to.have.members([1, 3, 4, 5, 7]);
  });

  it('claims as many deliveries as each endpoint has room for, the longest due first', async () => {
    const { id: other } = await world.endpoint('https://beta.example/hook');
    await happen(...numbered(5));
    await world.sql(`update courier.delivery set due_at = due_at - interval '1 minute' * position`);
    const rooms = Object.entries({ [id]: 2, [other]: 4, removed: 8 }).map(([endpoint, free]) => ({ endpoint, free }));
    const claimed = await store.claim(rooms, 'x');
    const of = (endpoint: string) => claimed.flatMap((each) => (each.endpoint_id === endpoint ? [each.position] : []));
    expect(of(id)).to.have.members([4, 5]);
    expect(of(other)).to.have.members([2, 3, 4, 5]);
  });

  it('counts a failed attempt only from the holder of the lease, and a successful one from any process', async () => {
    await happen('a');
    const late = await claimOne('late');
    await world.endLeases();
    expect(await claimOne('holder')).to.include({ position: 1, attempts: 1 });
    await store.settle([ended(late, 'given_up')]);
    await store.settle([ended(late, 'waiting', { after: 1_000 })]);
    expect(await shown(1)).to.include({ state: 'waiting', lease: 'holder' });
    await store.settle([ended(late, 'delivered', { attempt: { ...ATTEMPT, result: '204' } })]);
    expect(await shown(1)).to.include({ state: 'delivered', last_result: '204', lease: null });
  });

  it('counts only ended attempts, not those of a killed process', async () => {
    await happen('a');
    for (const killed of ['one', 'other']) {
      expect(await claimOne(killed)).to.have.property('attempts', 1);
      await world.endLeases();
    }
    await store.settle([ended(await claimOne('alive'), 'waiting')]);
    expect(await shown(1)).to.deep.include({ attempts: 1, history: [ATTEMPT] });
    const next = await claimOne('next');
    expect(next).to.have.property('attempts', 2);
    const second = { ...ATTEMPT, answer: 'yes' };
    await store.settle([ended(next, 'delivered', { attempt: second })]);
    expect((await shown(1))?.history, 'the oldest first').to.deep.equal([ATTEMPT, second]);
  });

  it('sends a delivery again at once during an attempt, whose failure then does not count', async () => {
    await happen('a');
    for (const becomes of ['waiting', 'given_up'] as const) {
      const claimed = await claimOne(becomes);
      expect(await store.again({ endpoint: id, position: 1 })).to.equal(true);
      await store.settle([ended(claimed, becomes, { after: 86_400 })]);
    }
    expect(await claimOne('anew')).to.have.property('attempts', 1);
  });

  it('settles many attempts at once, and postpones later deliveries of a subject until the retry', async () => {
    const { id: other } = await world.endpoint('https://beta.example/hook');
    await happen('a', 'b', 'c', 'a', 'a', 'b', 'c');
    const others = await store.deliveries(other, undefined);
    const becomes = { 1: 'waiting', 2: 'delivered', 3: 'given_up' } as const;
    const claimed = await claim('x');
    await store.settle(
      claimed.map((each) => {
        const after = each.position === 1 ? 60_000 : 0;
        return ended(each, becomes[each.position as keyof typeof becomes], { after });
      }),
    );
    const listed = (await store.deliveries(id, undefined)).toReversed();
    expect(listed.map(({ state }) => state)).to.deep.equal([
      ...Object.values(becomes),
      ...Array<string>(4).fill('waiting'),
    ]);
    const due = listed.map(({ due_at: at }) => at.getTime());
    expect([due[3], due[4]]).to.deep.equal([due[0], due[0]]);
    expect(due[0]).to.be.greaterThan(due[1] ?? 0);
    expect(await store.deliveries(other, undefined)).to.deep.equal(others);
    // An event that happens during the pause.
    await store.advance('key', 7, { data: [someEvent(8, { quoteId: 'a' })], next: 8 });
    expect((await claim('y')).map(({ position: at }) => at)).to.have.members([6, 7]);
    expect((await shown(1))?.history).to.deep.equal([ATTEMPT]);
  });

  it('claims nothing for an endpoint until the longest pause that it requested has ended', async () => {
    const { id: other } = await world.endpoint('https://beta.example/hook');
    await happen('a', 'b', 'c');
    const [first = expect.fail(), second = expect.fail(), third = expect.fail()] = await claim('x');
    const quiet = (claimed: Claimed, milliseconds: number) => ended(claimed, 'waiting', { quiet: milliseconds });
    await store.settle([quiet(first, 90_000), quiet(second, 30_000)]);
    await store.settle([quiet(third, 30_000)]);
    const until = (await store.endpoint(id))?.quiet_until?.getTime() ?? 0;
    expect(until - Date.now()).to.be.within(60_000, 90_500);
    const rooms = [id, other].map((endpoint) => ({ endpoint, free: 8 }));
    const claimed = await store.claim(rooms, 'y');
    expect(claimed.map(({ endpoint_id: endpoint }) => endpoint)).to.deep.equal([other, other, other]);
    await world.sql(`update courier.endpoint set quiet_until = quiet_until - interval '90 seconds'`);
    expect((await claim('z')).map(({ position: at }) => at)).to.have.members([1, 2, 3]);
  });

  it('deletes only old delivered rows, a thousand at a time', async () => {
    await happen(...numbered(1_003));
    const [waits = expect.fail(), givenUp = expect.fail(), ...rest] = await claim('x', 1_003);
    const delivered = rest.map((each) => ended(each, 'delivered'));
    await store.settle([ended(waits, 'waiting'), ended(givenUp, 'given_up'), ...delivered]);
    const oldest = Math.min(...rest.map((each) => each.position));
    await world.sql(`update courier.delivery set due_at = due_at - interval '30 days' where position = ${oldest}`);
    expect(await store.forget(id, 29)).to.equal(false);
    expect(await shown(oldest)).to.equal(undefined);
    await world.age(30);
    expect(await store.forget(id, 31)).to.equal(false);
    expect(await store.forget(id, 29)).to.equal(true);
    expect(await store.forget(id, 29)).to.equal(false);
    const left = await store.deliveries(id, undefined);
    expect(left.map(({ state }) => state)).to.have.members(['waiting', 'given_up']);
  });

  it('keeps a delivered webhook from its delivery, however long it waited', async () => {
    await happen('a');
    await world.age(30);
    await store.settle([ended(await claimOne(), 'delivered')]);
    expect(await store.forget(id, 29)).to.equal(false);
    expect(await shown(1)).to.include({ state: 'delivered' });
  });

  it('deletes old delivered rows behind a thousand that were delivered again recently', async () => {
    await happen(...numbered(1_001));
    await store.settle((await claim('x', 1_001)).map((each) => ended(each, 'delivered')));
    await world.sql(`update courier.delivery set due_at = due_at - interval '30 days' where position = 1001`);
    expect(await store.forget(id, 29)).to.equal(false);
    expect(await positions())
      .to.include(1_000)
      .and.to.not.include(1_001);
  });

  it('limits connecting and a statement to 10 seconds, and the driver to 12', async () => {
    const pauses = await realTimersDuring(async () => {
      const other = await openStore(world.databaseUrl);
      await other.feeds();
      await other.close();
    });
    expect(pauses).to.include.members([10_000, 12_000]);
  });

  describe('during an outage of the database', () => {
    let proxy: TcpProxy;
    let away: Store;
    beforeEach(async () => {
      proxy = await tcpProxy(world.databaseUrl);
      away = await openStore(proxy.url, 1_000);
      await happen('a');
    });
    afterEach(async () => {
      await away.close();
      await proxy.cut();
    });

    it('fails if a used connection breaks at any point, and continues afterwards', async () => {
      for (const bytes of [0, 40, 400, 4_000]) {
        proxy.cutAfter(bytes);
        const page = { data: eventsOf(numbered(21)).slice(1), next: 21 };
        expect(await away.advance('key', 1, page).catch(() => 'failed'), `after ${bytes} bytes`).to.equal('failed');
        await proxy.mend();
        expect(await away.feeds()).to.have.length(1);
      }
      expect(await position()).to.equal(1);
    });

    it('fails without an answer, and uses another connection afterwards', async () => {
      expect(await away.feeds()).to.have.length(1);
      proxy.loseConnections();
      expect(await away.feeds().catch(() => 'failed')).to.equal('failed');
      expect((await away.feeds()).map((feed) => feed.position)).to.deep.equal([1]);
      expect(await away.deliveries(id, undefined)).to.have.length(1);
    });
  });

  describe('when it is opened', () => {
    const opens = async (url: string, within?: number): Promise<void> => {
      const opened = await openStore(url, within);
      await opened.feeds();
      await opened.close();
    };

    it('accepts a schema that a newer program has changed', async () => {
      await world.sql(`insert into courier.kysely_migration (name, timestamp) values ('9999-to-come', '2030-01-01')`);
      await opens(world.databaseUrl);
      await world.sql(`delete from courier.kysely_migration where name = '9999-to-come'`);
    });

    it('may migrate longer than the time limit of a statement', async () => {
      await world.sql('drop schema courier cascade');
      const other = new pg.Client({ connectionString: world.databaseUrl });
      await other.connect();
      await other.query('begin; create schema courier');
      const opened = opens(world.databaseUrl, 200);
      const longBlocked = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '400 milliseconds'`;
      while ((await world.sql(longBlocked)).length === 0) await pause(20);
      await other.query('rollback');
      await other.end();
      await opened;
    });

    it('may take longer to connect than the time limit of a statement', async () => {
      const proxy = await tcpProxy(world.databaseUrl);
      proxy.delay(150);
      const opened = await openStore(proxy.url, 250);
      await proxy.mend();
      expect(await opened.feeds()).to.have.length(1);
      await opened.close();
      await proxy.cut();
    });
  });
});
