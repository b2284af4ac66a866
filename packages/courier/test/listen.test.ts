import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { Webhook as Verifier } from 'standardwebhooks';
import { listen } from '../src/listen.ts';
import { listenOptions, type ListenOptions } from '../src/listen-options.ts';
import { newSecret } from '../src/secret.ts';
import { someEvent } from './some-event.ts';

const NEWEST = 5;

describe('npm run listen', () => {
  let api: ScriptedServer;
  let receiver: ScriptedServer;
  let at: string;
  beforeEach(async () => {
    [api, receiver] = await Promise.all([scriptedServer(), scriptedServer()]);
    ({ at } = someEvent(1));
    api.answer((response, { url }) => {
      const after = Number(new URL(url, api.url).searchParams.get('after') ?? 0);
      const positions = Array.from({ length: NEWEST - after }, (_, index) => after + index + 1);
      const data = positions.slice(0, 2).map((position) => someEvent(position, { at }));
      json(200, { data, next: data.at(-1)?.position ?? after, newest: NEWEST })(response);
    });
  });
  afterEach(() => Promise.all([api.close(), receiver.close()]));

  const run = async (options: Partial<ListenOptions>, signal = new AbortController().signal) => {
    const [printed, noted]: [string[], string[]] = [[], []];
    const lines = { print: (line: string) => printed.push(line), note: (line: string) => noted.push(line) };
    const all = { baseUrl: api.url, apiKey: 'key', secret: newSecret(), forward: undefined, type: undefined };
    await listen({ ...all, after: undefined, count: undefined, ...options }, lines, signal);
    return { printed, noted };
  };

  it('prints each event on a line', async () => {
    const { printed } = await run({ after: 2, count: 2, type: 'payment.succeeded' });
    expect(api.asked.at(-1)?.url).to.include('type=payment.succeeded');
    const rest = 'quote 019a2f70-11aa-7c32-8d5e-6f708192a3b4  payment 019a2f72-5b44-7e10-a1b2-c3d4e5f60718';
    expect(printed).to.deep.equal(
      [3, 4].map((position) => `${position}  2026-03-02T09:31:12.000Z  payment.succeeded  ${rest}`),
    );
  });

  it('forwards each event once from the oldest kept one, in order and signed, and continues after a refused one', async () => {
    const secret = newSecret();
    receiver.answer((response, { headers }) => {
      response.writeHead(String(headers['webhook-id']).endsWith('_2') ? 500 : 204).end();
    });
    const forwarded = { after: 0, count: 3, forward: `${receiver.url}/hook`, secret };
    const { printed, noted } = await run(forwarded);
    expect(api.asked[0]?.url).not.to.contain('after');
    expect(printed.filter((line) => line.startsWith(' '))).to.deep.equal(['  → 204', '  → 500', '  → 204']);
    expect(noted.join('\n')).to.contain(secret);
    const verified = receiver.asked.map(({ headers, body }) =>
      new Verifier(secret).verify(body, headers as Record<string, string>),
    );
    expect(verified.map((each) => (each as { data: { position: number } }).data.position)).to.deep.equal([1, 2, 3]);
    // A new sandbox counts from 1 again, but its events are different.
    const lastIds = () => receiver.asked.slice(-3).map(({ headers }) => headers['webhook-id']);
    const first = lastIds();
    await run(forwarded);
    expect(lastIds(), 'the same event has the same id').to.deep.equal(first);
    at = '2026-03-03T09:31:12.000Z';
    await run(forwarded);
    expect(lastIds().filter((id) => first.includes(id))).to.deep.equal([]);
  });

  it('starts with the next new event, and exits when it is stopped', async () => {
    const stop = new AbortController();
    const answered = new Promise<void>((resolve) => {
      api.answer((response, { url }) => {
        if (url.includes('wait=')) resolve();
        else json(200, { data: [], next: 0, newest: NEWEST })(response);
      });
    });
    const running = run({}, stop.signal);
    await answered;
    stop.abort();
    expect((await running).printed).to.deep.equal([]);
    expect(api.asked.at(-1)?.url).to.contain(`after=${NEWEST}&`);
  });
});

describe('the options of npm run listen', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'listen-'));
    writeFileSync(join(folder, 'sandbox.json'), JSON.stringify({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'vi_1' }));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('default to the address and key in the sandbox’s file', () => {
    const options = listenOptions(['--after', '0', '--type', 'contract.opened'], { DATA_DIR: folder });
    expect(options).to.include({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'vi_1', after: 0, type: 'contract.opened' });
  });

  it('use --url and API_KEY for another API', () => {
    const options = listenOptions(['--url', 'https://insurance.example'], { API_KEY: 'vi_2' });
    expect(options).to.include({ baseUrl: 'https://insurance.example', apiKey: 'vi_2' });
  });

  it('are rejected in one line that explains what to do', () => {
    const refusals: readonly (readonly [words: string[], line: string])[] = [
      [['--forward', 'localhost:4000'], '--forward must be a complete URL'],
      [['--forward', 'http://a:b@localhost:4000'], '--forward must not contain a user or a password'],
      [['--url', 'http://a@localhost:4000'], '--url must not contain a user or a password'],
      [['--after', '-1'], 'argument is ambiguous'],
      [['--after', 'x'], '--after must be a whole number from 0'],
      [['--count', '0'], '--count must be a whole number from 1'],
      [['--secret', 'mine'], '--secret must be whsec_'],
      [['--url', 'https://insurance.example'], 'API_KEY must be'],
    ];
    for (const [words, line] of refusals)
      expect(() => listenOptions(words, { DATA_DIR: folder }), words.join(' ')).to.throw(line);
    expect(() => listenOptions([], { DATA_DIR: join(folder, 'none') })).to.throw('start the sandbox first');
  });

  it('are explained by --help', () => {
    expect(listenOptions(['--help'], {})).to.equal(undefined);
  });
});
