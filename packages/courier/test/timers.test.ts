import type { InsuranceClient } from '@vehicle-insurance/client';
import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { startDispatcher } from '../src/dispatcher.ts';
import { readFeed } from '../src/feed-reader.ts';
import { forgetDeliveries } from '../src/forget-deliveries.ts';
import { lookUpBy } from '../src/look-up.ts';
import { courierMetrics } from '../src/metrics.ts';
import { observe } from '../src/observe.ts';
import { SANDBOX_ADDRESSES } from '../src/address-guard.ts';
import { newSecret } from '../src/secret.ts';
import { webhookSender, type Sent } from '../src/sender.ts';
import type { Store } from '../src/store/open-store.ts';
import type { Claimed, Outcome } from '../src/store/settle.ts';
import { GONE, type Endpoint } from '../src/store/tables.ts';

const ENDPOINT = { id: 'e1', address: 'http://127.0.0.1:1', secrets: [newSecret()], version: 1 } as unknown as Endpoint;
const store = (own: Partial<Store>): Store => ({ endpoints: async () => [], ...own }) as unknown as Store;
const report = (): void => undefined;
const sender = { send: async () => ({ status: 204, answer: '' }), close: async () => undefined };

const someTurns = async (): Promise<void> => {
  for (let turns = 0; turns < 500; turns += 1) await turn();
};

