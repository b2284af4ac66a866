import { Ok } from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate as tick } from 'node:timers/promises';
import { turnsOf, type Queue, type TurnLimits } from '../../src/callers/turns.ts';
import { inMemory, listening, type Listening } from '../serving.ts';

const AT_ONCE = 3;
const WAITING = 4;
const LIMITS: TurnLimits = { atOnce: AT_ONCE, waiting: WAITING, milliseconds: 60_000 };
const never = () => new Promise<never>(() => undefined);

describe('the turns of a company', () => {
  it('are granted in order of arrival, independently of other companies', async () => {
    const turns = turnsOf({ ...LIMITS, atOnce: 1 });
    const first = await turns.take('A', never);
    const order: string[] = [];
    const ask = async (name: string) => {
      const giveBack = await turns.take('A', never);
      order.push(name);
      giveBack?.();
    };
    const waiting = ['second', 'third', 'fourth'].map(ask);
    (await turns.take('B', never))?.();
    expect(order).to.deep.equal([]);
    first?.();
    await Promise.all([...waiting, ask('newcomer')]);
    expect(order).to.deep.equal(['second', 'third', 'fourth', 'newcomer']);
  });

  it('are refused to a caller after its time-out, which frees its place in the queue', async () => {
    const turns = turnsOf({ atOnce: 1, waiting: 1, milliseconds: 20 });
    const first = await turns.take('A', never);
    expect(await turns.take('A', never)).to.equal(undefined);
    const next = turns.take('A', never);
    first?.();
    expect(await next).to.be.a('function');
  });

  it('are granted again as soon as they are released, even if several are released at once', async () => {
    const turns = turnsOf({ ...LIMITS, atOnce: 2, milliseconds: 100 });
    const take = () => turns.take('A', never);
    const [held, next] = [await Promise.all([take(), take()]), [take(), take()]];
    for (const giveBack of held) giveBack?.();
    for (const turn of await Promise.all(next)) expect(turn).to.be.a('function');
  });

  it('remove the queue when the last caller leaves, but keep the queue of later callers', async () => {
    const queues = new Map<string, Queue>();
    const turns = turnsOf({ ...LIMITS, atOnce: 1 }, queues);
    for (const ends of ['resolve', 'reject'] as const) {
      const first = await turns.take('A', never);
      const gone = Promise.withResolvers<undefined>();
      const second = turns.take('A', () => gone.promise);
      gone[ends](undefined);
      first?.();
      expect(await second, ends).to.equal(undefined);
      expect(queues.size, ends).to.equal(0);
    }

    const third = await turns.take('A', never);
    const disconnected = Promise.withResolvers<void>();
    const waiting = turns.take('A', () => disconnected.promise);
    third?.();
    const fourth = await waiting;
    fourth?.();
    expect(queues.size).to.equal(0);
    const fifth = await turns.take('A', never);
    disconnected.resolve();
    await tick();
    expect(queues.size).to.equal(1);
    fifth?.();
    expect(queues.size).to.equal(0);
  });
});

