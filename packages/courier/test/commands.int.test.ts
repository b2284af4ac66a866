import { json } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
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

  it('rejects an address with a user or a password, and repeats neither', async () => {
    for (const user of ['awa:s3cret', 'awa', ':s3cret', 'a%40b:s3cret'])
      expect(await run('endpoint', 'add', `http://${user}@127.0.0.1:9`), user)
        .to.include('must not contain a user or a password')
        .and.not.include('s3cret');
    expect(await world.store.endpoints()).to.deep.equal([]);
  });

  it('rejects another company’s key for a feed, and a position other than the feed’s start', async () => {
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
      .to.include('another company’s events')
      .and.include('--key');
    const [one = expect.fail(), ...others] = await world.store.endpoints();
    expect(others).to.have.length(1);
    expect(await run('endpoint', 'replay', one.id, '--after', '0')).to.include('another company’s');
    expect(await world.store.deliveries(one.id, undefined)).to.deep.equal([]);
  });

  it('lists the deliveries of an endpoint, optionally of one state', async () => {
    const { id } = await world.endpoint(ADDRESS);
    await world.store.advance('key', 0, {
      data: ['a', 'b'].map((quoteId, at) => someEvent(at + 1, { quoteId })),
      next: 2,
    });
    await world.sql(`update courier.delivery set state = 'given_up' where position = 1`);
    const listed = async (...more: readonly string[]) =>
      (await command<readonly { position: number }[]>('delivery', 'list', id, ...more)).map(({ position }) => position);
    expect(await listed()).to.deep.equal([2, 1]);
    for (const [state, positions] of Object.entries({ waiting: [2], given_up: [1], delivered: [] }))
      expect(await listed('--state', state), state).to.deep.equal(positions);
    expect(await run('delivery', 'list', id, '--state', 'lost')).to.include(
      '--state is one of waiting, delivered, given_up',
    );
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
