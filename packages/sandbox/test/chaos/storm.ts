import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { callerIn, carefulCaller, PAYERS, type Journey } from './careful-caller.ts';
import type { OpenDatabase } from './databases.ts';
import { inParallel } from './in-parallel.ts';
import { judge, type Verdict } from './judge.ts';
import { comeToRest } from './rest.ts';
import { oneOf } from './chosen.ts';
import { openWorld, type World } from './world.ts';

/** What is done to the processes while callers pay. */
export interface Weather {
  readonly world: World;
  readonly random: () => number;
  /** Waits, unless a caller has failed: then it rejects, and there is nothing more to do. */
  wait(milliseconds: number): Promise<void>;
  /** Resolves after so many more steps of journeys, so that what comes next does not depend on the machine's speed. */
  steps(count: number): Promise<void>;
  /** Shows how far it is. */
  readonly progress: (line: string) => void;
}

export interface Storm {
  readonly seed: number;
  /** One server, unless it is another. */
  readonly database?: OpenDatabase | undefined;
  /** New journeys begin until it is over, and until there are `atLeast`. */
  readonly trouble: (weather: Weather) => Promise<void>;
  readonly atLeast: number;
  /** Callers on their way at the same time, and milliseconds from one journey of a caller to its next. */
  readonly callers: number;
  readonly every: number;
  /** Milliseconds in which all callers must be done. */
  readonly within: number;
  /** Seconds until the work of a killed process is free again, if not the minute and more it is otherwise. */
  readonly leaseSeconds?: number;
}

/** What it came to. */
export interface Figures extends Verdict {
  readonly seconds: number;
  readonly killed: number;
  readonly failedStarts: number;
  readonly repeated: number;
  readonly cut: number;
  readonly unavailable: number;
  /** Hours of the clock until nothing was due any more. */
  readonly restHours: number;
}

/** A caller in so many sends the payer whose money has to go back; every second one uses idempotency keys. */
const REFUNDED_IN = 8;

/** A vehicle in so many is registered with its document. */
const UPLOADED_IN = 3;

/**
 * Callers have quotes paid through all processes while trouble is made; then everything comes to rest and is judged
 * from outside. Rejects with the seed, by which the same trouble is made again.
 */
