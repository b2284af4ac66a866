import { join } from 'node:path';
import {
  embeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
} from '@vehicle-insurance/embedded-database';
import { sharedLock } from '@vehicle-insurance/persistence';
import {
  configuredInfrastructure,
  configuredAuthority,
  configuredCinetPay,
  configuredWave,
  ownPartsOf,
  SECTIONS,
  type Infrastructure,
  type OwnAdapters,
  type Variables,
} from '@vehicle-insurance/service';
import { followedClock, movableClock, type MovableClock } from './movable-clock.ts';
import { sandboxSecrets } from './secrets.ts';
import { startSimulators, type SimulatorPorts, type Simulators } from './simulators.ts';
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts';

/** The infrastructure of the process that owns the data folder. */
export interface OwnInfrastructure extends Infrastructure {
  readonly clock: MovableClock;
  readonly simulators: Simulators;
}

/** The sandbox's credentials at the simulated authority. */
const CODES = { applicant: 'BACASABLE', intermediary: 'COURTIER01', company: 'ASSUR01' } as const;
/** The sandbox's site id at CinetPay. */
const SITE = '100000';
/** Wave accepts only https pages for the payer's return. The sandbox's pages need not exist. */
const EXAMPLE_PAGES = { successUrl: 'https://example.com/paid', errorUrl: 'https://example.com/not-paid' } as const;
const NOWHERE = 'http://127.0.0.1:9';

/** How the sandbox's own database stores its data, and where the simulators listen. */
export interface OwnOptions extends Required<Pick<EmbeddedDatabaseOptions, 'durable'>> {
  readonly simulatorPorts?: SimulatorPorts | undefined;
}

/** Starts whatever the service needs and the configuration does not name: PostgreSQL and the simulators. */
export const ownInfrastructure = async (
  variables: Variables,
  serviceUrl: string,
  { durable, simulatorPorts }: OwnOptions,
): Promise<OwnInfrastructure> => {
  const clock = movableClock(clockFile(variables));
  const secrets = sandboxSecrets(variables.DATA_DIR);
  await using starting = new AsyncDisposableStack();
  const database = await databaseOf(variables, { durable, timeout: COMMAND_ENDS_WITHIN });
  starting.defer(database.stop);
  const codes = { ...CODES, site: SITE };
  const simulators = await startSimulators({ clock, serviceUrl, secrets, codes, variables, ports: simulatorPorts });
  starting.defer(simulators.close);
  const infrastructure = around(variables, serviceUrl, database.url, simulators.urls);
  const started = starting.move();
  return withLock({
    ...infrastructure,
    clock,
    isOnlyProcess: variables.DATABASE_URL === undefined,
    simulators,
    close: () => started.disposeAsync(),
  });
};

/**
 * The infrastructure of an operator's command. Uses the configured database or that of a running sandbox. Otherwise
 * starts the folder's database for the duration of the command.
 */
export const operatorsInfrastructure = async (variables: Variables): Promise<Infrastructure> => {
  const known = readSandboxFile(variables.DATA_DIR);
  const serviceUrl = known ? new URL(known.baseUrl).origin : `http://${variables.HOST}:${variables.PORT}`;
  await using opening = new AsyncDisposableStack();
  const database = await databaseOf(variables, { isGuest: true, timeout: GUESTS_END_WITHIN });
  opening.defer(database.stop);
  const infrastructure = around(variables, serviceUrl, database.url, simulatorsIn(known));
  const opened = opening.move();
  return withLock({
    ...infrastructure,
    clock: followedClock(clockFile(variables)),
    isOnlyProcess: false,
    close: () => opened.disposeAsync(),
  });
};

/** The infrastructure of a process with a complete configuration. */
export const completeInfrastructure = (variables: Variables, adapters?: OwnAdapters): Infrastructure =>
  withLock(configuredInfrastructure(variables, adapters));

/**
 * Whether the configuration is complete, as in staging. The sandbox then starts no database and no simulators, and any
 * number of processes can share the database.
 */
export const isFullyConfigured = (variables: Variables, adapters?: OwnAdapters): boolean =>
  SECTIONS.every(
    ({ properties, used }) =>
      !(used?.(variables, ownPartsOf(adapters)) ?? true) ||
      Object.entries(properties).every(
        ([name, { needed }]) => !needed || variables[name as keyof Variables] !== undefined,
      ),
  );

