import { later, listActionItems, Ok, type Instant } from '@vehicle-insurance/core';
import { configuredInfrastructure, readConfiguration, start, type Service } from '@vehicle-insurance/service';
import { pino } from 'pino';
import { moveClock } from '../../src/move-clock.ts';
import { serviceWorker } from '../../src/service-worker.ts';
import { withLock } from '../../src/take-role.ts';
import { findLeases } from '../processes/stored-laws.ts';
import { eventually } from '../sandbox.ts';
import type { World } from './world.ts';

/** Hours of the clock in which all work must be finished: a day and an hour, and one more for the last round. */
const REST_WITHIN = 26;

/** Milliseconds in which the leases of the dead end, if no one has shortened them. */
const LEASES_END_WITHIN = 150_000;

/**
 * Waits until the leases of the dead have ended, and has one process finish all work while the clock is moved from one
 * due time to the next, as in a sandbox. That process still answers callers; it is stopped with the result.
 */
export const comeToRest = async (world: World) => {
  const { clock, workers } = world.outside;
  await eventually(
    () => findLeases(world.query),
    ({ length }) => length === 0,
    LEASES_END_WITHIN,
  );
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
    /** Hours of the clock it took. */
    hours,
    /** Work that is still due or leased, by table. */
    left: await findUnsettled(world),
    actionItems: await listActionItems(bound)(),
    /** A link to a stored file. */
    link: (key: string) => documents.link(key),
    [Symbol.asyncDispose]: running.stop,
  };
};

/** How many rows of each table of finite work are due or leased; tables without any are left out. */
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
