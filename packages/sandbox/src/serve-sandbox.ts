import { showCompany } from '@vehicle-insurance/core';
import { migrate } from '@vehicle-insurance/persistence';
import {
  prepareDataFolder,
  severalFoldersWarning,
  start,
  type OwnAdapters,
  type RunningService,
  type Service,
  type StartOptions,
  type Variables,
} from '@vehicle-insurance/service';
import type { Courier } from '@vehicle-insurance/courier';
import type { Logger } from 'pino';
import { courierEnvironment } from './courier-environment.ts';
import {
  completeInfrastructure,
  isFullyConfigured,
  ownInfrastructure,
  type OwnInfrastructure,
} from './infrastructure.ts';
import { openConsole } from './open-console.ts';
import { moveClock } from './move-clock.ts';
import { openSandbox } from './open-sandbox.ts';
import { sandboxCourier } from './sandbox-courier.ts';
import { sandboxWebhooks, type SandboxWebhooks } from './sandbox-webhooks.ts';
import { withScriptedOutage } from './scripted-outage.ts';
import { sandboxClock, unmovableClock, type MovedByCallers } from './sandbox-clock.ts';
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts';
import { sandboxSecrets } from './secrets.ts';
import { COMPANY } from './seed.ts';
import type { SimulatorPorts } from './simulators.ts';
import { serviceWorker } from './service-worker.ts';
import { takeSandboxFolder } from './take-folder.ts';

/** A running process of a sandbox. */
export interface ServedSandbox extends RunningService {
  /** The data that the sandbox's users need. Undefined in a process that does not know the sandbox's API key. */
  readonly sandbox: SandboxFile | undefined;
  /** A link with which a person can sign in to the console once. Undefined if no console was started. */
  readonly consoleLink: string | undefined;
  /**
   * The URL at which companies manage the endpoints of their webhooks. Undefined in a process that does not own the
   * sandbox's folder.
   */
  readonly webhooksUrl: string | undefined;
  /** The sandbox's clock for callers. Callers can move it unless a provider or the authority is configured. */
  readonly clock: MovedByCallers | undefined;
}

/** How a process serves a sandbox. */
export interface ServeOptions extends Pick<StartOptions, 'decorators'> {
  /** Adapters of the program that starts the sandbox. */
  readonly adapters?: OwnAdapters | undefined;
  /** If false, an embedded database does not wait for the disk and may not survive a power cut. For tests. */
  readonly durable?: boolean;
  /** Whether the process that knows the sandbox's API key also starts the console. */
  readonly hasConsole?: boolean;
  /** The ports of the simulators, which then listen on `HOST`. Default: free ports of this machine. */
  readonly simulatorPorts?: SimulatorPorts | undefined;
}

/**
 * Starts the service, and the database and simulators that are not configured. The process is then the only process of
 * its folder. Processes with a complete configuration own no folder, so any number of them can share one database.
 */
