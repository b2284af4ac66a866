import { json } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { courierProgram } from '../src/program.ts';
import { commandsOn, type Command } from './commands.ts';
import { courierWorld, type CourierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

const ADDRESS = 'http://127.0.0.1:9/hook';

describe('a command of the courier', () => {
  let world: CourierWorld;
  let command: Command;
  before(async () => {
    world = await courierWorld();
    command = commandsOn(world);
  });
  afterEach(() => world.empty());
  after(() => world.leave());

  const run = (...words: readonly string[]) => command(...words).then(() => 'done', String);
  const add = (...more: readonly string[]) => run('endpoint', 'add', ADDRESS, ...more);
  const happen = (...quotes: readonly string[]) =>
    world.events.push(...quotes.map((quoteId, index) => someEvent(index + 1, { quoteId })));

  it('adds an endpoint for types separated by spaces, and rejects unknown types', async () => {
    happen('a');
    expect(await add('--after', '0', '--type', 'contract.opened, payment.succeeded ')).to.equal('done');
    const [added] = await world.store.endpoints();
    expect(added?.types).to.deep.equal(['contract.opened', 'payment.succeeded']);
    const details = [{ field: 'type', message: 'must be one or more of contract.opened, payment.succeeded' }];
    world.api.answer((response, { url }) => {
      const isKnown = new URL(url, world.api.url).searchParams.get('type') === 'contract.opened';
      const refusal = { code: 'invalid_request', message: 'The request breaks a rule.', details };
      (isKnown ? json(200, { data: [], next: 0, newest: 0 }) : json(400, refusal))(response);
    });
    for (const types of ['contract.open', 'contract.opened,', ' '])
      expect(await add('--type', types), types).to.include(
        'type must be one or more of contract.opened, payment.succeeded',
      );
    expect(await world.store.endpoints()).to.have.length(1);
  });

  it('rejects an address with a user or a password, and prints neither', async () => {
    for (const user of ['awa:s3cret', 'awa', ':s3cret', 'a%40b:s3cret'])
      expect(await run('endpoint', 'add', `http://${user}@127.0.0.1:9`), user)
        .to.include('must not contain a user or a password')
        .and.not.include('s3cret');
    expect(await world.store.endpoints()).to.deep.equal([]);
  });

  it('rejects the key of another company for a feed, and a position if the feed has started', async () => {
    happen('a', 'b');
    expect(await add('--after', '3')).to.include('The newest event has position 2: --after must not exceed that.');
    expect(await add('--after', '1')).to.equal('done');
    expect(await add('--after', '1'))
      .to.include('is already read up to position 1')
      .and.include('endpoint replay ID --after 1');
    expect(await add()).to.equal('done');
    // From now on the key is another company's, which has the same number of events.
    world.events.splice(0, 2, someEvent(1, { quoteId: 'theirs' }), someEvent(2, { quoteId: 'theirs' }));
    expect(await add())
      .to.include('belong to another company')
      .and.include('--key');
    const [one = expect.fail(), ...others] = await world.store.endpoints();
    expect(others).to.have.length(1);
    expect(await run('endpoint', 'replay', one.id, '--after', '0')).to.include('another company’s');
    expect(await world.store.deliveries(one.id, undefined)).to.deep.equal([]);
  });

  it('lists the deliveries of an endpoint, optionally of one state', async () => {
    const { id } = await world.endpoint(ADDRESS);
    happen('a', 'b');
    await world.store.advance('key', 0, { data: world.events, next: 2 });
    await world.sql(`update courier.delivery set state = 'given_up' where position = 1`);
    const listed = async (...more: readonly string[]) =>
      (await command<readonly { position: number }[]>('delivery', 'list', id, ...more)).map(({ position }) => position);
    expect(await listed()).to.deep.equal([2, 1]);
    for (const [state, positions] of Object.entries({ waiting: [2], given_up: [1], delivered: [] }))
      expect(await listed('--state', state), state).to.deep.equal(positions);
    expect(await run('delivery', 'list', id, '--state', 'lost')).to.include(
      '--state must be one of waiting, delivered, given_up',
    );
  });

  it('affects only its own endpoint, even if another has the same events', async () => {
    happen('a', 'b', 'c');
    for (const more of [['--after', '0'], []]) await add(...more);
    const [{ id } = expect.fail(), { id: other } = expect.fail()] = await world.store.endpoints();
    await world.store.advance('API_KEY', 0, { data: world.events, next: 3 });
    await world.sql(`update courier.delivery set due_at = now() + interval '1 hour'`);
    await world.sql(`update courier.delivery set state = 'given_up', attempts = 9 where position < 3`);
    const stored = () =>
      Promise.all(
        ['delivery where endpoint_id', 'endpoint where id'].map((of) =>
          world.sql(`select * from courier.${of} = '${other}' order by 1, 2`),
        ),
      );
    for (const each of [id, other])
      expect(await command('delivery', 'show', `msg_${each}_1`)).to.include({ endpoint_id: each });
    const before = await stored();
    for (const words of [
      ...[`delivery again msg_${id}_1`, `delivery again ${id}`, `endpoint switch-on ${id}`, `endpoint rotate ${id}`],
      ...[`endpoint replay ${id} --after 1`, `delivery drop ${id}`, `endpoint remove ${id}`],
    ]) {
      await command(...words.split(' '));
      expect(await stored(), words).to.deep.equal(before);
    }
  });

  it('keeps the newest five secrets of an endpoint, and prints a secret only when it is made', async () => {
    const { id } = await command<{ id: string }>('endpoint', 'add', ADDRESS);
    const made: string[] = [];
    for (let times = 0; times < 6; times += 1)
      made.unshift((await command<{ secret: string }>('endpoint', 'rotate', id)).secret);
    expect((await world.store.endpoint(id))?.secrets).to.deep.equal(made.slice(0, 5));
    for (const words of [['list'], ['show', id], ['switch-off', id], ['switch-on', id]])
      expect(JSON.stringify(await command('endpoint', ...words)), words.join()).to.not.include('whsec_');
  });

  it('replays every page of events', async () => {
    happen(...Array.from({ length: 101 }, (_, at) => `quote-${at}`));
    const { id } = await command<{ id: string }>('endpoint', 'add', ADDRESS);
    expect(await command('endpoint', 'replay', id, '--after', '0')).to.deep.equal({ replayed: 101 });
    expect(await world.store.backlog()).to.have.nested.property('0.count', 101);
  });

  it('stores the whole path of a file that contains a company’s key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'courier-'));
    await writeFile(join(folder, 'key'), 'vi_key');
    expect(await add('--key', relative('.', join(folder, 'key')))).to.equal('done');
    expect((await world.store.endpoints()).map(({ feed }) => feed)).to.deep.equal([join(folder, 'key')]);
    await rm(folder, { recursive: true });
  });

  it('reports an unknown endpoint id', async () => {
    expect(await run('delivery', 'again', 'none')).to.contain('There is no endpoint none');
  });

  it('reports what to do if the database cannot be reached', async () => {
    const { hostname } = new URL(world.databaseUrl);
    const environment = { COURIER_DATABASE_URL: `postgres://${hostname}:1/none`, COURIER_API_URL: world.api.url };
    const running = courierProgram(environment, process.stdout, new AbortController().signal);
    const message = await running.parseAsync(['run'], { from: 'user' }).then(() => 'it ran', String);
    expect(message).to.match(/database cannot be used \(.*ECONNREFUSED.*\)\. Check that it runs/);
  });

  it('fails when the output of `run` is closed, so that a supervisor restarts it', async () => {
    const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const environment = { ...process.env, COURIER_DATABASE_URL: world.databaseUrl, COURIER_API_URL: world.api.url };
    const line = `set -o pipefail; '${process.execPath}' '${program}' run | true`;
    const ended = promisify(execFile)('bash', ['-c', line], { env: environment }).then(() => 0, Object);
    expect(await ended).to.deep.include({
      code: 1,
      stderr:
        'The courier has stopped because its standard output was closed: start it again. Due deliveries remain due.\n',
    });
  });
});
