import { migrate, missingMigrations, processGate } from '@vehicle-insurance/persistence';
import { agendaScheduler } from '@vehicle-insurance/scheduler';
import type { Logger } from 'pino';
import { adapters } from './composition/adapters.ts';
import { compose } from './composition/compose.ts';
import { edgeOf } from './composition/edge.ts';
import { givenSurroundings } from './composition/surroundings.ts';
import type { Variables } from './configuration/variables.ts';
import { openDoor } from './http/door.ts';
import { listenerOf, workerListener } from './http/listener.ts';
import type { Replacements } from './replacements.ts';
import { openGate } from './sandbox/gate.ts';
import { hostSandbox } from './sandbox/host-sandbox.ts';
import type { SandboxFile } from './sandbox/sandbox-file.ts';
import { joinedSandbox, sandboxSurroundings } from './sandbox/sandbox-surroundings.ts';
import { prepareDataFolder } from './system/data-folder.ts';
import { loggedIncidents } from './system/logged-incidents.ts';
import { systemClock } from './system/system-clock.ts';
import { ROUNDS, scheduledJobs } from './worker/scheduled-jobs.ts';

/** A running service. */
export interface RunningService {
  /** Address and port it listens on. */
  readonly url: string;
  /** What the sandbox's users need to know, from the process that runs the sandbox; absent elsewhere. */
  readonly sandbox: SandboxFile | undefined;
  /** Takes nothing new, finishes what is under way, and stops everything that was started. */
  stop(): Promise<void>;
}

/** Starts the service in its configured role. What was started before something failed is stopped again. */
export const start = async (
  variables: Variables,
  log: Logger,
  replaced: Replacements = {},
): Promise<RunningService> => {
  const { ENVIRONMENT, ROLE, HOST, PORT, DATA_DIR, DATABASE_URL, RATE_LIMIT } = variables;
  await using starting = new AsyncDisposableStack();
  const door = await openDoor(HOST, PORT);
  starting.defer(door.close);
  prepareDataFolder(DATA_DIR);

  const incidents = loggedIncidents(log);
  // A sandbox is run by its one process that serves the API; a worker beside it works in what it finds there.
  const isSandbox = ENVIRONMENT === 'sandbox';
  const own = isSandbox && ROLE !== 'worker' ? await sandboxSurroundings(variables, door.url) : undefined;
  const surroundings = own ?? (isSandbox ? await joinedSandbox(variables) : givenSurroundings(variables, systemClock));
  starting.defer(surroundings.close);
  if (own) await migrate(own.databaseUrl);
  else await refuseOldSchema(surroundings.databaseUrl);

  const given = await adapters(variables, surroundings, incidents);
  starting.defer(given.close);
  const reached = replaced.adapters?.(given) ?? given;
  // Nobody else works on a database of our own: the leases of a killed process need not be waited for.
  if (own && DATABASE_URL === undefined) await reached.store.clearLeases();

  // Only a sandbox's clock is moved, and every process in it stands still meanwhile.
  const gate = isSandbox ? processGate(surroundings.databaseUrl) : openGate;
  starting.defer(gate.close);
  const scheduler = agendaScheduler({ store: surroundings.schedulerStore, incidents });
  starting.defer(scheduler.stop);
  const { clock } = surroundings;
  const composition = compose(edgeOf(variables, reached, { clock, bell: replaced.bell ?? scheduler, incidents }));
  const sandbox = own && (await hostSandbox({ variables, surroundings: own, reached, composition, gate }));

  const scheduling = ROLE === 'api' ? undefined : scheduler;
  const sandboxClock = sandbox?.clock;
  door.answerWith(
    ROLE === 'worker'
      ? workerListener(reached.store, scheduler)
      : listenerOf({
          composition,
          adapters: reached,
          scheduling,
          incidents,
          log,
          sandboxClock,
          requestsPerTenSeconds: RATE_LIMIT,
        }),
  );
  if (ROLE !== 'api') {
    // While nothing is due yet: the first contract should not wait for its fonts.
    reached.contractDocument.warmUp();
    const jobs = composition.get('jobs');
    const { workViews } = reached.store;
    await scheduler.start(scheduledJobs(jobs, { workViews, clock, gate, rounds: replaced.rounds ?? ROUNDS }));
  }

  // Stops in the opposite order: first the door, so that nothing new comes in.
  const started = starting.move();
  started.defer(door.close);
  return { url: door.url, sandbox: sandbox?.file, stop: () => started.disposeAsync() };
};

/** A schema is changed by an operator, at a time of their choosing, and never by a process that happens to start. */
const refuseOldSchema = async (databaseUrl: string): Promise<void> => {
  if ((await missingMigrations(databaseUrl)) > 0)
    throw new Error(
      'The database’s schema is not up to date. Run `npm run migrate` with the same configuration first.',
    );
};
