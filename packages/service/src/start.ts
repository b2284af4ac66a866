import { resolve } from 'node:path';
import { JOBS } from '@vehicle-insurance/core';
import { migrate, missingMigrations, processGate, type MigrateOptions } from '@vehicle-insurance/persistence';
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
import { enterSandbox, type Place } from './sandbox/enter-sandbox.ts';
import { openGate } from './sandbox/gate.ts';
import { openPlace } from './sandbox/open-place.ts';
import { sandboxSecrets } from './sandbox/secrets.ts';
import { readSandboxFile, type SandboxFile } from './sandbox/sandbox-file.ts';
import { prepareDataFolder } from './system/data-folder.ts';
import { loggedIncidents } from './system/logged-incidents.ts';
import { oneFolderForAll } from './system/one-folder.ts';
import { systemClock } from './system/system-clock.ts';
import type { JoinedSandbox } from './welcome.ts';
import { ROUNDS, scheduledJobs } from './worker/scheduled-jobs.ts';

/** A running service. */
export interface RunningService {
  /** Address and port it listens on. */
  readonly url: string;
  /** Where Prometheus finds the metrics, if anywhere. */
  readonly metricsUrl: string | undefined;
  /** What the sandbox's users need to know, from the process that runs the sandbox; absent elsewhere. */
  readonly sandbox: SandboxFile | undefined;
  /** What a process has joined that runs beside the host of a sandbox; absent elsewhere. */
  readonly joined: JoinedSandbox | undefined;
  /** Takes nothing new, finishes what is under way, and stops everything that was started. */
  stop(): Promise<void>;
}

/** Starts the service in its configured role. What was started before something failed is stopped again. */
export const start = async (
  variables: Variables,
  log: Logger,
  replaced: Replacements = {},
): Promise<RunningService> => {
  const { ROLE, HOST, PORT } = variables;
  await using starting = new AsyncDisposableStack();
  const door = await openDoor(HOST, PORT);
  starting.defer(door.close);
  const watch = await observability(variables, log);
  starting.defer(watch.close);
  const incidents = loggedIncidents(log, watch.incident);

  const { place, surroundings } = await settle(variables, door.url, log);
  starting.defer(surroundings.close);
  const { clock, baseUrl, databaseUrl, schedulerStore } = surroundings;
  await seeToSchema({ url: databaseUrl, environment: variables.ENVIRONMENT }, place, log);

  const given = await adapters(variables, surroundings, incidents);
  starting.defer(given.close);
  await given.checkStorage();
  await given.checkProviders();
  const reached = watch.adapters(replaced.adapters?.(given) ?? given);
  const { workViews } = reached.store;
  if (ownsDatabase(variables, place)) await reached.store.clearLeases();

  // Only a sandbox's clock is moved, and every process in it stands still meanwhile.
  const gate = place ? processGate(databaseUrl) : openGate;
  starting.defer(gate.close);
  const scheduler = agendaScheduler({ store: schedulerStore, environment: variables.ENVIRONMENT, incidents });
  starting.defer(scheduler.stop);
  const bell = replaced.bell ?? scheduler;
  const composition = compose(edgeOf(variables, reached, { clock, bell, incidents, aroundWork: watch.aroundWork }));
  watch.follow({ now: clock.now, adapters: reached, workViews, listAttention: composition.get('listAttention') });
  const sandbox = place && (await openPlace(place, { variables, reached, composition, gate }));

  const scheduling = ROLE === 'api' ? undefined : scheduler;
  const listening = { variables, baseUrl, composition, adapters: reached, scheduling, incidents, watch };
  door.answerWith(
    ROLE === 'worker'
      ? workerListener(reached.store, scheduler, incidents)
      : listenerOf({
          ...listening,
          sandboxClock: sandbox && { ...sandbox.clock, token: sandboxSecrets(variables.DATA_DIR).clockToken },
        }),
  );
  if (ROLE !== 'api') {
    // While nothing is due yet: the first contract should not wait for its fonts.
    reached.contractDocument.warmUp();
    const rounds = replaced.rounds ?? ROUNDS;
    const sweepers = composition.get('sweepers');
    // Nothing more is claimed, and what was claimed is finished, before what it works with is closed.
    starting.defer(async () => {
      await Promise.all(JOBS.map((job) => sweepers[job].close()));
    });
    await scheduler.start(scheduledJobs({ sweepers, workViews, clock, gate, rounds }));
  }
  if (place?.as === 'host') place.ready();

  // Stops in the opposite order: first the door, so that nothing new comes in.
  const started = starting.move();
  started.defer(door.close);
  return {
    url: door.url,
    metricsUrl: watch.metricsUrl,
    sandbox: sandbox?.file,
    joined: place?.as === 'guest' ? joinedBy(variables, place.hostUrl, baseUrl) : undefined,
    stop: () => started.disposeAsync(),
  };
};

const joinedBy = ({ DATA_DIR, ROLE }: Variables, hostUrl: string, baseUrl: string): JoinedSandbox => ({
  dataDir: resolve(DATA_DIR),
  hostUrl,
  apiUrl: ROLE === 'worker' ? undefined : baseUrl,
  apiKey: readSandboxFile(DATA_DIR)?.apiKey,
});

/** Where this process is, and what it has around it. Only in a sandbox are there places to choose from. */
const settle = async (variables: Variables, url: string, log: Logger) => {
  prepareDataFolder(variables.DATA_DIR);
  const place = variables.ENVIRONMENT === 'sandbox' ? await enterSandbox(variables, url) : undefined;
  const toTell = oneFolderForAll(variables, place?.as);
  if (toTell !== undefined) log.warn(toTell);
  return { place, surroundings: place?.surroundings ?? givenSurroundings(variables, systemClock) };
};

/**
 * A sandbox brings its schema up to date itself; a guest finds that done by its host. Elsewhere an operator does, at a
 * time of their choosing, and never a process that happens to start.
 */
const seeToSchema = async (database: MigrateOptions, place: Place | undefined, log: Logger): Promise<void> => {
  if (place && place.as !== 'guest') await migrate({ ...database, say: (why) => log.warn(why) });
  else if ((await missingMigrations(database)) > 0)
    throw new Error(
      'The database’s schema is not up to date. Run `npm run migrate` with the same configuration first.',
    );
};

/**
 * Whether the database is one this process runs itself. Who else has worked on it has lost it with us, so that the
 * leases of then need not be waited for.
 */
const ownsDatabase = ({ DATABASE_URL }: Variables, place: Place | undefined): boolean =>
  place?.as === 'host' && DATABASE_URL === undefined;
