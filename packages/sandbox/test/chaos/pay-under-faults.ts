import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { caller, PAYERS, type Caller, type Journey } from '../processes/caller.ts';
import { inParallel } from '../processes/in-parallel.ts';
import { judgeUploads, judgeWorld } from '../processes/judge.ts';
import type { OpenDatabase } from './databases.ts';
import { comeToRest } from './rest.ts';
import { openWorld, type World } from './world.ts';

/** The means of injecting faults while callers pay. */
export interface Injection {
  readonly world: World;
  readonly random: () => number;
  /** Waits; rejects as soon as a caller has failed. */
  wait(milliseconds: number): Promise<void>;
  /** Resolves after so many more steps of journeys, so that the next fault does not depend on the machine's speed. */
  steps(count: number): Promise<void>;
  readonly progress: (line: string) => void;
}
export type Inject = (injection: Injection) => Promise<void>;

export interface Run {
  readonly seed: number;
  /** By default one server. */
  readonly database?: OpenDatabase | undefined;
  /** New journeys begin until it is over, and until there are `atLeast`. */
  readonly inject: Inject;
  readonly atLeast: number;
  /** Callers at the same time, and milliseconds from one journey of a caller to its next. */
  readonly callers: number;
  readonly every: number;
  /** Milliseconds in which all callers must be done. */
  readonly within: number;
  /** Seconds until the work of a killed process is free again; by default a minute and more. */
  readonly leaseSeconds?: number;
  /** Whether the figures are printed, as docs/measurements.md has them. */
  readonly printsFigures?: boolean;
}

/** A caller in so many uses the payer whose money is refunded; every second one uses idempotency keys. */
const REFUNDED_IN = 8;
/** A vehicle in so many is registered with its document. */
const UPLOADED_IN = 3;

/**
 * Callers have quotes paid through all processes while faults are injected; then all work is finished and judged from
 * outside. Rejects with the seed, which repeats the same faults.
 */
export const payUnderFaults = async (run: Run) => {
  const world = await openWorld(run.seed, run.database);
  try {
    const keys = await world.ready();
    if (run.leaseSeconds !== undefined) await world.shortenLeases(run.leaseSeconds);
    return await payIn(world, keys, run);
  } catch (cause) {
    throw new Error(`SEED=${run.seed} repeats this: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  } finally {
    await world.close();
  }
};

const payIn = async (world: World, keys: readonly string[], run: Run) => {
  const { seed, inject, atLeast, every, within } = run;
  const began = performance.now();
  const random = randomFrom(seed + 1);
  const steps = stepCounter();
  const failed = new AbortController();
  const fail = (cause: unknown): never => {
    failed.abort();
    throw cause;
  };
  const signal = AbortSignal.any([AbortSignal.timeout(within), failed.signal]);
  const { provider, authority } = world.outside.urls;
  const simulators = { mobileMoney: provider, certificateAuthority: authority };
  const companies = keys.map((apiKey, company) =>
    caller(() => ({ baseUrl: world.baseUrl, apiKey, simulators }), { company, signal, onStep: steps.count }),
  );
  const callerOf = (company: number): Caller => companies[company % companies.length] as Caller;
  const journeys: Journey[] = [];
  let begun = 0;
  let isOver = false;
  const call = async (): Promise<void> => {
    while (!isOver || begun < atLeast) {
      const number = (begun += 1);
      const [journey] = await Promise.all([
        callerOf(number).journey({
          plate: `LG-${seed}-${number}`,
          payer: number % REFUNDED_IN === 0 ? PAYERS.short : PAYERS.ordinary,
          keyed: number % 2 === 0,
          uploads: number % UPLOADED_IN === 0,
        }),
        pause(every * 2 * random()),
      ]);
      journeys.push(journey);
    }
  };
  const calling = Array.from({ length: run.callers }, () => call().catch(fail));
  const injected = inject({
    ...{ world, random },
    wait: (milliseconds) => pause(milliseconds, undefined, { signal: failed.signal }),
    steps: (count) => steps.after(count, failed.signal),
    progress: (line) =>
      void process.stdout.write(`    ${line}; ${journeys.length} quotes paid, ${world.fleet.counts().killed} killed\n`),
  }).finally(() => (isOver = true));
  // The first failure ends the others, and all have to have ended before the world may be closed.
  await Promise.all([...calling, injected.catch(fail)]).finally(() => Promise.allSettled([...calling, injected]));

  const keyed = journeys.filter(({ key }) => key !== undefined);
  const again = await inParallel(keyed, 8, ({ company, quoteId, payer, key }) =>
    callerOf(company).openPayment(quoteId, payer, key),
  );
  expect(
    again.map(({ id }) => id),
    'payments under a key that was used before',
  ).to.deep.equal(keyed.map(({ paymentId }) => paymentId));
  const seconds = (performance.now() - began) / 1000;
  expect(await world.fleet.stop(), 'processes that did not end in order').to.deep.equal([]);
  expect(world.fleet.crashes(), 'processes that crashed').to.deep.equal([]);
  await using rest = await comeToRest(world);
  expect(rest.left, 'work that is never finished').to.deep.equal([]);
  expect(rest.actionItems, 'on the operator’s list').to.deep.equal([]);
  expect(await world.query(BEGINNINGS)).to.deep.equal([{ sandboxes: 1, migrated: true }]);
  const verdict = await judgeWorld(world.query, companies, journeys);
  await judgeUploads(world.query, journeys, rest.link);
  const failures = companies.map((each) => each.failures());
  const figures = {
    ...{ ...verdict, ...world.fleet.counts(), seconds, repeated: keyed.length, restHours: rest.hours },
    cut: failures.reduce((sum, { cut }) => sum + cut, 0),
    unavailable: failures.reduce((sum, { unavailable }) => sum + unavailable, 0),
  };
  if (run.printsFigures)
    console.table(
      Object.fromEntries(Object.entries<number>(figures).map(([name, value]) => [name, Math.round(value)])),
    );
  return figures;
};

/** One process alone has filled the empty database, and each migration has run once. */
const BEGINNINGS = `select (select count(*)::int from company where name not like 'Ailleurs%') as sandboxes,
  (select count(*) = count(distinct name) from migration) as migrated`;

const stepCounter = () => {
  let done = 0;
  const waiting = new Set<{ readonly until: number; readonly resolve: () => void }>();
  return {
    count: (): void => {
      done += 1;
      for (const each of waiting) if (done >= each.until) each.resolve();
    },
    after: async (more: number, signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => reject(new Error('a caller has failed')));
      const own = { until: done + more, resolve };
      waiting.add(own);
      await promise;
      waiting.delete(own);
    },
  };
};