describe('the requests of one company', () => {
  let api: Listening;
  let running: number;
  let most: number;
  let begun: number;
  /** Requests that wait in the use case until a test releases them. */
  let blocked: PromiseWithResolvers<void>[];
  /** Until this settles, keys are being checked. */
  let checked = Promise.resolve();

  /** Every key is a company. `/coverage` blocks; an id with `fails` throws; events wait for `wait` seconds. */
  beforeEach(async () => {
    running = 0;
    most = 0;
    begun = 0;
    blocked = [];
    const { dependencies } = await inMemory();
    const run = async (): Promise<void> => {
      running += 1;
      begun += 1;
      most = Math.max(most, running);
      const block = Promise.withResolvers<void>();
      blocked.push(block);
      await block.promise.finally(() => (running -= 1));
    };
    const { listCoverages } = dependencies.useCases;
    const useCases: typeof dependencies.useCases = {
      ...dependencies.useCases,
      listCoverages: async (...asked) => {
        await run();
        return listCoverages(...asked);
      },
      listEvents: async ({ idle = (wait) => wait() }) => {
        await idle(run);
        return Ok({ data: [], next: 0, newest: 0 });
      },
    };
    api = await listening(
      {
        ...dependencies,
        useCases,
        authenticate: (key = '') => checked.then(() => Ok({ companyId: key, keyId: key })),
        limits: { inProgress: LIMITS },
      },
      'A',
    );
  });
  afterEach(async () => {
    for (const block of blocked) block.resolve();
    await api.close();
  });

  const ask = (company = 'A', path = '/coverage') => api.get(path, { headers: { 'x-api-key': company } });
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await tick();
  };
  const letGo = async (): Promise<void> => {
    while (running > 0) {
      for (const block of blocked.splice(0)) block.resolve();
      await tick();
    }
  };

  const whileLetGo = async <Value>(done: Promise<Value>): Promise<Value> => {
    let isDone = false;
    void done.finally(() => (isDone = true)).catch(() => undefined);
    while (!isDone) await letGo().then(tick);
    return done;
  };

  // Proves: 429-per-company
  it('run a few at once, wait beyond that, and are answered 429 with Retry-After when too many wait', async () => {
    const answers = Array.from({ length: AT_ONCE + WAITING }, () => ask());
    await until(() => running === AT_ONCE);
    const refused = await Promise.race([...answers, ask(), ask()]);
    expect([refused.status, refused.body.code]).to.deep.equal([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).to.equal('1');
    const others = ask('B');
    await until(() => running === AT_ONCE + 1);
    await whileLetGo(Promise.allSettled([...answers, others]));
    expect(most).to.equal(AT_ONCE + 1);
    expect((await others).status).to.equal(200);
  });

  it('do not run if their callers disconnect before their turn, and leave their place to others', async () => {
    const running = Array.from({ length: AT_ONCE }, () => ask());
    await until(() => begun === AT_ONCE);
    const hangingUp = new AbortController();
    const headers = { 'x-api-key': 'A' };
    const waiting = Array.from({ length: WAITING + 1 }, () =>
      fetch(`${api.origin}/api/v1.0/coverage`, { headers, signal: hangingUp.signal }),
    );
    // The last request finds the queue full: all others wait.
    expect((await Promise.race(waiting)).status).to.equal(429);
    hangingUp.abort();
    await Promise.allSettled(waiting);
    await api.get('//health/live');
    const all = await whileLetGo(Promise.all([...running, ...Array.from({ length: WAITING }, () => ask())]));
    expect(new Set(all.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(begun).to.equal(AT_ONCE + WAITING);
  });

  it('do not run if their callers disconnect while their keys are checked', async () => {
    const check = Promise.withResolvers<void>();
    checked = check.promise;
    const [hangingUp, headers] = [new AbortController(), { 'x-api-key': 'A' }];
    const left = fetch(`${api.origin}/api/v1.0/coverage`, { headers, signal: hangingUp.signal });
    await api.get('//health/live');
    hangingUp.abort();
    await Promise.allSettled([left]);
    await api.get('//health/live');
    check.resolve();
    await whileLetGo(ask());
    expect(begun).to.equal(1);
  });

  it('do not count while they wait for an event', async () => {
    const polls = Array.from({ length: 2 * AT_ONCE }, () => ask('A', '/event?after=0&wait=5'));
    await until(() => running === 2 * AT_ONCE);
    const other = ask('A');
    await until(() => running === 2 * AT_ONCE + 1);
    await letGo();
    for (const { status } of await Promise.all([...polls, other])) expect(status).to.equal(200);
  });

  it('hold no turn while they are sending their body', async () => {
    const slow = Array.from({ length: AT_ONCE + WAITING + 1 }, () => {
      const sending = request(`${api.origin}/api/v1.0/quote/create`, {
        method: 'POST',
        headers: { 'x-api-key': 'A', 'content-type': 'application/json', 'content-length': '1000' },
      });
      sending.on('error', () => undefined);
      sending.write('{');
      return sending;
    });
    await Promise.all(slow.map((each) => once(each, 'socket')));
    const answer = ask();
    await until(() => running === 1);
    await letGo();
    expect((await answer).status).to.equal(200);
    for (const each of slow) each.destroy();
  });

  it('release each turn exactly once, in every way in which they can end', async () => {
    const kinds = fc.constantFrom('served', 'fails', 'aborted', 'aborted poll', 'poll', 'refused');
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 12 }), async (mixture) => {
        const ends = mixture.map(async (kind) => {
          const other = kind === 'refused' ? '/vehicle?page=0' : '/coverage';
          const path = kind.endsWith('poll') ? '/event?after=0&wait=5' : other;
          const abort = new AbortController();
          const answer = fetch(`${api.origin}/api/v1.0${path}`, {
            headers: { 'x-api-key': 'A' },
            signal: abort.signal,
          }).then(
            (each) => each.text(),
            () => undefined,
          );
          await tick();
          if (kind === 'fails') blocked.at(-1)?.reject(new Error('the use case failed'));
          if (kind.startsWith('aborted')) abort.abort();
          await answer;
        });
        await whileLetGo(Promise.allSettled(ends));
        // Aborted requests may still run.
        await letGo();

        const full = Array.from({ length: AT_ONCE + 1 }, () => ask());
        await until(() => running === AT_ONCE);
        for (let turn = 0; turn < 5; turn += 1) await tick();
        expect(running).to.equal(AT_ONCE);
        const served = await whileLetGo(Promise.all(full));
        for (const { status } of served) expect(status).to.equal(200);
        expect(running).to.equal(0);
      }),
      { numRuns: 25 },
    );
  });
});
