import { resolve } from 'node:path';
import { showCompany } from '@vehicle-insurance/core';
import { migrate } from '@vehicle-insurance/persistence';
import {
  prepareDataFolder,
  requireSchema,
  severalFoldersWarning,
  start,
  type RunningService,
  type Service,
  type StartOptions,
  type Variables,
} from '@vehicle-insurance/service';
import type { Courier } from '@vehicle-insurance/courier';
import type { Logger } from 'pino';
import type { JoinedSandbox } from './banner.ts';
import { courierEnvironment } from './courier-environment.ts';
import { openConsole } from './open-console.ts';
import { moveClock } from './move-clock.ts';
import { openSandbox } from './open-sandbox.ts';
import { sandboxCourier } from './sandbox-courier.ts';
import { withScriptedOutage } from './scripted-outage.ts';
import { sandboxClock, unmovableClock, type MovedByCallers } from './sandbox-clock.ts';
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts';
import { sandboxSecrets } from './secrets.ts';
import { COMPANY } from './seed.ts';
import { serviceWorker } from './service-worker.ts';
import { takeRole, type Follower, type Leader, type Role, type Standalone } from './take-role.ts';

/** A running process of a sandbox. */
export interface RunningSandbox extends RunningService {
  /** What the sandbox's users need to know, from the process that knows its key. */
  readonly sandbox: SandboxFile | undefined;
  /** The sandbox a follower has joined; absent for other roles. */
  readonly joined: JoinedSandbox | undefined;
  /** A link by which a person signs in to the console once, if a console was started. */
  readonly consoleLink: string | undefined;
}

/** How to start a sandbox as a library. */
export interface SandboxOptions extends Pick<StartOptions, 'decorators'> {
  /**
   * `false`: an embedded database that starts without waiting for the disk, and may not survive a power cut. For tests.
   */
  readonly durable?: boolean;
  /** Whether the operators' pages are started too, by the process that knows the sandbox's key. */
  readonly hasConsole?: boolean;
}

/** Starts the service with everything it needs that was not given, or joins the sandbox that runs in its folder. */
export const startSandbox = async (
  variables: Variables,
  log: Logger,
  { decorators, durable = true, hasConsole = false }: SandboxOptions = {},
): Promise<RunningSandbox> => {
  prepareDataFolder(variables.DATA_DIR);
  let role: Role | undefined;
  let opened: OpenedSandbox | undefined;
  let service: Service | undefined;
  const running = await start(variables, log, {
    decorators: {
      ...decorators,
      documents: (built) => (decorators?.documents ?? ((each) => each))(withScriptedOutage(built)),
    },
    infrastructure: async (url) => {
      role = await takeRole(variables, url, { durable });
      const { infrastructure } = role;
      try {
        await prepare(role, variables, log);
      } catch (error) {
        await infrastructure.close();
        throw error;
      }
      return infrastructure;
    },
    prepare: async (built) => {
      service = built;
      opened = await openAs(role as Role, variables, built);
      return { sandboxClock: { ...opened.clock, token: sandboxSecrets(variables.DATA_DIR).clockToken } };
    },
  });
  const courier = courierOf(role, variables, running.url, opened?.file, log);
  const stop = async (): Promise<void> => {
    await courier?.stop();
    await running.stop();
  };
  const operators =
    hasConsole && service && opened?.file ? await openConsole(variables, service, opened.file, stop) : undefined;
  if (role?.is === 'leader') role.ready();
  return {
    ...running,
    stop: operators?.stop ?? stop,
    consoleLink: operators?.link,
    sandbox: opened?.file,
    joined: role?.is === 'follower' ? joinedBy(variables, role) : undefined,
  };
};

/** A sandbox migrates its schema itself; for a follower its leader has done so. */
const prepare = async (role: Role, variables: Variables, log: Logger): Promise<void> => {
  const { databaseUrl: url } = role.infrastructure;
  if (role.is === 'follower') return requireSchema({ url, environment: 'sandbox' });
  await migrate({ url, environment: 'sandbox', say: (why) => log.warn(why) });
  const warning = role.is === 'standalone' ? severalFoldersWarning(variables) : undefined;
  if (warning !== undefined) log.warn(warning);
};

/** The leader of a folder's sandbox sends its webhooks. */
const courierOf = (
  role: Role | undefined,
  { DATA_DIR: dataDir }: Variables,
  baseUrl: string,
  file: SandboxFile | undefined,
  log: Logger,
): Courier | undefined => {
  if (role?.is !== 'leader' || !file) return undefined;
  const environment = courierEnvironment(role.infrastructure.databaseUrl, { ...file, baseUrl });
  return sandboxCourier({ dataDir, environment, log });
};

const joinedBy = ({ DATA_DIR, ROLE }: Variables, { leaderUrl, infrastructure }: Follower): JoinedSandbox => ({
  dataDir: resolve(DATA_DIR),
  leaderUrl: leaderUrl,
  apiUrl: ROLE === 'worker' ? undefined : infrastructure.baseUrl,
  apiKey: readSandboxFile(DATA_DIR)?.apiKey,
});

/** A process's part of the sandbox: what users need to know, where that is known, and the clock. */
interface OpenedSandbox {
  readonly file: SandboxFile | undefined;
  readonly clock: MovedByCallers;
}

const openAs = async (role: Role, variables: Variables, service: Service): Promise<OpenedSandbox> => {
  switch (role.is) {
    case 'leader':
      return lead(role, variables, service);
    case 'follower': {
      const elsewhere = `only the leader of the sandbox moves its clock: ask ${role.leaderUrl}`;
      return { file: undefined, clock: unmovableClock(role.infrastructure.clock, elsewhere) };
    }
    case 'standalone':
      return share(role, variables, service);
  }
};

/** Why a clock cannot be moved. */
const ON_REAL_TIME = 'this sandbox runs on real time, as the provider and the authority it has been given do';

/** The leader seeds the sandbox, writes the file that says where everything is, and can move the clock. */
const lead = async ({ infrastructure }: Leader, variables: Variables, service: Service): Promise<OpenedSandbox> => {
  const file = await openSandbox(variables, service.bound);
  const { clock, lock, simulators } = infrastructure;
  if (!simulators.areAllOwn) return { file, clock: unmovableClock(clock, ON_REAL_TIME) };
  const move = moveClock({
    clock,
    lock,
    workers: [serviceWorker(service.bound), ...simulators.workers],
    resumeOpenings: service.bound.mobileMoney[0].resume,
  });
  return { file, clock: sandboxClock(clock, move) };
};

/**
 * Of processes that were each given everything, the first that serves the API seeds the empty database; only it knows
 * the key.
 */
const share = async (
  { infrastructure }: Standalone,
  variables: Variables,
  { bound }: Service,
): Promise<OpenedSandbox> => {
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
