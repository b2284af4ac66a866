import { agendaScheduler } from '@vehicle-insurance/scheduler';
import { migrate } from '@vehicle-insurance/persistence';
import type { Logger } from 'pino';
import { adapters } from './composition/adapters.ts';
import { compose } from './composition/compose.ts';
import { edgeOf } from './composition/edge.ts';
import { givenSurroundings } from './composition/surroundings.ts';
import type { Variables } from './configuration/variables.ts';
import { openDoor, type Door } from './http/door.ts';
import { listenerOf } from './http/listener.ts';
import { gate } from './sandbox/gate.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import { moveClock } from './sandbox/move-clock.ts';
import { sandboxClock } from './sandbox/sandbox-clock.ts';
import type { SandboxFile } from './sandbox/sandbox-file.ts';
import { sandboxSurroundings } from './sandbox/sandbox-surroundings.ts';
import { loggedIncidents } from './system/logged-incidents.ts';
import { systemClock } from './system/system-clock.ts';
import { scheduledJobs } from './worker/scheduled-jobs.ts';
import { serviceWorker } from './worker/service-worker.ts';

/** A running service. */
export interface RunningService {
  /** Address and port it listens on. */
  readonly url: string;
  /** What the sandbox's users need to know; absent elsewhere. */
  readonly sandbox: SandboxFile | undefined;
  /** Takes nothing new, finishes what is under way, and stops everything that was started. */
  stop(): Promise<void>;
}

/** Starts the service in its configured role. What was started before something failed is stopped again. */
export const start = async (variables: Variables, log: Logger): Promise<RunningService> => {
  const door = await openDoor(variables.HOST, variables.PORT);
  const started = new AsyncDisposableStack();
  try {
    const sandbox = await startBehind(door, variables, log, started);
    return {
      url: door.url,
      sandbox,
      stop: async () => {
        await door.close();
        await started.disposeAsync();
      },
    };
  } catch (error) {
    await door.close();
    await started.disposeAsync();
    throw error;
  }
};

const startBehind = async (
  door: Door,
  variables: Variables,
  log: Logger,
  started: AsyncDisposableStack,
): Promise<SandboxFile | undefined> => {
  const incidents = loggedIncidents(log);
  const inSandbox = variables.ENVIRONMENT === 'sandbox' ? await sandboxSurroundings(variables, door.url) : undefined;
  if (inSandbox) started.defer(inSandbox.close);
  const surroundings = inSandbox ?? givenSurroundings(variables, systemClock);
  if (inSandbox) await migrate(surroundings.databaseUrl);

  const reached = await adapters(variables, surroundings, incidents);
  started.defer(reached.close);
  // In the sandbox one process owns the database: leases of a killed one need not be waited for.
  if (inSandbox && variables.DATABASE_URL === undefined) await reached.store.clearLeases();

  const scheduler = agendaScheduler({ store: surroundings.schedulerStore, incidents });
  started.defer(() => scheduler.stop());
  const composition = compose(edgeOf(variables, reached, { clock: surroundings.clock, bell: scheduler, incidents }));
  const runs = composition.get('jobs');
  const passage = gate();

  const sandbox = inSandbox && (await openSandbox(variables, inSandbox, composition));
  const mover =
    inSandbox &&
    moveClock({
      clock: inSandbox.clock,
      gate: passage,
      workers: [
        serviceWorker({ ...reached.store, jobs: runs, zone: variables.TIME_ZONE }),
        ...inSandbox.simulators.workers,
      ],
      resumeOpenings: () => reached.mobileMoney.resume(),
    });
  door.answerWith(
    listenerOf({
      composition,
      adapters: reached,
      scheduling: variables.ROLE === 'api' ? undefined : scheduler,
      incidents,
      log,
      requestsPerTenSeconds: variables.RATE_LIMIT,
      sandboxClock: mover && sandboxClock(surroundings.clock, mover),
    }),
  );
  if (variables.ROLE !== 'api') {
    await scheduler.start(
      scheduledJobs(runs, { workViews: reached.store.workViews, clock: surroundings.clock, gate: passage }),
    );
  }
  return sandbox;
};