export const serveSandbox = async (
  variables: Variables,
  log: Logger,
  { decorators, adapters, durable = true, hasConsole = false, simulatorPorts }: ServeOptions = {},
): Promise<ServedSandbox> => {
  prepareDataFolder(variables.DATA_DIR);
  await using starting = new AsyncDisposableStack();
  const folder = isFullyConfigured(variables, adapters) ? undefined : await takeSandboxFolder(variables);
  if (folder) starting.defer(folder.release);
  if (folder && variables.ROLE === 'api')
    log.warn('ROLE=api does no due work: payments and certificates stay pending. Start with ROLE=both.');
  let own: OwnInfrastructure | undefined;
  let opened: OpenedSandbox | undefined;
  let service: Service | undefined;
  const running = await start(variables, log, {
    decorators: {
      ...decorators,
      documents: (built) => (decorators?.documents ?? ((each) => each))(withScriptedOutage(built)),
    },
    infrastructure: async (url) => {
      folder?.publishAddress(url);
      own = folder && (await ownInfrastructure(variables, url, { durable, simulatorPorts }));
      const infrastructure = own ? { ...own, adapters } : completeInfrastructure(variables, adapters);
      const warning = own ? undefined : severalFoldersWarning(variables);
      if (warning !== undefined) log.warn(warning);
      try {
        const { databaseUrl } = infrastructure;
        await migrate({ url: databaseUrl, environment: 'sandbox', say: (why) => log.warn(why) });
      } catch (error) {
        await infrastructure.close();
        throw error;
      }
      return infrastructure;
    },
    prepare: async (built) => {
      service = built;
      opened = await (own ? openOwn(own, variables, built) : openShared(variables, built));
      return { sandboxClock: { ...opened.clock, token: sandboxSecrets(variables.DATA_DIR).clockToken } };
    },
  });
  starting.defer(running.stop);
  const couriers = await couriersOf(own, variables, running.url, opened?.file, log);
  for (const each of couriers ? [couriers.courier, couriers.webhooks] : []) starting.defer(each.stop);
  // When the sandbox stops, this runs before the service stops, so that other processes no longer read the sandbox's
  // URL.
  if (folder) starting.defer(() => folder.publishAddress(''));
  const started = starting.move();
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= started.disposeAsync());
  const operators =
    hasConsole && service && opened?.file ? await openConsole(variables, service, opened.file, stop) : undefined;
  return {
    ...running,
    stop: operators?.stop ?? stop,
    consoleLink: operators?.link,
    webhooksUrl: couriers?.webhooks.url,
    sandbox: opened?.file,
    clock: opened?.clock,
  };
};

/**
 * Starts the courier, which sends webhooks, and the webhooks API. Undefined in a process that does not own the folder.
 */
const couriersOf = async (
  own: OwnInfrastructure | undefined,
  { DATA_DIR: dataDir, HOST: host }: Variables,
  baseUrl: string,
  file: SandboxFile | undefined,
  log: Logger,
): Promise<{ readonly courier: Courier; readonly webhooks: SandboxWebhooks } | undefined> => {
  if (!own || !file) return undefined;
  const environment = courierEnvironment(own.databaseUrl, { ...file, baseUrl });
  const webhooks = await sandboxWebhooks({ dataDir, environment, host, log });
  return { courier: sandboxCourier({ dataDir, environment, log }), webhooks };
};

interface OpenedSandbox {
  readonly file: SandboxFile | undefined;
  readonly clock: MovedByCallers;
}

/** Why a clock cannot be moved. */
const ON_REAL_TIME = {
  en: 'this sandbox runs on real time, like its configured provider and authority',
  fr: 'ce bac à sable suit l’heure réelle, comme l’opérateur de paiement et l’organisme émetteur configurés',
};

/**
 * Adds the initial data and writes the sandbox file. Callers can move the clock if all simulators are the sandbox's
 * own.
 */
const openOwn = async (
  { clock, lock, simulators }: OwnInfrastructure,
  variables: Variables,
  { bound }: Service,
): Promise<OpenedSandbox> => {
  const file = await openSandbox(variables, bound, simulators.publicUrls);
  if (!simulators.areAllOwn) return { file, clock: unmovableClock(clock, ON_REAL_TIME) };
  const move = moveClock({
    clock,
    lock,
    workers: [serviceWorker(bound), ...simulators.workers],
    resumeOpenings: bound.mobileMoney[0].resume,
  });
  return { file, clock: sandboxClock(clock, move) };
};

/**
 * With a complete configuration, the first process that serves the API adds the initial data to the empty database.
 * Only that process, and processes with the same DATA_DIR, know the API key.
 */
const openShared = async (variables: Variables, { bound }: Service): Promise<OpenedSandbox> => {
  const { infrastructure } = bound;
  const clock = unmovableClock(infrastructure.clock, ON_REAL_TIME);
  const isFilled = async (): Promise<boolean> => {
    const company = await showCompany(bound)({ company: COMPANY });
    return company.isOk() && company.value.keys.length > 0;
  };
  const open = () => openSandbox(variables, bound);
  if (variables.ROLE === 'worker') return { file: undefined, clock };
  if (readSandboxFile(variables.DATA_DIR)) return { file: await open(), clock };
  if (await isFilled()) return { file: undefined, clock };
  return { file: await infrastructure.lock.alone(async () => ((await isFilled()) ? undefined : open())), clock };
};