describe('the courier', () => {
  it('waits 15 seconds for an endpoint’s answer', async () => {
    const real = webhookSender({ guard: SANDBOX_ADDRESSES });
    const send = () => real.send({ address: ENDPOINT.address, headers: {}, body: '{}' });
    expect(await timersDuring(send)).to.include(15_000);
    await real.close();
  });

  it('waits one second for each name server, and tries twice', async () => {
    const { Resolver } = dns;
    let limits: unknown;
    dns.Resolver = class extends Resolver {
      constructor(options: object) {
        super(options);
        limits = options;
      }
    };
    syncBuiltinESMExports();
    await lookUpBy(['127.0.0.1:1'])('healthy.example').catch(() => undefined);
    dns.Resolver = Resolver;
    syncBuiltinESMExports();
    expect(limits).to.deep.equal({ timeout: 1_000, tries: 2 });
  });

  it('requests events with a wait of 25 seconds, and again 2 seconds after a failure', async () => {
    const waits: unknown[] = [];
    const client = {
      listEvents: async ({ wait }: { readonly wait: number }) => {
        waits.push(wait);
        throw new Error('away');
      },
    } as unknown as InsuranceClient;
    const feed = { name: 'key', position: 0, last_event: null, problem: null };
    const pauses = await timersDuring(async () => {
      const feeds = async () => [feed] as unknown as Awaited<ReturnType<Store['feeds']>>;
      const dependencies = { store: store({ feeds, setProblem: async () => undefined }), client: () => client, report };
      const reader = readFeed('key', { ...dependencies, onDeliveries: () => undefined });
      while (waits.length < 3) await turn();
      await reader.stop();
    });
    expect(new Set(waits)).to.deep.equal(new Set([25]));
    expect(pauses).to.include(2_000);
  });

  it('checks for due deliveries every half second, and 5 milliseconds after an attempt has ended', async () => {
    const claims: number[] = [];
    const pauses = await timersDuring(async () => {
      const claim = async () => {
        claims.push(performance.now());
        // More deliveries become due while the due ones are claimed.
        if (claims.length === 1) dispatcher.fire();
        return [];
      };
      const dispatcher = startDispatcher({ store: store({ claim }), report, retry: () => 1, sender });
      dispatcher.use([ENDPOINT]);
      dispatcher.fire();
      while (claims.length < 3) await turn();
      await dispatcher.stop();
    });
    const [first = 0, second = 0, third = 0] = claims;
    expect([second - first, third - first]).to.deep.equal([5, 500]);
    expect(pauses.slice(0, 3)).to.deep.equal([5, 500, 5]);
    expect(new Set(pauses)).to.deep.equal(new Set([500, 5]));
  });

  it('records each attempt once, even if others cannot be recorded at the same time, and stops after the last', async () => {
    const all = Array.from({ length: 60 }, (_, position) => position);
    const [waiting, settled]: [number[], number[]] = [[...all], []];
    const ends: (() => void)[] = [];
    let [rounds, most, ended] = [0, 0, ''];
    const happens = async (happened: () => boolean): Promise<void> => {
      for (const end = performance.now() + 3_000; !happened() && performance.now() < end;) await turn();
    };
    const claim = async (rooms: readonly { readonly endpoint: string; readonly free: number }[]) =>
      rooms.flatMap(({ endpoint: endpoint_id, free }) =>
        waiting.splice(0, free).map((position) => ({ endpoint_id, position, attempts: 1, webhook_id: 'm', body: '' })),
      );
    const gone = new Set<string>();
    const changeEndpoint = async ({ id }: Endpoint) => {
      gone.add(id);
      ends.shift()?.();
      await someTurns();
    };
    const settle = async (outcomes: readonly Outcome[]) => {
      for (const end of [ends.shift(), ends.shift(), ends.pop()]) end?.();
      await someTurns();
      if ((rounds += 1) === 2) throw new Error('away');
      // An endpoint that is gone is switched off first.
      settled.push(
        ...outcomes.flatMap(({ claimed: { endpoint_id: id, position } }) => (gone.has(id) ? [position] : [])),
      );
    };
    const send = () =>
      new Promise<Sent>((end) => {
        ends.push(() => end({ status: 410, answer: '' }));
        most = Math.max(most, ends.length);
      });
    const work = async (): Promise<void> => {
      const own = store({ claim, settle, changeEndpoint } as unknown as Partial<Store>);
      const dispatcher = startDispatcher({ store: own, report, retry: () => 1, sender: { ...sender, send } });
      dispatcher.use([ENDPOINT, { ...ENDPOINT, id: 'e2' }]);
      await happens(() => ends.length === 16);
      ends.shift()?.();
      await happens(() => waiting.length === 0);
      const stopped = dispatcher.stop().then(() => (ended = 'by itself'));
      await happens(() => ended !== '');
      ended ||= 'never';
      await stopped.catch(() => undefined);
    };
    // A dispatcher that would continue for ever fails at its next pause.
    await timersDuring(work, () => (ended === 'never' ? expect.fail() : 0));
    expect(ended).to.equal('by itself');
    expect(most, 'attempts in progress at two endpoints').to.equal(16);
    expect(rounds, 'every attempt that has ended leaves room for another').to.be.below(20);
    expect(settled.toSorted((one, other) => one - other)).to.deep.equal(all);
  });

  it('switches off only the version of an endpoint that answered 410, not one changed in the meantime', async () => {
    const [answer, switched] = [Promise.withResolvers<Sent>(), Promise.withResolvers<Pick<Endpoint, 'version'>>()];
    const due = [{ endpoint_id: 'e1', position: 1, attempts: 1, webhook_id: 'm', body: '' } as unknown as Claimed];
    const own = store({
      claim: async () => due.splice(0),
      changeEndpoint: async (read) => {
        switched.resolve(read);
        return false;
      },
      settle: async () => undefined,
    });
    await timersDuring(async () => {
      const send = () => answer.promise;
      const dispatcher = startDispatcher({ store: own, report, retry: () => 1, sender: { ...sender, send } });
      dispatcher.use([ENDPOINT]);
      while (due.length > 0) await turn();
      dispatcher.use([{ ...ENDPOINT, address: 'http://127.0.0.1:2', version: 2 }]);
      answer.resolve({ status: 410, answer: '' });
      expect(await switched.promise).to.include({ version: 1 });
      await dispatcher.stop();
    });
  });

  it('deletes all old deliveries of every endpoint every hour', async () => {
    const asked: string[] = [];
    const forget = async (id: string) => asked.push(id) % 3 !== 0;
    const endpoints = async () => [ENDPOINT, { ...ENDPOINT, id: 'e2' }];
    const pauses = await timersDuring(async () => {
      const forgetting = forgetDeliveries({ store: store({ endpoints, forget }), days: 30, report });
      for (const end = Date.now() + 3_000; asked.length < 7 && Date.now() < end;) await turn();
      await forgetting.stop();
    });
    expect(new Set(pauses)).to.deep.equal(new Set([3_600_000]));
    expect(asked.slice(0, 7).join()).to.equal('e1,e1,e1,e2,e2,e2,e1');
  });

  it('stops even if the last attempts cannot be recorded, since other processes retry after the leases end', async () => {
    let rounds = 0;
    const claimed = { endpoint_id: 'e1', position: 1, attempts: 1, webhook_id: 'm', body: '' } as unknown as Claimed;
    // A dispatcher that waits for the database ends when the database returns.
    const settle = async () => ((rounds += 1) < 9 ? Promise.reject(new Error('away')) : undefined);
    const own = store({ claim: async () => (rounds === 0 ? [claimed] : []), settle });
    await timersDuring(async () => {
      const dispatcher = startDispatcher({ store: own, report, retry: () => 1, sender });
      dispatcher.use([ENDPOINT]);
      dispatcher.fire();
      while (rounds === 0) await turn();
      await dispatcher.stop();
    });
    expect(rounds).to.be.below(9);
  });

  it('shows waiting and given-up deliveries, gone endpoints and unreadable feeds in separate series', async () => {
    const endpoint = (id: string, is_on = true, off_reason: string | null = null) => ({ id, is_on, off_reason });
    const row = (id: string, state: string, count: number, seconds: number) => ({
      endpoint: id,
      state,
      count,
      seconds,
    });
    let endpoints = [endpoint('on'), endpoint('off', false, 'by command'), endpoint('gone', false, GONE)];
    let feeds = [
      { name: 'read', problem: null },
      { name: 'lost', problem: 'away' },
    ];
    const { text, count } = courierMetrics({
      endpoints: async () => endpoints,
      backlog: async () => [row('on', 'waiting', 2, 50), row('on', 'given_up', 3, 900), row('off', 'waiting', 4, 70)],
      feeds: async () => feeds,
    } as unknown as Parameters<typeof courierMetrics>[0]);
    for (const result of ['204', '204', '503']) count('attempt', { endpoint: 'on', result });
    count('failed', { error: 'away' });
    const shown = (await text()).split('\n');
    for (const series of [
      ...['deliveries{endpoint="on",state="waiting"} 2', 'deliveries{endpoint="on",state="given_up"} 3'],
      ...['deliveries{endpoint="off",state="waiting"} 4', 'deliveries{endpoint="off",state="given_up"} 0'],
      ...['oldest_delivery_seconds{endpoint="on"} 50', 'oldest_delivery_seconds{endpoint="off"} 0'],
      ...['endpoint_gone{endpoint="on"} 0', 'endpoint_gone{endpoint="off"} 0', 'endpoint_gone{endpoint="gone"} 1'],
      ...['feed_unreadable{feed="read"} 0', 'feed_unreadable{feed="lost"} 1', 'store_answers 1', 'failures_total 1'],
      ...['attempts_total{endpoint="on",result="204"} 2', 'attempts_total{endpoint="on",result="503"} 1'],
    ])
      expect(shown).to.include(`courier_${series}`);
    [endpoints, feeds] = [[], []];
    expect(await text(), 'after they were removed').to.not.match(/endpoint="gone"|feed="lost"/);
  });

  it('is not ready while its database does not answer', async () => {
    const feeds = () => Promise.reject(new Error('away'));
    const { url, close } = await observe(store({ feeds }), { port: 0, host: '127.0.0.1' });
    const response = await fetch(`${url}/health/ready`);
    const said = [response.status, await response.text()];
    await close();
    expect(said).to.deep.equal([503, '{"problems":["The database does not answer."]}']);
  });

  it('responds to an operator’s tools after 3 seconds without an answer of its database', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    let text = '';
    const pauses = await timersDuring(async () => {
      text = await courierMetrics({ backlog: never, endpoints: never, feeds: never }).text();
    });
    expect(pauses).to.include(3_000);
    expect(text).to.include('courier_store_answers 0');
  });
});
