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
import { observability } from './observability/observability.ts';
import type { Replacements } from './replacements.ts';
import { openGate } from './sandbox/gate.ts';
import { enterSandbox } from './sandbox/enter-sandbox.ts';
import { openPlace } from './sandbox/open-place.ts';
import type { SandboxFile } from './sandbox/sandbox-file.ts';
import { prepareDataFolder } from './system/data-folder.ts';
import { loggedIncidents } from './system/logged-incidents.ts';
import { oneFolderForAll } from './system/one-folder.ts';
import { systemClock } from './system/system-clock.ts';
import { ROUNDS, scheduledJobs } from './worker/scheduled-jobs.ts';

/** A running service. */
export interface RunningService {
  /** Address and port it listens on. */
  readonly url: string;
  /** Where Prometheus finds the metrics, if anywhere. */
  readonly metricsUrl: string | undefined;
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
  const { ENVIRONMENT, ROLE, HOST, PORT, DATA_DIR, DATABASE_URL } = variables;
  await using starting = new AsyncDisposableStack();
  const door = await openDoor(HOST, PORT);
  starting.defer(door.close);
  const watch = await observability(variables, log);
  starting.defer(watch.close);
  prepareDataFolder(DATA_DIR);

  const incidents = loggedIncidents(log, watch.incident);
  const isSandbox = ENVIRONMENT === 'sandbox';
  const place = isSandbox ? await enterSandbox(variables, door.url) : undefined;
  const toTell = oneFolderForAll(variables, place?.as);
  if (toTell !== undefined) log.warn(toTell);
  const surroundings = place?.surroundings ?? givenSurroundings(variables, systemClock);
  starting.defer(surroundings.close);
  if (place === undefined || place.as === 'guest') await refuseOldSchema(surroundings.databaseUrl);
  else await migrate(surroundings.databaseUrl);

  const given = await adapters(variables, surroundings, incidents);
  starting.defer(given.close);
  await given.checkStorage();
  await given.checkProviders();
  const reached = watch.adapters(replaced.adapters?.(given) ?? given);
  // Who else has worked on a database of our own has lost it with us: the leases of then need not be waited for.
  if (place?.as === 'host' && DATABASE_URL === undefined) await reached.store.clearLeases();

  // Only a sandbox's clock is moved, and every process in it stands still meanwhile.
  const gate = isSandbox ? processGate(surroundings.databaseUrl) : openGate;
  starting.defer(gate.close);
  const scheduler = agendaScheduler({ store: surroundings.schedulerStore, incidents });
  starting.defer(scheduler.stop);
  const { clock } = surroundings;
  const { aroundWork } = watch;
  const composition = compose(
    edgeOf(variables, reached, { clock, bell: replaced.bell ?? scheduler, incidents, aroundWork }),
  );
  const { workViews } = reached.store;
  watch.follow({ now: clock.now, adapters: reached, workViews, listAttention: composition.get('listAttention') });
  const sandbox = place && (await openPlace(place, { variables, reached, composition, gate }));

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
          watch,
          sandboxClock,
          variables,
          baseUrl: surroundings.baseUrl,
        }),
  );
  if (ROLE !== 'api') {
    // While nothing is due yet: the first contract should not wait for its fonts.
    reached.contractDocument.warmUp();
    const jobs = composition.get('jobs');
    await scheduler.start(scheduledJobs(jobs, { workViews, clock, gate, rounds: replaced.rounds ?? ROUNDS }));
  }

  if (place?.as === 'host') place.ready();
  // Stops in the opposite order: first the door, so that nothing new comes in.
  const started = starting.move();
  started.defer(door.close);
  return { url: door.url, metricsUrl: watch.metricsUrl, sandbox: sandbox?.file, stop: () => started.disposeAsync() };
};

/** A schema is changed by an operator, at a time of their choosing, and never by a process that happens to start. */
const refuseOldSchema = async (databaseUrl: string): Promise<void> => {
  if ((await missingMigrations(databaseUrl)) > 0)
    throw new Error(
      'The database’s schema is not up to date. Run `npm run migrate` with the same configuration first.',
    );
};
