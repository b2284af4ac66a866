import { setTimeout as pause } from 'node:timers/promises';
import { later, listActionItems, Ok, type ActionItem, type Instant } from '@vehicle-insurance/core';
import { configuredInfrastructure, readConfiguration, start, type Service } from '@vehicle-insurance/service';
import { pino } from 'pino';
import { moveClock } from '../../src/move-clock.ts';
import { serviceWorker } from '../../src/service-worker.ts';
import { withLock } from '../../src/take-role.ts';
import type { World } from './world.ts';

/** Hours of the clock in which all must have come to rest: a day and an hour, and one more for the last round. */
const REST_WITHIN = 26;
/** The longest lease, in milliseconds, and the time to see that it has ended. */
const LEASES_END_WITHIN = 200_000;

/** What was found at rest, with one process still there that answers callers. */
export interface Rest {
  /** Hours of the clock it took. */
  readonly hours: number;
  /** What is due or leased all the same, by table. */
  readonly left: readonly string[];
  readonly actionItems: readonly ActionItem[];
  /** Where a stored file opens. */
  link(key: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Waits until the leases of the dead have ended, then lets one process do all the rest while the clock is put forward,
 * as in a sandbox: from one due time to the next.
 */
export const comeToRest = async (world: World): Promise<Rest> => {
  const { clock, workers } = world.outside;
  const giveUp = performance.now() + LEASES_END_WITHIN;
  while ((await leftIn(world, 'leased_until > clock_timestamp()')).length > 0 && performance.now() < giveUp)
    await pause(500);

  const variables = readConfiguration(world.oneMore).unwrap();
  const infrastructure = withLock({ ...configuredInfrastructure(variables), clock });
  let bound: Service['bound'] | undefined;
  const running = await start(variables, pino({ level: 'silent' }), {
    infrastructure: async () => infrastructure,
    prepare: async (service) => {
      bound = service.bound;
      return {};
    },
  });
  if (!bound) throw new Error('the service was not prepared');
  const move = moveClock({
    clock,
    lock: infrastructure.lock,
    workers: [serviceWorker(bound), ...workers],
    resumeOpenings: bound.mobileMoney[0].resume,
  });
  const forward = (hours: number) => move((now: Instant) => Ok(later(now, { hours })));
  const unsettled = () => leftIn(world, 'due_at is not null or leased_until > clock_timestamp()');
  let hours = 0;
  await forward(0);
  for (; hours < REST_WITHIN && (await unsettled()).length > 0; hours += 1) await forward(1);
  const { documents } = bound;
  const actionItems = await listActionItems(bound)();
  return { hours, left: await unsettled(), actionItems, link: (key) => documents.link(key), stop: running.stop };
};

/** The tables in which work is kept that ends, with how much of it there is of which this is true. */
const leftIn = async ({ query }: World, condition: string): Promise<readonly string[]> => {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'due_at' and table_name <> 'statement_reading'`,
  );
  const counted = await query<{ name: string; count: number }>(
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name} where ${condition}`)
      .join(' union all '),
  );
  return counted.filter(({ count }) => count > 0).map(({ name, count }) => `${count} in ${name}`);
};
