import type { ApiDependencies } from '@vehicle-insurance/http';
import type { Logger } from 'pino';
import { compose, type Service, type ServiceDecorators } from './composition/compose.ts';
import { preparedInfrastructure, type Infrastructure } from './composition/infrastructure.ts';
import { refuseWithout } from './composition/mobile-money.ts';
import type { Variables } from './configuration/variables.ts';
import { listenerOf, workerListener } from './http/listener.ts';
import { openServer } from './http/server.ts';
import { observability } from './observability/observability.ts';
import { loggingErrorReporter } from './system/error-reporter.ts';
import { scheduledJobs } from './worker/scheduled-jobs.ts';

/** Milliseconds after which a caller's idle connection is closed: longer than any response takes. */
const IDLE_LIMIT = 120_000;

/** A running service. */
export interface RunningService {
  /** Its URL without a path. */
  readonly url: string;
  /** The URL of the metrics; undefined if metrics are off. */
  readonly metricsUrl: string | undefined;
  /** Claims no more work, finishes the work in progress, and closes everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** Options that only some processes use, such as a sandbox. */
export interface StartOptions {
  /**
   * Creates the infrastructure. `url` is the URL at which this process listens. Default: the configured infrastructure.
   */
  readonly infrastructure?: (url: string) => Promise<Infrastructure>;
  /** Runs before the API answers its first request. Returns additional dependencies of the API. */
  readonly prepare?: (service: Service) => Promise<Partial<ApiDependencies>>;
  /** Wrapped around bindings of the service, inside the wrappers of telemetry. */
  readonly decorators?: ServiceDecorators;
}

/** Starts the service in its configured role. If a step fails, stops everything that was started before. */
export const start = async (
  variables: Variables,
  log: Logger,
  {
    infrastructure: prepared = () => preparedInfrastructure(variables, log),
    prepare = async () => ({}),
    decorators = {},
  }: StartOptions = {},
): Promise<RunningService> => {
  const { ROLE, HOST, PORT } = variables;
  await using starting = new AsyncDisposableStack();
  const server = await openServer(HOST, PORT, { variable: 'PORT', timeout: IDLE_LIMIT });
  starting.defer(server.close);
  const observer = await observability(variables, log);
  starting.defer(observer.close);
  const errorReporter = loggingErrorReporter(log, observer.reportedError);
  const infrastructure = await prepared(server.url);
  starting.defer(infrastructure.close);

  const foundation = {
    configuration: variables,
    infrastructure,
    errorReporter,
    warn: (message: string) => log.warn(message),
    aroundWork: observer.aroundWork,
  };
  const service = await compose(foundation).open(decorators, ...observer.decorators);
  starting.defer(service.close);
  const { store, mobileMoney, storage, scheduler } = service.bound;
  await storage.check();
  refuseWithout(await store.providersInUse(), mobileMoney);
  if (infrastructure.isOnlyProcess) await store.clearLeases();
  observer.committed.forEach(store.onCommitted);
  observer.follow(service.bound);

  const served = await prepare(service);
  server.answerWith(
    ROLE === 'worker'
      ? workerListener(service.bound)
      : listenerOf({ service, observer, served, scheduling: ROLE === 'api' ? undefined : scheduler }),
  );
  if (ROLE !== 'api') {
    // Warm-up comes before any work is done, so that the first contract document does not wait for its fonts.
    service.bound.contractDocument.warmUp();
    await scheduler.start(scheduledJobs(service.bound));
  }

  // Resources close in reverse order. The server is added again, so that it closes before everything that it uses.
  const started = starting.move();
  started.defer(server.close);
  // `eventArrivals` closes before the server: this answers the requests that wait for an event, so the server need not
  // wait for them.
  started.defer(service.bound.eventArrivals.close);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= started.disposeAsync());
  return { url: server.url, metricsUrl: observer.metricsUrl, stop };
};
