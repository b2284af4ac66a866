import { migrate } from '@vehicle-insurance/persistence';
import type { Bell } from '@vehicle-insurance/core';
import { pino } from 'pino';
import { adapters, type Adapters } from '../composition/adapters.ts';
import { compose, type Composition } from '../composition/compose.ts';
import { edgeOf } from '../composition/edge.ts';
import { givenSurroundings } from '../composition/surroundings.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { borrowedSandbox } from '../sandbox/sandbox-surroundings.ts';
import { loggedIncidents } from '../system/logged-incidents.ts';
import { systemClock } from '../system/system-clock.ts';
import { refuse, type Answer } from './answer.ts';

/** What an operator works with: the same database and the same use cases as the service, whether that runs or not. */
export interface Workplace {
  readonly get: Composition['get'];
  readonly store: Adapters['store'];
  /** Who is working, for the history. */
  readonly by: string;
  close(): Promise<void>;
}

/** Runs what a verb does at a workplace, prints its answer, and leaves the workplace as it was. */
export type Run = (does: (workplace: Workplace) => Promise<Answer>) => Promise<void>;

/** Nobody is rung for: a running service finds the work at its next round. */
const silentBell: Bell = { ring: () => undefined };

export const openWorkplace = async (
  environment: Readonly<Record<string, string | undefined>>,
  by: string,
): Promise<Workplace> => {
  const read = readConfiguration(environment);
  if (read.isErr()) return refuse(`The operator command needs the service's configuration. ${read.error.join(' ')}`);
  const variables = { ...read.value, DATABASE_POOL: 2 };
  const sandbox = variables.ENVIRONMENT === 'sandbox' ? await borrowedSandbox(variables) : undefined;
  const surroundings = sandbox ?? givenSurroundings(variables, systemClock);
  if (sandbox) await migrate(surroundings.databaseUrl);
  const incidents = loggedIncidents(pino({ level: 'warn' }, pino.destination(2)));
  const reached = await adapters(variables, surroundings, incidents);
  const composition = compose(edgeOf(variables, reached, { clock: surroundings.clock, bell: silentBell, incidents }));
  return {
    get: composition.get,
    store: reached.store,
    by,
    close: async () => {
      await reached.close();
      await sandbox?.close();
    },
  };
};
