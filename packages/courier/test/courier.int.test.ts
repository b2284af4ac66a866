import { json, scriptedServer, silence, tcpProxy, type ScriptedServer } from '@vehicle-insurance/testkit';
import { insuranceClient } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook as Verifier } from 'standardwebhooks';
import { SANDBOX_ADDRESSES, startCourier, type Courier, type Report, type RetryPolicy } from '../src/index.ts';
import { courierMetrics } from '../src/metrics.ts';
import { courierProgram } from '../src/program.ts';
import { newSecret } from '../src/secret.ts';
import { courierWorld, type CourierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

/** What is due is looked at twice a second. */
const eventually = async <T>(look: () => Promise<T> | T, isThere: (found: T) => boolean): Promise<T> => {
  for (const end = Date.now() + 30_000; ;) {
    const found = await look();
    if (isThere(found)) return found;
    if (Date.now() > end) throw new Error(`it stayed ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const soon: RetryPolicy = (attempts) => (attempts < 3 ? 10 : undefined);

describe('a courier', function () {
  this.timeout(60_000);
  let world: CourierWorld;
  let receiver: ScriptedServer;
  let courier: Courier | undefined;
  let reports: Parameters<Report>[];

  beforeEach(async () => {
    reports = [];
    world = await courierWorld();
    receiver = await scriptedServer();
  });
  afterEach(async () => {
    await receiver.close();
    await courier?.stop();
    courier = undefined;
    await world.leave();
  });

  const start = async (retry: RetryPolicy = soon, databaseUrl = world.databaseUrl): Promise<void> => {
    const clientOf = (apiKey: string) => insuranceClient({ baseUrl: world.api.url, apiKey });
    const options = { databaseUrl, reach: SANDBOX_ADDRESSES, clientOf, retry };
    courier = await startCourier({ ...options, report: (...said) => reports.push(said) });
  };
  const happen = (...quotes: readonly string[]): void => {
    for (const quoteId of quotes) world.events.push(someEvent(world.events.length + 1, { quoteId }));
  };
  const positions = () => receiver.asked.map(({ headers }) => Number(String(headers['webhook-id']).split('_').at(-1)));
  const stateOf = async (id: string, position: number) =>
    (await world.store.deliveries(id, undefined)).find((each) => each.position === position)?.state;

  /** What a command prints, as JSON. */
  const command = async <Printed>(...words: readonly string[]): Promise<Printed> => {
    let printed = '';
    const environment = {
      COURIER_DATABASE_URL: world.databaseUrl,
      COURIER_API_URL: world.api.url,
      COURIER_LOOPBACK: 'yes',
      KEY: 'vi_key',
    };
    const stdout = { write: (text: string) => (printed += text) };
    await courierProgram(environment, stdout, new AbortController().signal).parseAsync(words, { from: 'user' });
    return JSON.parse(printed) as Printed;
  };

  it('holds a later event of a subject until the earlier one is delivered or given up, and no other', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response, { headers }) => {
      response.writeHead(headers['webhook-id'] === `msg_${id}_1` ? 500 : 204).end();
    });
    happen('a', 'a', 'b');
    await start();
    await eventually(
      () => stateOf(id, 2),
      (state) => state === 'delivered',
    );
    expect(await stateOf(id, 1)).to.equal('given_up');
    expect(positions().filter((each) => each !== 3)).to.deep.equal([1, 1, 1, 2]);
    expect(positions()).to.include(3);
    expect(new Set(receiver.asked.map(({ body }) => body))).to.have.property('size', 3);
  });

  it('delivers to others while an endpoint does not answer', async () => {
    const silent = await scriptedServer();
    silent.answer(silence);
    await world.endpoint(silent.url);
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(204).end());
    happen(...Array.from({ length: 30 }, (_, index) => `quote-${index}`));
    await start();
    await eventually(
      () => world.store.deliveries(id, 'delivered'),
      (delivered) => delivered.length === 30,
    );
    expect(silent.asked).to.have.length(8);
    await silent.close();
  });

  it('switches an endpoint off that answers 410, and keeps what waits for when it is switched on', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(410).end());
    happen('a');
    await start();
    await eventually(
      () => world.store.endpoint(id),
      (endpoint) => endpoint?.is_on === false,
    );
    receiver.answer((response) => response.writeHead(204).end());
    await command('endpoint', 'switch-on', id);
    await eventually(
      () => stateOf(id, 1),
      (state) => state === 'delivered',
    );
  });

  it('sends nothing of what waits to an endpoint that is switched off, while others get their events', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(500).end());
    happen('a');
    await start(() => 1);
    await eventually(
      async () => receiver.asked.length,
      (attempts) => attempts > 0,
    );
    await courier?.stop();
    await command('endpoint', 'switch-off', id);
    const attempts = receiver.asked.length;
    const other = await scriptedServer();
    other.answer((response) => response.writeHead(204).end());
    const { id: on } = await world.endpoint(other.url);
    await start(() => 1);
    for (const position of [2, 3, 4]) {
      happen('b');
      await eventually(
        () => world.store.delivery({ endpoint: on, position }),
        (delivery) => delivery?.state === 'delivered',
      );
    }
    await other.close();
    expect(receiver.asked).to.have.length(attempts);
  });

  it('delivers at once what waits for a later attempt, when an endpoint is switched on', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(500).end());
    happen('a');
    await start(() => 20 * 60 * 60_000);
    await eventually(
      async () => (await world.store.delivery({ endpoint: id, position: 1 }))?.due_at.getTime() ?? 0,
      (due) => due > Date.now() + 60_000,
    );
    receiver.answer((response) => response.writeHead(204).end());
    await command('endpoint', 'switch-on', id);
    await eventually(
      () => stateOf(id, 1),
      (state) => state === 'delivered',
    );
  });

  // Restarted meanwhile: what an endpoint has asked for is not one process's alone.
  it('leaves an endpoint alone for as long as it asks with 429, an hour at most, and delivers to others meanwhile', async () => {
    const busy = await scriptedServer();
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
    await eventually(
      () => stateOf(other, 3),
      (state) => state === 'delivered',
    );
    expect(busy.asked).to.have.length(1);
    await courier?.stop();
    await start();
    happen('d');
    await eventually(
      () => stateOf(other, 4),
      (state) => state === 'delivered',
    );
    expect(busy.asked).to.have.length(1);
    // Its operator says that it can be asked again.
    await command('endpoint', 'switch-on', id);
    await eventually(
      () => busy.asked.length,
      (asked) => asked > 1,
    );
    await busy.close();
  });

  it('shows each attempt at a delivery, with what was answered', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(receiver.asked.length > 1 ? 200 : 500).end('sorry'));
    happen('a');
    await start();
    await eventually(
      () => stateOf(id, 1),
      (state) => state === 'delivered',
    );
    const shown = await command<{ history: readonly { result: string; answer: string }[]; body: { type: string } }>(
      ...['delivery', 'show', `msg_${id}_1`],
    );
    expect(shown.history.map(({ result, answer }) => [result, answer])).to.deep.equal([
      ['500', 'sorry'],
      ['200', 'sorry'],
    ]);
    expect(shown.body.type).to.equal('payment.succeeded');
  });

  it('forgets what was delivered more than thirty days ago, where nothing else is said', async () => {
    const { id } = await world.endpoint(receiver.url);
    await world.store.advance('key', 0, { data: [someEvent(1)], next: 1 });
    const [claimed] = await world.store.claim([{ endpoint: id, free: 1 }], 'x');
    if (!claimed) return expect.fail('nothing was claimed');
    const attempt = { at: '2026-03-02T09:31:12.000Z', result: '204', milliseconds: 1, answer: '' };
    await world.store.settle([{ claimed, becomes: 'delivered', after: 0, quiet: 0, attempt }]);
    await world.age(31);
    await start();
    await eventually(
      () => stateOf(id, 1),
      (state) => state === undefined,
    );
  });

  it('delivers to an endpoint the types it wants', async () => {
    const { id } = await world.endpoint(receiver.url, { types: ['contract.opened'] });
    happen('a');
    world.events.push(someEvent(2, { type: 'contract.opened', quoteId: null, contractId: 'c' }));
    await start();
    await eventually(
      () => stateOf(id, 2),
      (state) => state === 'delivered',
    );
    expect(await stateOf(id, 1)).to.equal(undefined);
  });

  it('is configured by commands', async () => {
    happen('a');
    const { id, secret } = await command<{ id: string; secret: string }>(
      'endpoint',
      'add',
      receiver.url,
      '--key',
      'KEY',
    );
    await start();
    happen('b');
    await eventually(
      () => stateOf(id, 2),
      (state) => state === 'delivered',
    );
    expect(positions()).to.deep.equal([2]);

    const { secret: next } = await command<{ secret: string }>('endpoint', 'rotate', id);
    for (const _ of [1, 2]) expect(await command('endpoint', 'test', id)).to.deep.equal({ status: 200, answer: '' });
    const tested = receiver.asked.slice(-2).map(({ headers: sent }) => sent['webhook-id']);
    expect(new Set(tested), 'a receiver drops an id that it has had').to.have.property('size', 2);
    const { headers, body } = receiver.asked.at(-1) ?? expect.fail();
    for (const each of [secret, next])
      expect(new Verifier(each).verify(body, headers as Record<string, string>)).to.have.property(
        'type',
        'webhook.test',
      );
    // The answer may have been lost, and be asked for again: the receiver still knows the first.
    const { secret: newest } = await command<{ secret: string }>('endpoint', 'rotate', id);
    expect((await world.store.endpoint(id))?.secrets).to.deep.equal([newest, next, secret]);
    await command('endpoint', 'rotate', id, '--finish');
    expect((await world.store.endpoint(id))?.secrets).to.deep.equal([newest]);

    await command('delivery', 'again', `msg_${id}_2`);
    expect(await command('endpoint', 'replay', id, '--after', '0')).to.deep.equal({ replayed: 2 });
    await eventually(
      () => world.store.deliveries(id, 'delivered'),
      (delivered) => delivered.length === 2,
    );
    expect(positions()).to.include(1);
    expect(await command('endpoint', 'remove', id)).to.deep.equal({ removed: true });
    expect(await world.store.feeds()).to.deep.equal([]);
  });

  it('takes the types of an endpoint with spaces between them, and refuses what the API does not know', async () => {
    const add = (...more: readonly string[]) =>
      command<{ id: string }>('endpoint', 'add', receiver.url, '--key', 'KEY', '--after', '0', ...more);
    const { id } = await add('--type', 'contract.opened, payment.succeeded ');
    happen('a');
    await start();
    await eventually(
      () => stateOf(id, 1),
      (state) => state === 'delivered',
    );
    const beyond = await add('--after', '2').then(() => 'it was added', String);
    expect(beyond).to.include('The newest event has position 1: --after is at most that.');
    const details = [{ field: 'type', message: 'must be one or more of contract.opened, payment.succeeded' }];
    world.api.answer((response, { url }) => {
      const isKnown = new URL(url, world.api.url).searchParams.get('type') === 'contract.opened';
      const refusal = { code: 'invalid_request', message: 'The request breaks a rule.', details };
      (isKnown ? json(200, { data: [], next: 0, newest: 0 }) : json(400, refusal))(response);
    });
    for (const types of ['contract.open', 'contract.opened,', ' ']) {
      const said = await add('--type', types).then(() => 'it was added', String);
      expect(said, types).to.include('type must be one or more of contract.opened, payment.succeeded');
    }
    expect(await world.store.endpoints()).to.have.length(1);
  });

  it('refuses an address with a user or a password, and repeats neither', async () => {
    const { host, pathname } = new URL(receiver.url);
    for (const user of ['awa:s3cret', 'awa', ':s3cret', 'a%40b:s3cret']) {
      const address = `http://${user}@${host}${pathname}`;
      const said = await command('endpoint', 'add', address, '--key', 'KEY').then(() => 'it was added', String);
      expect(said, user).to.include('must not contain a user or a password').and.not.include('s3cret');
    }
    expect(await world.store.endpoints()).to.deep.equal([]);
  });

  it('adds no endpoint to a feed read with another company’s key, and none after a position that its feed has passed', async () => {
    const run = (...words: readonly string[]) => command(...words).then(() => 'done', String);
    const add = (...more: readonly string[]) =>
      run('endpoint', 'add', receiver.url, '--key', 'KEY', ...more).then((said) => (said === 'done' ? 'added' : said));
    happen('a', 'b');
    expect(await add('--after', '1')).to.equal('added');
    expect(await add('--after', '1'))
      .to.include('from 1 on already')
      .and.include('endpoint replay ID --after 1');
    expect(await add()).to.equal('added');
    // The key is another company's by now, which has had as much happen.
    world.events.splice(0, 2, someEvent(1, { quoteId: 'theirs' }), someEvent(2, { quoteId: 'theirs' }));
    expect(await add())
      .to.include('another company’s events')
      .and.include('--key');
    const [one, two] = await world.store.endpoints();
    expect(two).to.not.equal(undefined);
    expect(await run('endpoint', 'replay', one?.id ?? '', '--after', '0'), 'nor are they sent again').to.include(
      'another company’s',
    );
    expect(await world.store.deliveries(one?.id ?? '', undefined)).to.deep.equal([]);
  });

  it('answers an operator’s tools while its database is silent', async () => {
    const silent = (): Promise<never> => new Promise(() => undefined);
    const metrics = courierMetrics({ backlog: silent, endpoints: silent, feeds: silent });
    expect(await metrics.text()).to.include('courier_store_answers 0');
  });

  it('reports its health and metrics while it runs', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(503).end());
    happen('a');
    const environment = {
      COURIER_DATABASE_URL: world.databaseUrl,
      COURIER_API_URL: world.api.url,
      COURIER_LOOPBACK: 'yes',
      COURIER_PORT: '0',
      key: 'vi_key',
    };
    const stop = new AbortController();
    const lines: { readonly what: string; readonly observed?: string }[] = [];
    const stdout = { write: (text: string) => lines.push(JSON.parse(text) as (typeof lines)[number]) };
    const running = courierProgram(environment, stdout, stop.signal).parseAsync(['run'], { from: 'user' });
    await eventually(
      () => lines,
      (said) => said.some(({ what }) => what === 'attempt'),
    );
    const url = lines.find(({ what }) => what === 'started')?.observed ?? '';
    const ask = async (path: string) => (await fetch(`${url}${path}`)).text();
    const metrics = await ask('/metrics');
    expect(metrics).to.contain(`courier_attempts_total{endpoint="${id}",result="503"} 1`);
    expect(metrics).to.contain(`courier_deliveries{endpoint="${id}",state="waiting"} 1`);
    expect(metrics).to.contain(`courier_deliveries{endpoint="${id}",state="given_up"} 0`);
    expect(metrics).to.contain('courier_feed_unreadable{feed="key"} 0');
    expect(metrics).to.contain('courier_store_answers 1');
    expect(Number(/courier_oldest_delivery_seconds\{endpoint="\w+"\} (\S+)/.exec(metrics)?.[1])).to.be.within(
      0.001,
      60,
    );
    expect((await fetch(`${url}/health/live`)).status).to.equal(200);
    expect(await ask('/health/ready')).to.equal('{"problems":[]}');
    world.api.answer(json(401, { code: 'unauthorized', message: 'The key was revoked.' }));
    const problems = await eventually(
      () => ask('/health/ready'),
      (said) => said !== '{"problems":[]}',
    );
    expect(problems).to.contain('The key was revoked.');
    expect((await fetch(`${url}/health/ready`)).status).to.equal(503);
    expect(await ask('/metrics')).to.contain('courier_feed_unreadable{feed="key"} 1');
    receiver.answer((response) => response.writeHead(410).end());
    await world.store.again({ endpoint: id, position: 1 });
    const off = await eventually(
      () => ask('/metrics'),
      (text) => text.includes(`courier_endpoint_gone{endpoint="${id}"} 1`),
    );
    expect(off, 'nobody waits for what is switched off').to.contain(
      `courier_oldest_delivery_seconds{endpoint="${id}"} 0`,
    );
    expect((await fetch(`${url}/elsewhere`)).status).to.equal(404);

    const taken = { ...environment, COURIER_PORT: new URL(url).port };
    const second = courierProgram(taken, stdout, stop.signal).parseAsync(['run'], { from: 'user' });
    const message = await second.then(() => 'it ran', String);
    expect(message).to.contain(`Port ${taken.COURIER_PORT} of 127.0.0.1 is in use: set COURIER_PORT to another.`);
    stop.abort();
    await running;
  });

  it('says what to do where its database cannot be reached', async () => {
    const { hostname } = new URL(world.databaseUrl);
    const environment = { COURIER_DATABASE_URL: `postgres://${hostname}:1/none`, COURIER_API_URL: world.api.url };
    const running = courierProgram(environment, process.stdout, new AbortController().signal);
    const message = await running.parseAsync(['run'], { from: 'user' }).then(() => 'it ran', String);
    expect(message).to.match(/database cannot be used \(.*ECONNREFUSED.*\)\. Look that it runs/);
  });

  it('ends with an error where its lines of JSON are read no further: whatever runs it starts it again', async () => {
    const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const environment = { ...process.env, COURIER_DATABASE_URL: world.databaseUrl, COURIER_API_URL: world.api.url };
    const line = `set -o pipefail; '${process.execPath}' '${program}' run | true`;
    const ended = promisify(execFile)('bash', ['-c', line], { env: environment }).then(() => 0, Object);
    expect(await ended).to.deep.include({
      code: 1,
      stderr: 'Nobody reads what the courier prints, so it has stopped: start it again. What is due stays due.\n',
    });
  });

  it('delivers again by command what was given up, or forgets it', async () => {
    const { id } = await world.endpoint(receiver.url);
    receiver.answer((response) => response.writeHead(500).end());
    happen('a', 'b', 'c');
    await start();
    const givenUp = () => world.store.deliveries(id, 'given_up');
    await eventually(givenUp, (some) => some.length === 3);
    receiver.answer((response) => response.writeHead(204).end());
    expect(await command('delivery', 'again', `msg_${id}_2`)).to.deep.equal({ again: 1 });
    await eventually(givenUp, (some) => some.length === 2);
    expect(await command('delivery', 'again', id)).to.deep.equal({ again: 2 });
    await eventually(
      () => world.store.deliveries(id, 'delivered'),
      (some) => some.length === 3,
    );
    receiver.answer((response) => response.writeHead(500).end());
    await command('delivery', 'again', `msg_${id}_1`);
    await eventually(givenUp, (some) => some.length === 1);
    expect(await command('delivery', 'drop', id)).to.deep.equal({ dropped: 1 });
    expect((await world.store.deliveries(id, undefined)).map(({ position }) => position)).to.deep.equal([3, 2]);
    const message = await command('delivery', 'again', 'none').then(() => 'it was sent', String);
    expect(message).to.contain('There is no endpoint none');
  });

  it('sends nothing again because its database was away when it was answered', async () => {
    const { id } = await world.endpoint(receiver.url);
    const proxy = await tcpProxy(world.databaseUrl);
    const held = Promise.withResolvers<() => void>();
    receiver.answer((response) => held.resolve(() => response.writeHead(204).end()));
    happen('a');
    await start(soon, proxy.url);
    const answer = await held.promise;
    await proxy.cut();
    answer();
    // The courier has settled what it can: it has failed to.
    await eventually(
      () => reports.map(([what]) => what),
      (said) => said.includes('failed') && said.includes('attempt'),
    );
    await proxy.mend();
    await eventually(
      () => stateOf(id, 1),
      (state) => state === 'delivered',
    );
    expect(positions()).to.deep.equal([1]);
    await courier?.stop();
    courier = undefined;
    await proxy.cut();
  });

  it('goes on where an endpoint is removed while a delivery to it is under way', async () => {
    const [{ id: removed }, { id: other }] = [await world.endpoint(receiver.url), await world.endpoint(receiver.url)];
    const held: (() => void)[] = [];
    receiver.answer((response) => held.push(() => response.writeHead(204).end()));
    happen('a');
    await start();
    await eventually(
      () => held,
      ({ length }) => length === 2,
    );
    await world.store.removeEndpoint(removed);
    for (const answer of held) answer();
    receiver.answer((response) => response.writeHead(204).end());
    happen('b');
    await eventually(
      () => stateOf(other, 2),
      (state) => state === 'delivered',
    );
    expect(await stateOf(other, 1)).to.equal('delivered');
    expect(reports.filter(([what]) => what === 'failed')).to.deep.equal([]);
    expect(receiver.asked).to.have.length(3);
  });

  it('reads no feed whose last endpoint was removed, and reads it again for a new one', async () => {
    const { id } = await world.endpoint(receiver.url);
    const waiting = new Set<object>();
    world.api.answer((response) => {
      waiting.add(response);
      response.on('close', () => waiting.delete(response));
    });
    await start();
    await eventually(
      () => waiting.size,
      (size) => size === 1,
    );
    await world.store.removeEndpoint(id);
    await eventually(
      () => waiting.size,
      (size) => size === 0,
    );
    await world.endpoint(receiver.url);
    await eventually(
      () => waiting.size,
      (size) => size === 1,
    );
  });

  it('signs with the newest secret what it had tried with an older one', async () => {
    const { id, secret } = await world.endpoint(receiver.url);
    /** Whether the latest attempt is signed with a secret. */
    const isSignedWith = (each: string): boolean => {
      const { headers, body } = receiver.asked.at(-1) ?? expect.fail();
      try {
        new Verifier(each).verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    receiver.answer((response) => response.writeHead(500).end());
    happen('a');
    await start(() => 10);
    await eventually(
      () => receiver.asked,
      ({ length }) => length > 0,
    );
    expect(isSignedWith(secret)).to.equal(true);
    const { secret: next } = await command<{ secret: string }>('endpoint', 'rotate', id);
    await eventually(() => isSignedWith(next), Boolean);
    expect(isSignedWith(secret)).to.equal(true);
    await command('endpoint', 'rotate', id, '--finish');
    await eventually(
      () => isSignedWith(secret),
      (still) => !still,
    );
    expect(isSignedWith(next)).to.equal(true);
  });

  it('reports that events are no longer kept, and skips none', async () => {
    await world.store.addEndpoint(
      { id: 'e9', feed: 'key', address: receiver.url, types: null, secrets: [newSecret()] },
      7,
    );
    world.api.answer(json(410, { code: 'position_forgotten', message: 'They are gone.' }));
    await start();
    const [feed] = await eventually(
      () => world.store.feeds(),
      ([each]) => each?.problem !== null,
    );
    expect(feed?.position).to.equal(7);
    expect(feed?.problem).to.contain('no longer kept');
  });
});
