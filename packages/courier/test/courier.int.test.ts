import { json, scriptedServer, silence, type ScriptedServer, realTimersDuring } from '@vehicle-insurance/testkit';
import { insuranceClient } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { SANDBOX_ADDRESSES, startCourier, type Courier, type Report, type RetryPolicy } from '../src/index.ts';
import type { Delivery } from '../src/store/tables.ts';
import { commandsOn, type Command } from './commands.ts';
import { courierWorld, type CourierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

const eventually = async <T>(look: () => Promise<T> | T, isThere: (found: T) => boolean): Promise<T> => {
  for (const end = Date.now() + 30_000; ; await pause(20)) {
    const found = await look();
    if (isThere(found)) return found;
    if (Date.now() > end) throw new Error(`it stayed ${JSON.stringify(found)}`);
  }
};

const until = (isSo: () => Promise<boolean> | boolean) => eventually(isSo, Boolean);

const soon: RetryPolicy = (attempts) => (attempts < 3 ? 10 : undefined);

describe('a courier', function () {
  this.timeout(60_000);
  let world: CourierWorld;
  let command: Command;
  let opened: ScriptedServer[];
  let receiver: ScriptedServer;
  let courier: Courier | undefined;
  let reports: Parameters<Report>[];

  before(async () => {
    world = await courierWorld();
    command = commandsOn(world);
  });
  beforeEach(async () => {
    [reports, opened] = [[], []];
    receiver = await answering(204);
  });
  afterEach(async () => {
    await Promise.all(opened.map((server) => server.close()));
    await courier?.stop();
    courier = undefined;
    await world.empty();
  });
  after(() => world.leave());

  const answering = async (status: number): Promise<ScriptedServer> => {
    const server = await scriptedServer();
    opened.push(server);
    server.answer((response) => response.writeHead(status).end());
    return server;
  };
  const answer = (status: number) => receiver.answer((response) => response.writeHead(status).end());
  const start = async (retry: RetryPolicy = soon): Promise<void> => {
    const clientOf = (apiKey: string) => insuranceClient({ baseUrl: world.api.url, apiKey });
    const options = { databaseUrl: world.databaseUrl, guard: SANDBOX_ADDRESSES, clientOf, retry };
    courier = await startCourier({ ...options, report: (...said) => reports.push(said) });
  };
  const happen = (...quotes: readonly string[]): void => {
    for (const quoteId of quotes) world.events.push(someEvent(world.events.length + 1, { quoteId }));
  };
  const positions = () => receiver.asked.map(({ headers }) => Number(String(headers['webhook-id']).split('_').at(-1)));
  const stateOf = async (endpoint: string, position: number) =>
    (await world.store.delivery({ endpoint, position }))?.state;
  const isDelivered = (endpoint: string, position: number) =>
    until(async () => (await stateOf(endpoint, position)) === 'delivered');
  const areMany = (endpoint: string, state: Delivery['state'], count: number) =>
    until(async () => (await world.store.deliveries(endpoint, state)).length === count);

  it('delivers to other endpoints while one does not answer', async () => {
    const silent = await answering(204);
    silent.answer(silence);
    await world.endpoint(silent.url);
    const { id } = await world.endpoint(receiver.url);
    happen(...Array.from({ length: 30 }, (_, index) => `quote-${index}`));
    await start();
    await areMany(id, 'delivered', 30);
    expect(silent.asked).to.have.length(8);
  });

  it('switches off an endpoint that answers 410, and keeps its waiting deliveries', async () => {
    const { id } = await world.endpoint(receiver.url);
    answer(410);
    happen('a');
    await start();
    await until(async () => (await world.store.endpoint(id))?.is_on === false);
    answer(204);
    expect(await command('endpoint', 'switch-on', id)).to.include({ is_on: true, off_reason: null });
    await isDelivered(id, 1);
  });

  it('sends no waiting deliveries to an endpoint that is off, while others get their events', async () => {
    const { id } = await world.endpoint(receiver.url);
    answer(500);
    happen('a');
    await start(() => 1);
    await until(() => receiver.asked.length > 0);
    await courier?.stop();
    await command('endpoint', 'switch-off', id);
    const attempts = receiver.asked.length;
    const { id: on } = await world.endpoint((await answering(204)).url);
    await start(() => 1);
    for (const position of [2, 3, 4]) {
      happen('b');
      await isDelivered(on, position);
    }
    expect(receiver.asked).to.have.length(attempts);
  });

  it('respects a pause that an endpoint requests with 429, up to an hour or until it is switched on again', async () => {
    const busy = await answering(204);
    busy.answer((response) => response.writeHead(429, { 'retry-after': '86400' }).end());
    const { id } = await world.endpoint(busy.url);
    const { id: other } = await world.endpoint(receiver.url);
    happen('a');
    await start();
    const minutes = async () =>
      Number((await world.store.delivery({ endpoint: id, position: 1 }))?.due_at.getTime()) / 60_000 -
      Date.now() / 60_000;
    expect(await eventually(minutes, (until) => until > 1)).to.be.within(50, 61);
    happen('b', 'c');
    await isDelivered(other, 3);
    expect(busy.asked).to.have.length(1);
    await command('endpoint', 'switch-on', id);
    await until(async () => (await world.store.delivery({ endpoint: id, position: 1 }))?.attempts === 2);
  });

  it('continues if an endpoint is removed during a delivery to it', async () => {
    const [{ id: removed }, { id: other }] = [await world.endpoint(receiver.url), await world.endpoint(receiver.url)];
    const held: (() => void)[] = [];
    receiver.answer((response) => held.push(() => response.writeHead(204).end()));
    happen('a');
    await start();
    await until(() => held.length === 2);
    await world.store.removeEndpoint(removed);
    for (const letGo of held) letGo();
    answer(204);
    happen('b');
    await isDelivered(other, 2);
    expect(await stateOf(other, 1)).to.equal('delivered');
    expect(reports.filter(([what]) => what === 'failed')).to.deep.equal([]);
    expect(receiver.asked).to.have.length(3);
  });

  it('stops reading a feed when its last endpoint is removed, and resumes when one is added', async () => {
    const { id } = await world.endpoint(receiver.url);
    const waiting = new Set<object>();
    const areWaiting = (count: number) => until(() => waiting.size === count);
    world.api.answer((response) => {
      waiting.add(response);
      response.on('close', () => waiting.delete(response));
    });
    const timers = await realTimersDuring(async () => {
      await start();
      await areWaiting(1);
      await world.store.removeEndpoint(id);
      await areWaiting(0);
    });
    expect(timers, 'it checks once a second').to.include(1_000);
    await world.endpoint(receiver.url);
    await areWaiting(1);
  });

  it('redelivers or deletes given-up deliveries on command', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(500).end('sorry'));
    happen('a', 'b', 'c');
    await start();
    await areMany(id, 'given_up', 3);
    const { history = [] } = (await world.store.delivery({ endpoint: id, position: 1 })) ?? {};
    expect(history.map((attempt) => [attempt.result, attempt.answer])).to.deep.equal(Array(3).fill(['500', 'sorry']));
    expect(new Set(receiver.asked.map(({ body }) => body))).to.have.property('size', 3);
    answer(204);
    expect(await command('delivery', 'again', `msg_${id}_2`)).to.deep.equal({ again: 1 });
    await areMany(id, 'given_up', 2);
    expect(await command('delivery', 'again', id)).to.deep.equal({ again: 2 });
    await areMany(id, 'delivered', 3);
    answer(500);
    await command('delivery', 'again', `msg_${id}_1`);
    await areMany(id, 'given_up', 1);
    expect(await command('delivery', 'drop', id)).to.deep.equal({ dropped: 1 });
    expect((await world.store.deliveries(id, undefined)).map(({ position }) => position)).to.deep.equal([3, 2]);
  });

  it('is configured by commands while it runs', async () => {
    happen('a');
    const { id, secret } = await command<{ id: string; secret: string }>('endpoint', 'add', receiver.url);
    await start();
    happen('b');
    await isDelivered(id, 2);
    expect(positions()).to.deep.equal([2]);

    const { secret: next } = await command<{ secret: string }>('endpoint', 'rotate', id);
    for (const _ of [1, 2]) expect(await command('endpoint', 'test', id)).to.deep.equal({ status: 204, answer: '' });
    const tested = receiver.asked.slice(-2).map(({ headers: sent }) => sent['webhook-id']);
    expect(new Set(tested), 'a receiver drops an id that it already knows').to.have.property('size', 2);
    const { headers, body } = receiver.asked.at(-1) ?? expect.fail();
    for (const each of [secret, next])
      expect(new Verifier(each).verify(body, headers as Record<string, string>)).to.include({ type: 'webhook.test' });
    await command('endpoint', 'rotate', id, '--finish');
    expect((await world.store.endpoint(id))?.secrets).to.deep.equal([next]);

    // Once the courier has read the change, it signs deliveries only with the next secret.
    await eventually(
      () => command('delivery', 'again', `msg_${id}_2`).then(() => receiver.asked.at(-1) ?? expect.fail()),
      ({ body, headers }) => {
        try {
          new Verifier(next).verify(body, headers as Record<string, string>);
          return !String(headers['webhook-signature']).includes(' ');
        } catch {
          return false;
        }
      },
    );
    expect(await command('endpoint', 'replay', id, '--after', '0')).to.deep.equal({ replayed: 2 });
    await areMany(id, 'delivered', 2);
    expect(positions()).to.include(1);
    const shown = await command<{ body: { type: string }; state: string }>('delivery', 'show', `msg_${id}_1`);
    expect([shown.body.type, shown.state]).to.deep.equal(['payment.succeeded', 'delivered']);
    expect(await command('endpoint', 'remove', id)).to.deep.equal({ removed: true });
    expect(await world.store.feeds()).to.deep.equal([]);
  });

  it('reports its health and metrics while it runs', async () => {
    const { id } = await world.endpoint(receiver.url);
    answer(503);
    happen('a', 'b');
    await world.store.advance('key', 0, { data: world.events.slice(0, 1), next: 1 });
    await world.sql(`update courier.delivery set state = 'delivered'`);
    await world.age(6);
    const stop = new AbortController();
    const lines: { readonly what: string; readonly observed?: string }[] = [];
    const stdout = { write: (text: string) => lines.push(JSON.parse(text) as (typeof lines)[number]) };
    const running = command.run({ COURIER_PORT: '0', COURIER_DAYS: '5', key: 'vi_key' }, stdout, stop.signal);
    await until(() => lines.some(({ what }) => what === 'attempt'));
    await until(async () => (await stateOf(id, 1)) === undefined);
    const url = lines.find(({ what }) => what === 'started')?.observed ?? '';
    const ask = async (path: string) => (await fetch(`${url}${path}`)).text();
    const becomes = (path: string, isThere: (text: string) => boolean) => eventually(() => ask(path), isThere);
    const metrics = await ask('/metrics');
    expect(metrics).to.contain(`courier_attempts_total{endpoint="${id}",result="503"} 1`);
    expect(metrics).to.contain('courier_feed_unreadable{feed="key"} 0');
    expect((await fetch(`${url}/health/live`)).status).to.equal(200);
    expect(await ask('/health/ready')).to.equal('{"problems":[]}');
    world.api.answer(json(401, { code: 'unauthorized', message: 'The key was revoked.' }));
    const problems = await becomes('/health/ready', (said) => said !== '{"problems":[]}');
    expect(problems).to.contain('The key was revoked.');
    expect((await fetch(`${url}/health/ready`)).status).to.equal(503);
    expect(await ask('/metrics')).to.contain('courier_feed_unreadable{feed="key"} 1');
    answer(410);
    await world.store.again({ endpoint: id, position: 2 });
    await becomes('/metrics', (text) => text.includes(`courier_endpoint_gone{endpoint="${id}"} 1`));
    expect((await fetch(`${url}/elsewhere`)).status).to.equal(404);

    const { port } = new URL(url);
    const second = command.run({ COURIER_PORT: port }, stdout, stop.signal);
    expect(await second.then(() => 'it ran', String)).to.contain(
      `Port ${port} of 127.0.0.1 is in use: set COURIER_PORT to another.`,
    );
    stop.abort();
    await running;
  });
});