/** Adds the lock. So operators' commands, too, do no work while a sandbox's clock is moved. */
const withLock = <Given extends Omit<Infrastructure, 'lock'>>(given: Given): Given & Pick<Infrastructure, 'lock'> => {
  const lock = sharedLock(given.databaseUrl);
  return {
    ...given,
    lock,
    close: async () => {
      try {
        await lock.close();
      } finally {
        await given.close();
      }
    },
  };
};

/** The URLs of the simulators at the sandbox's last start. Before the first start, `NOWHERE`. */
const simulatorsIn = (file: SandboxFile | undefined): Simulators['urls'] => {
  if (!file) return { wave: NOWHERE, cinetpay: NOWHERE, certificateAuthority: NOWHERE };
  const { mobileMoney, wave = mobileMoney, cinetpay = NOWHERE, certificateAuthority } = file.simulators;
  return { wave, cinetpay, certificateAuthority };
};

/** Combines configured values with the folder's values. Configured values take precedence. */
const around = (
  variables: Variables,
  serviceUrl: string,
  databaseUrl: string,
  simulators: Simulators['urls'],
): Omit<Infrastructure, 'clock' | 'lock' | 'isOnlyProcess' | 'close'> => {
  const { BASE_URL, DATA_DIR, SCHEDULER_STORE, LINK_SECRET, PROOF_KEY, WAVE_URL, CINETPAY_URL, AUTHORITY_URL } =
    variables;
  const secrets = sandboxSecrets(DATA_DIR);
  return {
    baseUrl: BASE_URL?.replace(/\/+$/, '') ?? serviceUrl,
    databaseUrl,
    schedulerStore: SCHEDULER_STORE ?? databaseUrl,
    linkSecret: LINK_SECRET ?? secrets.linkSecret,
    proofKey: PROOF_KEY ?? secrets.proofKey,
    wave: WAVE_URL
      ? configuredWave({
          WAVE_SUCCESS_URL: EXAMPLE_PAGES.successUrl,
          WAVE_ERROR_URL: EXAMPLE_PAGES.errorUrl,
          ...variables,
        })
      : {
          url: simulators.wave,
          apiKey: secrets.waveApiKey,
          notificationSecrets: [secrets.waveNotificationSecret],
          notificationAuth: variables.WAVE_NOTIFICATION_AUTH,
          idleSaysProcessing: variables.WAVE_IDLE_SAYS_PROCESSING,
          ...EXAMPLE_PAGES,
        },
    cinetpay: CINETPAY_URL
      ? configuredCinetPay({ CINETPAY_RETURN_URL: EXAMPLE_PAGES.successUrl, ...variables })
      : {
          url: simulators.cinetpay,
          apiKey: secrets.cinetpayApiKey,
          siteId: SITE,
          notificationSecrets: [secrets.cinetpayNotificationSecret],
          returnUrl: EXAMPLE_PAGES.successUrl,
        },
    authority: AUTHORITY_URL
      ? configuredAuthority(variables)
      : {
          url: simulators.certificateAuthority,
          credentials: { ...CODES, access: secrets.authorityAccessCode },
          hosts: [new URL(simulators.certificateAuthority).host],
        },
  };
};

/** The file with the offset of the sandbox's clock. */
export const clockFile = ({ DATA_DIR }: Variables): string => join(DATA_DIR, 'clock.json');

/** Milliseconds within which an operator's command that started the database normally ends. */
const COMMAND_ENDS_WITHIN = 5_000;
/** Milliseconds within which several operator's commands, one after the other, normally end. */
const GUESTS_END_WITHIN = 60_000;

/** The configured database, or the folder's own. */
const databaseOf = async (
  variables: Variables,
  options: Omit<EmbeddedDatabaseOptions, 'dir'>,
): Promise<EmbeddedDatabase> =>
  variables.DATABASE_URL === undefined
    ? embeddedDatabase({ dir: join(variables.DATA_DIR, 'database'), ...options })
    : { url: variables.DATABASE_URL, stop: async () => undefined };