export const weather = async (storm: Storm): Promise<Figures> => {
  const world = await openWorld(storm.seed, storm.database);
  try {
    const keys = await world.ready();
    if (storm.leaseSeconds !== undefined) await world.shortenLeases(storm.leaseSeconds);
    return await weatherIn(world, keys, storm);
  } catch (cause) {
    throw new Error(`SEED=${storm.seed} makes it again: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  } finally {
    await world.close();
  }
};

const weatherIn = async (world: World, keys: readonly string[], storm: Storm): Promise<Figures> => {
  const { seed, trouble, atLeast, callers, every, within } = storm;
  const began = performance.now();
  const random = randomFrom(seed + 1);
  const passed = stepCounter();
  const failed = new AbortController();
  const fail = (cause: unknown): never => {
    failed.abort();
    throw cause;
  };
  const signal = AbortSignal.any([AbortSignal.timeout(within), failed.signal]);
  const companies = keys.map((apiKey, company) =>
    carefulCaller({ ...world, company, apiKey, signal, stepped: passed.step }),
  );
  const journeys: Journey[] = [];
  let begun = 0;
  let isOver = false;
  const call = async (): Promise<void> => {
    while (!isOver || begun < atLeast) {
      const number = (begun += 1);
      const payer = number % REFUNDED_IN === 0 ? PAYERS.short : PAYERS.ordinary;
      const [journey] = await Promise.all([
        callerIn(companies, number % companies.length).journey(`LG-${seed}-${number}`, {
          payer,
          keyed: number % 2 === 0,
          uploads: number % UPLOADED_IN === 0,
        }),
        pause(every * 2 * random()),
      ]);
      journeys.push(journey);
    }
  };
  const calling = Array.from({ length: callers }, () => call().catch(fail));
  const progress = (line: string): void =>
    void process.stdout.write(`    ${line}; ${journeys.length} quotes paid, ${world.fleet.counts().killed} killed\n`);
  const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal: failed.signal });
  const steps = (count: number) => passed.after(count, failed.signal);
  const troubled = trouble({ world, random, wait, steps, progress }).finally(() => (isOver = true));
  const all = Promise.all([...calling, troubled.catch(fail)]);
  // What fails first ends the others, and all have to have ended before the world may be closed.
  await all.finally(() => Promise.allSettled([...calling, troubled]));

  const keyed = journeys.filter(({ key }) => key !== undefined);
  const again = await inParallel(keyed, 8, (journey) => callerIn(companies, journey.company).again(journey));
  expect(again, 'payments answered under a key that was used before').to.deep.equal(
    keyed.map(({ paymentId }) => paymentId),
  );
  const seconds = (performance.now() - began) / 1000;
  expect(await world.fleet.stop(), 'processes that did not end in order').to.deep.equal([]);
  expect(world.fleet.crashes(), 'processes that ended by themselves').to.deep.equal([]);
  const rest = await comeToRest(world);
  try {
    const verdict = await judge(world, companies, journeys, rest);
    const told = companies.map((caller) => caller.told());
    const cut = sumOf(told.map((each) => each.cut));
    const unavailable = sumOf(told.map((each) => each.unavailable));
    const repeated = keyed.length;
    return { ...verdict, ...world.fleet.counts(), seconds, repeated, cut, unavailable, restHours: rest.hours };
  } finally {
    await rest.stop();
  }
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

const stepCounter = () => {
  let steps = 0;
  const waiting = new Set<{ readonly until: number; readonly resolve: () => void }>();
  return {
    step: (): void => {
      steps += 1;
      for (const each of waiting) if (steps >= each.until) each.resolve();
    },
    after: async (count: number, signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => reject(new Error('a caller has failed')));
      const own = { until: steps + count, resolve };
      waiting.add(own);
      await promise;
      waiting.delete(own);
    },
  };
};

/** Kills so many processes at random moments. */
export const kills =
  (count: number, meanMilliseconds: number) =>
  async ({ world, random, wait, progress }: Weather): Promise<void> => {
    const goal = world.fleet.counts().killed + count;
    for (let reported = 0; world.fleet.counts().killed < goal;) {
      await wait(2 * meanMilliseconds * random());
      world.fleet.killOne();
      const done = count - goal + world.fleet.counts().killed;
      if (done >= reported + 25) progress(`${(reported = done)} of ${count} kills`);
    }
  };

/** Kills the database so many times at random moments, as a power cut does; it starts again at once. */
export const databaseKills =
  (count: number, meanMilliseconds: number) =>
  async ({ world, random, wait, progress }: Weather): Promise<void> => {
    for (let done = 1; done <= count; done += 1) {
      await wait(2 * meanMilliseconds * random());
      await world.database.lose('at once', 0);
      if (done % 10 === 0) progress(`${done} of ${count} kills of the database`);
    }
  };

/** Kills random nodes of a cluster so many times; each is away for a while, now and then too short to be noticed. */
export const nodeKills =
  (count: number, meanMilliseconds: number) =>
  async ({ world, random, wait, progress }: Weather): Promise<void> => {
    for (let done = 1; done <= count; done += 1) {
      await wait(2 * meanMilliseconds * random());
      const node = Math.floor(world.database.nodes * random());
      const away = 2 * meanMilliseconds * random();
      await world.database.lose('at once', away, node);
      progress(`${done} of ${count} kills of a node: node ${node}, for ${Math.round(away)} ms`);
    }
  };

/** Lets the provider's notifications through, and not, for about so long each, while other trouble is made. */
export const notificationsOnAndOff =
  (meanMilliseconds: number, other: (weather: Weather) => Promise<void>) =>
  async (weather: Weather): Promise<void> => {
    const { world, random } = weather;
    const over = new AbortController();
    const { notifications } = world.links;
    const switching = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await pause(2 * meanMilliseconds * random(), undefined, { signal: over.signal }).catch(() => undefined);
        await (oneOf(random, [notifications.cut, notifications.mend]) ?? notifications.mend)();
      }
      await notifications.mend();
    };
    const switched = switching();
    await other(weather).finally(() => {
      over.abort();
      return switched;
    });
  };

/** Milliseconds after which only one that stands still has not given back what it held; its lease is not over yet. */
const GIVEN_BACK_WITHIN = 1_500;

/**
 * Stops a random worker so many times, each for at least so long, in the middle of a call that takes its time. Fails
 * where too few of them held work meanwhile.
 */
export const freezes =
  (count: number, leastMilliseconds: number) =>
  async ({ world, random, wait, progress }: Weather): Promise<void> => {
    const ways = [world.links['worker-provider'], world.links['worker-authority']];
    for (const way of ways) way.delay(300);
    let holding = 0;
    for (let done = 1; done <= count; done += 1) {
      await Promise.race(ways.map((way) => way.used()));
      const thaw = world.fleet.freezeWorker();
      // One that stands still cannot be stopped in order.
      try {
        const held = await leasesIn(world);
        await wait(GIVEN_BACK_WITHIN);
        const kept = new Set(await leasesIn(world));
        if (held.some((lease) => kept.has(lease))) holding += 1;
        await wait(leastMilliseconds * (1 + random()) - GIVEN_BACK_WITHIN);
      } finally {
        thaw();
      }
      progress(`${done} of ${count} stops of a worker, ${holding} of them with work in hand`);
      await wait(leastMilliseconds * random());
    }
    for (const way of ways) await way.mend();
    expect(holding, 'workers that stood still with work in hand').to.be.at.least(count / 4);
  };

/** The leases that are held just now. */
const leasesIn = async ({ query }: World): Promise<readonly string[]> => {
  const held = ['payment', 'refund', 'certificate_request', 'contract'].map(
    (table) => `select lease_token as lease from ${table} where leased_until > clock_timestamp()`,
  );
  return (await query<{ lease: string }>(held.join(' union all '))).map(({ lease }) => lease);
};
