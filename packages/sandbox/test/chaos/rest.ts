import { later, listActionItems, Ok, type ActionItem, type Instant } from '@vehicle-insurance/core';
import { configuredInfrastructure, readConfiguration, start, type Service } from '@vehicle-insurance/service';
import { expect } from 'chai';
import { pino } from 'pino';
import { moveClock } from '../../src/move-clock.ts';
import { serviceWorker } from '../../src/service-worker.ts';
import { withLock } from '../../src/take-role.ts';
import { endLeases } from '../processes/stored-laws.ts';
import type { World } from './world.ts';

/** Hours of the clock in which all work must be finished: a day and an hour, and one more for the last round. */
const REST_WITHIN = 26;

/** The state in which nothing is left to do, with one process that still answers callers. */
export interface Rest extends AsyncDisposable {
  /** Hours of the clock it took. */
  readonly hours: number;
  /** Work that is still due or leased, by table. */
  readonly left: readonly string[];
  readonly actionItems: readonly ActionItem[];
  /** A link to a stored file. */
  readonly link: (key: string) => Promise<string>;
}

/**
 * Ends the leases of the dead, as if their time had passed, and has one process finish all work while the clock is
 * moved from one due time to the next, as in a sandbox.
 */
export const comeToRest = async (world: World): Promise<Rest> => {
  const { clock, workers } = world.outside;
  expect(await endLeases(world.query), 'leases of dead processes that cannot be ended').to.equal(0);
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
  return {
    ...{ hours, left: await unsettled(), actionItems },
    link: (key) => documents.link(key),
    [Symbol.asyncDispose]: running.stop,
  };
};

/** How many rows of each table of finite work meet the condition; tables without any are left out. */
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
