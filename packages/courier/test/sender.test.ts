import { cut, offeredProtocols, scriptedServer, silence, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { createSocket } from 'node:dgram';
import promises, { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { lookUpBy } from '../src/look-up.ts';
import { PUBLIC_ADDRESSES, SANDBOX_ADDRESSES } from '../src/address-guard.ts';
import { webhookSender, type WebhookSender } from '../src/sender.ts';

/** The addresses of names; without any, the server is silent. A missing name does not exist. */
type Known = Readonly<Record<string, readonly string[]>>;

const dnsServer = async (known: Known) => {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  const held: (() => void)[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    queries.push(name);
    const answer = (found: readonly string[] | undefined): void => {
      const records = (found ?? []).filter((each) => isIPv6(each) === (type === AAAA)).map(recordOf);
      const flags = found === undefined ? [0x81, NO_SUCH_NAME] : [0x81, 0x80];
      const head = Buffer.from([...query.subarray(0, 2), ...flags, 0, 1, 0, records.length, 0, 0, 0, 0]);
      socket.send(Buffer.concat([head, query.subarray(HEAD, end), ...records]), port, address);
    };
    if (known[name]?.length === 0) held.push(() => answer(['10.0.0.1']));
    else answer(known[name]);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const breakSilence = (): void => {
    for (const answer of held.splice(0)) answer();
  };
  return { address: `127.0.0.1:${socket.address().port}`, queries, breakSilence, close: () => socket.close() };
};

const [HEAD, A, AAAA, NO_SUCH_NAME] = [12, 1, 28, 0x83];

const questionIn = (query: Buffer): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: string[] = [];
  let at = HEAD;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

/** A record for the name in the question, with a TTL of zero. An IPv6 address must be written in full. */
const recordOf = (address: string): Buffer => {
  const bytes = isIPv6(address)
    ? Buffer.from(address.replaceAll(':', ''), 'hex')
    : Buffer.from(address.split('.').map(Number));
  return Buffer.from([0xc0, HEAD, 0, isIPv6(address) ? AAAA : A, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
};

const FORBIDDEN = { status: null, problem: 'FORBIDDEN_ADDRESS' };

describe('sending a webhook', () => {
  let server: ScriptedServer;
  let sender: WebhookSender;
  const post = (address: string, by = sender) => by.send({ address, headers: { 'webhook-id': 'msg_1' }, body: '{}' });

  before(async () => {
    server = await scriptedServer();
    sender = webhookSender({ guard: SANDBOX_ADDRESSES });
  });
  after(async () => {
    await sender.close();
    await server.close();
  });

  it('posts JSON with its headers and returns the status', async () => {
    server.answer((response) => response.writeHead(204).end());
    expect(await post(`${server.url}/hook`)).to.deep.equal({ status: 204, answer: '' });
    const { method, url, headers, body } = server.asked.at(-1) ?? expect.fail();
    expect({ method, url, body }).to.deep.equal({ method: 'POST', url: '/hook', body: '{}' });
    expect(headers).to.include({ 'webhook-id': 'msg_1', 'content-type': 'application/json' });
  });

  it('does not offer HTTP/2, over which an endpoint could delay a request beyond its time limit', async () => {
    expect(await offeredProtocols(post)).to.deep.equal(['http/1.1']);
  });

  it('follows no redirect', async () => {
    server.answer((response) => response.writeHead(307, { location: `${server.url}/elsewhere` }).end());
    expect(await post(`${server.url}/hook`)).to.deep.equal({ status: 307, answer: '' });
    expect(server.asked.map(({ url }) => url)).not.to.include('/elsewhere');
  });

  it('returns the status of an answer that is too long or never ends', async () => {
    server.answer((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await post(server.url)).to.deep.equal({ status: 200, answer: 'x'.repeat(200) });
    server.answer((response) => response.writeHead(500).write('and'));
    const limited = webhookSender({ guard: SANDBOX_ADDRESSES, within: 2_000 });
    expect(await post(server.url, limited)).to.deep.equal({ status: 500, answer: 'and' });
    await limited.close();
  });

  it('keeps only those characters of an answer that can be stored and printed', async () => {
    server.answer((response) => response.writeHead(400).end(`no\u0000\u001b[31m ${'é'.repeat(150)}${'😀'.repeat(60)}`));
    const sent = await post(server.url);
    expect(sent)
      .to.have.property('answer')
      .that.matches(/^no \[31m é{150}(😀)+\ufffd?$/u);
  });

  it('returns the pause that an endpoint requests', async () => {
    const after = async (value: string) => {
      server.answer((response) => response.writeHead(503, { 'retry-after': value }).end());
      return ((await post(server.url)) as { readonly retryAfter?: number }).retryAfter;
    };
    expect(await after('90')).to.equal(90_000);
    expect(await after(new Date(Date.now() + 90_000).toUTCString())).to.be.within(1_000, 90_000);
    expect(await after('Wed, 21 Oct 2015 07:28:00 GMT')).to.equal(0);
    expect(await after('soon')).to.equal(undefined);
  });

  it('reports why there is no status, without the sent data', async () => {
    const hasty = webhookSender({ guard: SANDBOX_ADDRESSES, within: 50 });
    server.answer(silence);
    expect(await post(server.url, hasty)).to.deep.equal({ status: null, problem: 'time-out' });
    server.answer(cut);
    expect(await post(server.url)).to.deep.equal({ status: null, problem: 'UND_ERR_SOCKET' });
    expect(await post('http://127.0.0.1:1')).to.deep.equal({ status: null, problem: 'ECONNREFUSED' });
    await hasty.close();
  });

  // Proves: webhooks-reach
  it('opens no connection to a forbidden address in any notation', async () => {
    const outside = webhookSender({ guard: { ...PUBLIC_ADDRESSES, allowsHttp: true } });
    const { port } = new URL(server.url);
    const before = server.asked.length;
    const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0'];
    for (const host of hosts) expect(await post(`http://${host}:${port}`, outside), host).to.deep.equal(FORBIDDEN);
    expect(server.asked).to.have.length(before);
    await outside.close();
  });

  describe('to a host name', () => {
    const silent = Array.from({ length: 16 }, (_, index) => `silent-${index}.example`);
    const own6 = 'fd00:0000:0000:0000:0000:0000:0000:0001';
    const known: Known = {
      ...{ 'healthy.example': ['127.0.0.1'], 'inside.example': ['10.0.0.1'], 'partly.example': ['127.0.0.1', own6] },
      ...Object.fromEntries(silent.map((name) => [name, []])),
    };
    let dns: Awaited<ReturnType<typeof dnsServer>>;
    let byName: WebhookSender;
    before(async () => {
      dns = await dnsServer(known);
      byName = webhookSender({ guard: SANDBOX_ADDRESSES, lookUp: lookUpBy([dns.address]) });
      server.answer((response) => response.writeHead(204).end());
    });
    after(async () => {
      await byName.close();
      dns.close();
    });
    const at = (name: string) => post(`http://${name}:${new URL(server.url).port}`, byName);
    const foundBy = (looking: Promise<unknown>) => looking.catch(({ code }: NodeJS.ErrnoException) => code);

    it('is not delayed by names whose servers are silent', async () => {
      const { Resolver } = promises;
      // Even on a slow machine, the other webhook is answered before any of them is given up.
      promises.Resolver = class extends Resolver {
        constructor() {
          super({ timeout: 600_000, tries: 1 });
        }
      };
      syncBuiltinESMExports();
      try {
        let given = 0;
        const waiting = silent.map((name) => at(name).finally(() => (given += 1)));
        // For each name there is a query for both kinds of addresses.
        while (silent.some((name) => dns.queries.filter((each) => each === name).length < 2)) await turn();
        expect(await at('healthy.example')).to.deep.equal({ status: 204, answer: '' });
        expect(given).to.equal(0);
        dns.breakSilence();
        expect(await Promise.all(waiting)).to.deep.equal(silent.map(() => FORBIDDEN));
      } finally {
        promises.Resolver = Resolver;
        syncBuiltinESMExports();
      }
    });

    it('is given up if the name’s servers are silent, and is not looked up in another way', async () => {
      expect(await foundBy(lookUpBy([dns.address])('silent-0.example'))).to.equal('ETIMEOUT');
    });

    it('resolves every address of the name', async () => {
      expect(await lookUpBy([dns.address])('partly.example')).to.deep.equal([
        { address: '127.0.0.1', family: 4 },
        { address: 'fd00::1', family: 6 },
      ]);
    });

    // Proves: webhooks-reach
    it('opens no connection if one of its addresses is forbidden', async () => {
      for (const name of ['inside.example', 'partly.example']) expect(await at(name), name).to.deep.equal(FORBIDDEN);
    });

    it('resolves a name that only this machine knows', async () => {
      expect(await at('localhost')).to.deep.equal({ status: 204, answer: '' });
      expect(dns.queries).to.not.include('localhost');
      for (const name of [hostname(), 'nobody.invalid'])
        expect(await foundBy(lookUpBy([dns.address])(name))).to.deep.equal(await foundBy(lookup(name, { all: true })));
      expect(dns.queries).to.include('nobody.invalid');
    });
  });

  // Proves: webhooks-reach
  it('uses only https outside a sandbox', async () => {
    const outside = webhookSender({ guard: { ...PUBLIC_ADDRESSES, allows: () => true } });
    expect(await post(server.url, outside)).to.deep.equal(FORBIDDEN);
    await outside.close();
  });
});
