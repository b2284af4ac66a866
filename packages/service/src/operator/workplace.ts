import type { Incidents } from '@vehicle-insurance/core';
import { migrate, processGate } from '@vehicle-insurance/persistence';
import { agendaScheduler } from '@vehicle-insurance/scheduler';
import { pino } from 'pino';
import { adapters, type Adapters } from '../composition/adapters.ts';
import { compose, type Composition } from '../composition/compose.ts';
import { edgeOf } from '../composition/edge.ts';
import { givenSurroundings } from '../composition/surroundings.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { openGate, type Gate } from '../sandbox/gate.ts';
import { isGivenEverything } from '../sandbox/given-everything.ts';
import { borrowedSandbox } from '../sandbox/sandbox-surroundings.ts';
import { loggedIncidents } from '../system/logged-incidents.ts';
import { systemClock } from '../system/system-clock.ts';
import { secretsIn, serviceLog } from '../observability/log.ts';
import type { Answer } from './answer.ts';
import { refuse } from './refuse.ts';

/** What an operator works with: the same database and the same use cases as the service, whether that runs or not. */
export interface Workplace {
  readonly get: Composition['get'];
  readonly store: Adapters['store'];
  /** What work that is due passes through: it stands still while a sandbox's clock is moved. */
  readonly gate: Pick<Gate, 'pass'>;
  /** Who is working, for the history. */
  readonly by: string;
  /** How many pieces of work have failed here. */
  failed(): number;
  close(): Promise<void>;
}

/** Runs what a verb does at a workplace, prints its answer, and leaves the workplace as it was. */
export type Run = (does: (workplace: Workplace) => Promise<Answer>) => Promise<void>;

/** A ring may be lost: a running service finds the work at its next round all the same. */
const aboutTheBell: Incidents = { report: () => undefined };

/** A person waits for the command, and begins it again: it does not wait for minutes for tables in use. */
const MIGRATION_ATTEMPTS = 3;

export const openWorkplace = async (
  given: Readonly<Record<string, string | undefined>>,
  by: string,
): Promise<Workplace> => {
  const read = readConfiguration(given);
  if (read.isErr()) return refuse(`The operator command needs the service's configuration. ${read.error.join(' ')}`);
  const variables = { ...read.value, DATABASE_POOL: 2 };
  await using opening = new AsyncDisposableStack();
  const isSandbox = variables.ENVIRONMENT === 'sandbox';
  const isBorrowed = isSandbox && !isGivenEverything(variables);
  const surroundings = isBorrowed ? await borrowedSandbox(variables) : givenSurroundings(variables, systemClock);
  opening.defer(surroundings.close);
  const { ENVIRONMENT: environment } = variables;
  const database = { url: surroundings.databaseUrl, environment };
  if (isSandbox) await migrate({ ...database, say: sayAside, attempts: MIGRATION_ATTEMPTS });
  const { incidents, failed } = counted(
    loggedIncidents(serviceLog({ level: 'warn', secrets: secretsIn(variables) }, pino.destination(2))),
  );
  const reached = await adapters(variables, surroundings, incidents);
  opening.defer(reached.close);
  const gate = isSandbox ? processGate(surroundings.databaseUrl) : openGate;
  opening.defer(gate.close);
  // Never started: it only tells a running service, through the store they share, to look at once.
  const bell = agendaScheduler({ store: surroundings.schedulerStore, environment, incidents: aboutTheBell });
  opening.defer(bell.stop);
  const composition = compose(edgeOf(variables, reached, { clock: surroundings.clock, bell, incidents }));
  const opened = opening.move();
  return { get: composition.get, store: reached.store, gate, by, failed, close: () => opened.disposeAsync() };
};

/** Standard output is for the answer. */
const sayAside = (why: string): void => {
  process.stderr.write(`${why}\n`);
};

const counted = (incidents: Incidents) => {
  let count = 0;
  return {
    failed: () => count,
    incidents: {
      report: (incident: Parameters<Incidents['report']>[0]) => {
        count += 1;
        incidents.report(incident);
      },
    },
  };
};
