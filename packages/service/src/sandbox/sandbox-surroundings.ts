import { join } from 'node:path';
import { borrowedDatabase, embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { givenAuthority, givenCinetPay, givenWave, type Surroundings } from '../composition/surroundings.ts';
import type { Variables } from '../configuration/variables.ts';
import { followedClock, movableClock, type MovableClock } from './movable-clock.ts';
import { sandboxSecrets } from './secrets.ts';
import { startSimulators, type Simulators } from './simulators.ts';
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts';

/** The sandbox's own database, clock and outside world, in the process that hosts them. */
export interface HostSurroundings extends Surroundings {
  readonly clock: MovableClock;
  readonly simulators: Simulators;
}

/** The sandbox's codes at its authority. */
const CODES = { applicant: 'BACASABLE', intermediary: 'COURTIER01', company: 'ASSUR01' } as const;
/** The sandbox's site at CinetPay. */
const SITE = '100000';
/** Wave wants https pages to send the payer back to; in the sandbox nobody needs to arrive there. */
const EXAMPLE_PAGES = { successUrl: 'https://example.com/paid', errorUrl: 'https://example.com/not-paid' } as const;
const NOWHERE = 'http://127.0.0.1:9';

/** Starts everything the service needs around it and has not been given: a PostgreSQL, and the simulators. */
export const hostSurroundings = async (variables: Variables, serviceUrl: string): Promise<HostSurroundings> => {
  const clock = movableClock(clockFile(variables));
  const secrets = sandboxSecrets(variables.DATA_DIR);
  await using starting = new AsyncDisposableStack();
  const database = await databaseOf(variables);
  starting.defer(database.close);
  const simulators = await startSimulators({ clock, serviceUrl, secrets, codes: { ...CODES, site: SITE }, variables });
  starting.defer(simulators.close);
  const surroundings = around(variables, serviceUrl, database.url, simulators.urls);
  const started = starting.move();
  return { ...surroundings, clock, simulators, close: () => started.disposeAsync() };
};

/** What an operator's command needs of a sandbox that may be running: its database is borrowed, or started for a while. */
export const borrowedSandbox = async (variables: Variables): Promise<Surroundings> => {
  const known = readSandboxFile(variables.DATA_DIR);
  const database = (await borrowed(variables)) ?? (await databaseOf(variables, { forOthersToo: true }));
  const serviceUrl = known ? new URL(known.baseUrl).origin : `http://${variables.HOST}:${variables.PORT}`;
  return beside(variables, serviceUrl, database, () => known);
};

/** What a process beside the host needs of the sandbox: everything is borrowed, nothing started. */
export const joinedSurroundings = async (variables: Variables, serviceUrl: string): Promise<Surroundings> => {
  const database = await borrowed(variables);
  if (!database)
    throw new Error(
      `The sandbox in ${variables.DATA_DIR} has ended just now. Start it again, with ROLE=api or ROLE=both.`,
    );
  return beside(variables, serviceUrl, database, () => readSandboxFile(variables.DATA_DIR));
};

/** A database somebody else may wait for, with what else is needed; let go of if that cannot be read. */
const beside = async (
  variables: Variables,
  serviceUrl: string,
  database: ReachedDatabase,
  known: () => SandboxFile | undefined,
): Promise<Surroundings> => {
  await using opening = new AsyncDisposableStack();
  opening.defer(database.close);
  const surroundings = around(variables, serviceUrl, database.url, simulatorsIn(known()));
  opening.move();
  return { ...surroundings, clock: followedClock(clockFile(variables)), close: database.close };
};

/** Where the simulators are that the host has started; nowhere, while it has started none. */
const simulatorsIn = (file: SandboxFile | undefined): Simulators['urls'] => {
  if (!file) return { wave: NOWHERE, cinetpay: NOWHERE, certificateAuthority: NOWHERE };
  const { mobileMoney, wave = mobileMoney, cinetpay = NOWHERE, certificateAuthority } = file.simulators;
  return { wave, cinetpay, certificateAuthority };
};

/** What is given by configuration is used; the rest is the folder's own. */
const around = (
  variables: Variables,
  serviceUrl: string,
  databaseUrl: string,
  simulators: Simulators['urls'],
): Omit<Surroundings, 'clock' | 'close'> => {
  const { BASE_URL, DATA_DIR, SCHEDULER_STORE, LINK_SECRET, WAVE_URL, CINETPAY_URL, AUTHORITY_URL } = variables;
  const secrets = sandboxSecrets(DATA_DIR);
  return {
    baseUrl: BASE_URL?.replace(/\/+$/, '') ?? serviceUrl,
    databaseUrl,
    schedulerStore: SCHEDULER_STORE ?? databaseUrl,
    linkSecret: LINK_SECRET ?? secrets.linkSecret,
    wave: WAVE_URL
      ? givenWave({ WAVE_SUCCESS_URL: EXAMPLE_PAGES.successUrl, WAVE_ERROR_URL: EXAMPLE_PAGES.errorUrl, ...variables })
      : {
          url: simulators.wave,
          apiKey: secrets.waveApiKey,
          notificationSecrets: [secrets.waveNotificationSecret],
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

/** The database given, or the one another process runs in the folder. */
const borrowed = async (variables: Variables): Promise<ReachedDatabase | undefined> => {
  const database = given(variables) ?? (await borrowedDatabase(databaseDir(variables)));
  if (!database || 'close' in database) return database;
  return { url: database.url, close: async () => database.giveBack() };
};

/** Milliseconds after which an operator's command that has borrowed the folder is done, as a rule. */
const COMMAND_ENDS_WITHIN = 5_000;

/** `forOthersToo`: whoever borrows the database meanwhile may finish first. */
const databaseOf = async (variables: Variables, { forOthersToo = false } = {}): Promise<ReachedDatabase> => {
  const already = given(variables);
  if (already) return already;
  const { url, stop, stopWhenUnused } = await embeddedDatabase({
    dir: databaseDir(variables),
    patience: COMMAND_ENDS_WITHIN,
  });
  return { url, close: forOthersToo ? stopWhenUnused : stop };
};
