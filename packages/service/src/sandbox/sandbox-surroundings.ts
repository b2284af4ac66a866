import { join } from 'node:path';
import { embeddedDatabase, runningDatabase } from '@vehicle-insurance/embedded-database';
import type { Surroundings } from '../composition/surroundings.ts';
import type { Variables } from '../configuration/variables.ts';
import { followedClock, movableClock, type MovableClock } from './movable-clock.ts';
import { sandboxSecrets } from './secrets.ts';
import { startSimulators, type Simulators } from './simulators.ts';
import { readSandboxFile } from './sandbox-file.ts';

/** The sandbox's own database, clock and outside world, in the process that runs them. */
export interface HostSurroundings extends Surroundings {
  readonly clock: MovableClock;
  readonly simulators: Simulators;
}

/** The sandbox's codes at its authority. */
const CODES = { applicant: 'BACASABLE', intermediary: 'COURTIER01', company: 'ASSUR01' } as const;
/** Wave wants https pages to send the payer back to; in the sandbox nobody needs to arrive there. */
const EXAMPLE_PAGES = { successUrl: 'https://example.com/paid', errorUrl: 'https://example.com/not-paid' } as const;

/** Starts everything the service needs around it: a PostgreSQL unless one is given, and the simulators. */
export const sandboxSurroundings = async (variables: Variables, serviceUrl: string): Promise<HostSurroundings> => {
  const clock = movableClock(clockFile(variables));
  const secrets = sandboxSecrets(variables.DATA_DIR);
  const database = await databaseOf(variables);
  const simulators = await startSimulators({ clock, serviceUrl, secrets, codes: CODES, variables });
  return {
    ...around(variables, serviceUrl, database.url, simulators.urls),
    clock,
    simulators,
    close: async () => {
      await simulators.close();
      await database.close();
    },
  };
};

/** What an operator's command needs of a sandbox that may be running: its database is borrowed, or started for a while. */
export const borrowedSandbox = async (variables: Variables): Promise<Surroundings> => {
  const known = readSandboxFile(variables.DATA_DIR);
  const running = variables.DATABASE_URL ?? (await runningDatabase(databaseDir(variables)));
  const database = running ? { url: running, close: async () => undefined } : await databaseOf(variables);
  const nowhere = 'http://127.0.0.1:9';
  const simulators = known?.simulators ?? { mobileMoney: nowhere, certificateAuthority: nowhere };
  const serviceUrl = known ? new URL(known.baseUrl).origin : `http://${variables.HOST}:${variables.PORT}`;
  return {
    ...around(variables, serviceUrl, database.url, simulators),
    clock: followedClock(clockFile(variables)),
    close: database.close,
  };
};

/**
 * What a worker beside the process that runs the sandbox needs of it: everything is borrowed, nothing started. It is
 * to be started after that one, in the same folder.
 */
export const joinedSandbox = async (variables: Variables): Promise<Surroundings> => {
  const running = variables.DATABASE_URL ?? (await runningDatabase(databaseDir(variables)));
  if (!running || !readSandboxFile(variables.DATA_DIR))
    throw new Error(`No sandbox runs in ${variables.DATA_DIR}. Start it there first, with ROLE=api or ROLE=both.`);
  return borrowedSandbox(variables);
};

const around = (
  { BASE_URL, DATA_DIR, SCHEDULER_STORE }: Variables,
  serviceUrl: string,
  databaseUrl: string,
  simulators: Simulators['urls'],
): Omit<Surroundings, 'clock' | 'close'> => {
  const secrets = sandboxSecrets(DATA_DIR);
  return {
    baseUrl: BASE_URL ?? serviceUrl,
    databaseUrl,
    schedulerStore: SCHEDULER_STORE ?? databaseUrl,
    linkSecret: secrets.linkSecret,
    wave: {
      url: simulators.mobileMoney,
      apiKey: secrets.waveApiKey,
      notificationSecrets: [secrets.waveNotificationSecret],
      ...EXAMPLE_PAGES,
    },
    authority: {
      url: simulators.certificateAuthority,
      credentials: { ...CODES, access: secrets.authorityAccessCode },
      hosts: [new URL(simulators.certificateAuthority).host],
    },
  };
};

const clockFile = ({ DATA_DIR }: Variables): string => join(DATA_DIR, 'clock.json');

const databaseDir = ({ DATA_DIR }: Variables): string => join(DATA_DIR, 'database');

/** Milliseconds after which an operator's command that has borrowed the folder is done, as a rule. */
const COMMAND_ENDS_WITHIN = 5_000;

const databaseOf = async (variables: Variables): Promise<{ url: string; close: () => Promise<void> }> => {
  if (variables.DATABASE_URL) return { url: variables.DATABASE_URL, close: async () => undefined };
  const { url, stop } = await embeddedDatabase({ dir: databaseDir(variables), patience: COMMAND_ENDS_WITHIN });
  return { url, close: stop };
};
