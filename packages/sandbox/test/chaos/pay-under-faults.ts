import { setTimeout as pause } from 'node:timers/promises';
import { later, listActionItems, Ok, type Instant } from '@vehicle-insurance/core';
import { readConfiguration, start, type Service } from '@vehicle-insurance/service';
import { randomFrom } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { pino } from 'pino';
import { moveClock } from '../../src/move-clock.ts';
import { serviceWorker } from '../../src/service-worker.ts';
import { completeInfrastructure } from '../../src/infrastructure.ts';
import { caller, PAYERS, type Caller, type Journey } from '../processes/caller.ts';
import { inParallel } from '../processes/in-parallel.ts';
import { judgeUploads, judgeWorld } from '../processes/judge.ts';
import { findLeases } from '../processes/stored-laws.ts';
import { eventually } from '../sandbox.ts';
import type { OpenDatabase } from './databases.ts';
import { openWorld, type World } from './world.ts';

export interface Injection {
  readonly world: World;
  readonly random: () => number;
  /** Waits, but rejects as soon as a caller has failed. */
  wait(milliseconds: number): Promise<void>;
  /** Resolves after `count` more steps of journeys, so that the next fault does not depend on the machine's speed. */
  steps(count: number): Promise<void>;
  readonly progress: (line: string) => void;
}
export type Inject = (injection: Injection) => Promise<void>;

export interface Run {
  readonly seed: number;
  readonly database?: OpenDatabase | undefined;
  /** New journeys begin until this ends and there are `atLeast`. */
  readonly inject: Inject;
  readonly atLeast: number;
  /** Number of simultaneous callers, and milliseconds between two journeys of a caller. */
  readonly callers: number;
  readonly every: number;
  readonly within: number;
  /** Seconds until the work of a killed process is free again; by default more than a minute. */
  readonly leaseSeconds?: number;
  readonly printsFigures?: boolean;
}

/** One in this number of callers uses the payer whose money is refunded; every second caller uses idempotency keys. */
const REFUNDED_IN = 8;
const UPLOADED_IN = 3;

/** Pays quotes while faults are injected, and checks the results. Rejects with the seed for a repetition. */
export const payUnderFaults = async (run: Run) => {
  const world = await openWorld(run.seed, run.database);
  try {
    const keys = await world.ready();
    if (run.leaseSeconds !== undefined) await world.shortenLeases(run.leaseSeconds);
    return await payIn(world, keys, run);
  } catch (cause) {
    const { message = String(cause), requestId } = cause as Partial<Error & { readonly requestId: string }>;
    const logged = requestId === undefined ? [] : world.fleet.logged(requestId);
    throw new Error([`SEED=${run.seed} repeats this: ${message}`, ...logged].join('\n'), { cause });
  } finally {
    await world.close();
  }
};

const payIn = async (world: World, keys: readonly string[], run: Run) => {
  const { seed, inject, atLeast, every, within } = run;
  const began = performance.now();
  const random = randomFrom(seed + 1);
  let steps = 0;
  const failed = new AbortController();
  const fail = (cause: unknown): never => {
    failed.abort();
    throw cause;
  };
  const signal = AbortSignal.any([AbortSignal.timeout(within), failed.signal]);
  const { provider, authority } = world.outside.urls;
  const simulators = { mobileMoney: provider, certificateAuthority: authority };
  const companies = keys.map((apiKey, company) =>
    caller(() => ({ baseUrl: world.baseUrl, apiKey, simulators }), { company, signal, onStep: () => (steps += 1) }),
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
    steps: async (count) => {
      const until = steps + count;
      const isReached = async () => {
        failed.signal.throwIfAborted();
        return steps >= until;
      };
      await eventually(isReached, Boolean, within);
    },
    progress: (line) =>
      void process.stdout.write(`    ${line}; ${journeys.length} quotes paid, ${world.fleet.counts().killed} kills\n`),
  }).finally(() => (isOver = true));
  // The first failure ends the others, and all must have ended before the world may be closed.
  await Promise.all([...calling, injected.catch(fail)]).finally(() => Promise.allSettled([...calling, injected]));

  const keyed = journeys.filter(({ key }) => key !== undefined);
  const again = await inParallel(keyed, 8, ({ company, quoteId, payer, key }) =>
    callerOf(company).openPayment(quoteId, payer, key),
  );
  expect(
    again.map(({ id }) => id),
    'payments under a duplicate key',
  ).to.deep.equal(keyed.map(({ paymentId }) => paymentId));
  const seconds = (performance.now() - began) / 1000;
  expect(await world.fleet.stop(), 'processes that did not end in an orderly way').to.deep.equal([]);
  expect(world.fleet.crashes(), 'processes that crashed').to.deep.equal([]);
  await using rest = await comeToRest(world);
  expect(rest.left, 'unfinished work').to.deep.equal([]);
  expect(rest.actionItems, 'action items').to.deep.equal([]);
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

/** Only one process has seeded the empty database, and each migration has run once. */
const BEGINNINGS = `select (select count(*)::int from company where name not like 'Ailleurs%') as sandboxes,
  (select count(*) = count(distinct name) from migration) as migrated`;

/** Hours on the clock in which all work must be finished: a day and an hour, and one more for the last round. */
const REST_WITHIN = 26;

/** Milliseconds in which the leases of dead processes end, unless they are shortened. */
const LEASES_END_WITHIN = 150_000;

/**
 * Waits for leases of dead processes, then lets one process finish all work while the clock moves. The process still
 * answers requests.
 */
const comeToRest = async (world: World) => {
  const { clock, workers } = world.outside;
  await eventually(
    () => findLeases(world.query),
    ({ length }) => length === 0,
    LEASES_END_WITHIN,
  );
  const variables = readConfiguration(world.oneMore).unwrap();
  const infrastructure = { ...completeInfrastructure(variables), clock };
  let bound: Service['bound'] | undefined;
  const running = await start(variables, pino({ level: 'silent' }), {
    infrastructure: async () => infrastructure,
    prepare: async (service) => {
      bound = service.bound;
      return {};
    },
  });
  if (!bound) throw new Error('the service was not prepared');
  const { documents, mobileMoney } = bound;
  const move = moveClock({
    ...{ clock, lock: infrastructure.lock, workers: [serviceWorker(bound), ...workers] },
    resumeOpenings: mobileMoney[0].resume,
  });
  const forward = (hours: number) => move((now: Instant) => Ok(later(now, { hours })));
  let hours = 0;
  await forward(0);
  for (; hours < REST_WITHIN && (await findUnsettled(world)).length > 0; hours += 1) await forward(1);
  return {
    hours,
    left: await findUnsettled(world),
    actionItems: await listActionItems(bound)(),
    link: (key: string) => documents.link(key),
    [Symbol.asyncDispose]: running.stop,
  };
};

const findUnsettled = async ({ query }: World): Promise<readonly string[]> => {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'due_at' and table_name <> 'statement_reading'`,
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count from ${name}
      where due_at is not null or leased_until > clock_timestamp()`,
  );
  const counted = await query<{ name: string; count: number }>(counts.join(' union all '));
  return counted.filter(({ count }) => count > 0).map(({ name, count }) => `${count} in ${name}`);
};
