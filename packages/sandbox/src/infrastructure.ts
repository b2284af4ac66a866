import { join } from 'node:path';
import { borrowedDatabase, embeddedDatabase, type EmbeddedDatabaseOptions } from '@vehicle-insurance/embedded-database';
import {
  givenAuthority,
  givenCinetPay,
  givenWave,
  neverAlone,
  type Infrastructure,
  type Variables,
} from '@vehicle-insurance/service';
import { followedClock, movableClock, type MovableClock } from './movable-clock.ts';
import { sandboxSecrets } from './secrets.ts';
import { startSimulators, type Simulators } from './simulators.ts';
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts';

/** The sandbox's own database, clock and simulators, in the process that leads it. */
export interface LeaderInfrastructure extends Infrastructure {
  readonly clock: MovableClock;
  readonly simulators: Simulators;
}

/** The sandbox's codes at its authority. */
const CODES = { applicant: 'BACASABLE', intermediary: 'COURTIER01', company: 'ASSUR01' } as const;
/** The sandbox's site at CinetPay. */
const SITE = '100000';
/** Wave requires https pages to send the payer back to; in the sandbox they need not exist. */
const EXAMPLE_PAGES = { successUrl: 'https://example.com/paid', errorUrl: 'https://example.com/not-paid' } as const;
const NOWHERE = 'http://127.0.0.1:9';

/** How the sandbox's own database stores its data. */
export type DatabaseOptions = Required<Pick<EmbeddedDatabaseOptions, 'durable'>>;

/** Starts everything the service needs that was not given: PostgreSQL and the simulators. */
export const leaderInfrastructure = async (
  variables: Variables,
  serviceUrl: string,
  { durable }: DatabaseOptions,
): Promise<LeaderInfrastructure> => {
  const clock = movableClock(clockFile(variables));
  const secrets = sandboxSecrets(variables.DATA_DIR);
  await using starting = new AsyncDisposableStack();
  const database = await databaseOf(variables, { durable });
  starting.defer(database.close);
  const simulators = await startSimulators({ clock, serviceUrl, secrets, codes: { ...CODES, site: SITE }, variables });
  starting.defer(simulators.close);
  const infrastructure = around(variables, serviceUrl, database.url, simulators.urls);
  const started = starting.move();
  return {
    ...infrastructure,
    clock,
    lock: neverAlone,
    isOnlyProcess: given(variables) === undefined,
    simulators,
    close: () => started.disposeAsync(),
  };
};

/**
 * For an operator's command, whether the sandbox is running or not: its database is borrowed, or started for a while.
 */
export const borrowedInfrastructure = async (variables: Variables): Promise<Infrastructure> => {
  const known = readSandboxFile(variables.DATA_DIR);
  const database = (await borrowed(variables)) ?? (await databaseOf(variables, { forOthersToo: true }));
  const serviceUrl = known ? new URL(known.baseUrl).origin : `http://${variables.HOST}:${variables.PORT}`;
  return beside(variables, serviceUrl, database, () => known);
};

/** For a follower: everything is borrowed, nothing started. */
export const joinedInfrastructure = async (variables: Variables, serviceUrl: string): Promise<Infrastructure> => {
  const database = await borrowed(variables);
  if (!database)
    throw new Error(
      `The sandbox in ${variables.DATA_DIR} has ended just now. Start it again, with ROLE=api or ROLE=both.`,
    );
  return beside(variables, serviceUrl, database, () => readSandboxFile(variables.DATA_DIR));
};

/** Adds the rest of the infrastructure to a borrowed database, which is given back if that fails. */
const beside = async (
  variables: Variables,
  serviceUrl: string,
  database: ReachedDatabase,
  known: () => SandboxFile | undefined,
): Promise<Infrastructure> => {
  await using opening = new AsyncDisposableStack();
  opening.defer(database.close);
  const infrastructure = around(variables, serviceUrl, database.url, simulatorsIn(known()));
  opening.move();
  return {
    ...infrastructure,
    clock: followedClock(clockFile(variables)),
    lock: neverAlone,
    isOnlyProcess: false,
    close: database.close,
  };
};

/** Addresses of the simulators that the leader has started; none if it has started none. */
const simulatorsIn = (file: SandboxFile | undefined): Simulators['urls'] => {
  if (!file) return { wave: NOWHERE, cinetpay: NOWHERE, certificateAuthority: NOWHERE };
  const { mobileMoney, wave = mobileMoney, cinetpay = NOWHERE, certificateAuthority } = file.simulators;
  return { wave, cinetpay, certificateAuthority };
};

/** Configured values are used; the rest is the folder's own. */
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
      ? givenWave({ WAVE_SUCCESS_URL: EXAMPLE_PAGES.successUrl, WAVE_ERROR_URL: EXAMPLE_PAGES.errorUrl, ...variables })
      : {
          url: simulators.wave,
          apiKey: secrets.waveApiKey,
          notificationSecrets: [secrets.waveNotificationSecret],
          notificationAuth: variables.WAVE_NOTIFICATION_AUTH,
          idleSaysProcessing: variables.WAVE_IDLE_SAYS_PROCESSING,
          ...EXAMPLE_PAGES,
        },
    cinetpay: CINETPAY_URL
      ? givenCinetPay({ CINETPAY_RETURN_URL: EXAMPLE_PAGES.successUrl, ...variables })
      : {
          url: simulators.cinetpay,
          apiKey: secrets.cinetpayApiKey,
          siteId: SITE,
          notificationSecrets: [secrets.cinetpayNotificationSecret],
          returnUrl: EXAMPLE_PAGES.successUrl,
        },
    authority: AUTHORITY_URL
      ? givenAuthority(variables)
      : {
          url: simulators.certificateAuthority,
          credentials: { ...CODES, access: secrets.authorityAccessCode },
          hosts: [new URL(simulators.certificateAuthority).host],
        },
  };
};

const clockFile = ({ DATA_DIR }: Variables): string => join(DATA_DIR, 'clock.json');

const databaseDir = ({ DATA_DIR }: Variables): string => join(DATA_DIR, 'database');

interface ReachedDatabase {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const given = ({ DATABASE_URL }: Variables): ReachedDatabase | undefined =>
  DATABASE_URL === undefined ? undefined : { url: DATABASE_URL, close: async () => undefined };

/** The configured database, or the one another process runs in the folder. */
const borrowed = async (variables: Variables): Promise<ReachedDatabase | undefined> => {
  const database = given(variables) ?? (await borrowedDatabase(databaseDir(variables)));
  if (!database || 'close' in database) return database;
  return { url: database.url, close: async () => database.giveBack() };
};

/** Milliseconds after which an operator's command that has borrowed the folder is normally done. */
const COMMAND_ENDS_WITHIN = 5_000;

/** `forOthersToo`: other processes that borrow the database may finish before it is stopped. */
const databaseOf = async (
  variables: Variables,
  { forOthersToo = false, durable = true } = {},
): Promise<ReachedDatabase> => {
  const already = given(variables);
  if (already) return already;
  const { url, stop, stopWhenUnused } = await embeddedDatabase({
    dir: databaseDir(variables),
    durable,
    timeout: COMMAND_ENDS_WITHIN,
  });
  return { url, close: forOthersToo ? stopWhenUnused : stop };
};
