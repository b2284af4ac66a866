import type { AsaciCredentials } from '@vehicle-insurance/certificate-authority';
import type { Clock } from '@vehicle-insurance/core';
import { missingMigrations, nameMigrateCommand, type MigrateOptions } from '@vehicle-insurance/persistence';
import { systemClock } from '@vehicle-insurance/system';
import type { Logger } from 'pino';
import { splitList } from '../configuration/split-list.ts';
import type { Variables } from '../configuration/variables.ts';
import type { OwnAdapters } from './own-adapters.ts';
import { prepareDataFolder, severalFoldersWarning } from '../system/data-folder.ts';

/** Our account at Wave. */
export interface Wave {
  readonly url: string;
  readonly apiKey: string;
  readonly notificationSecrets: readonly string[];
  readonly notificationAuth?: 'signature' | 'secret';
  readonly requestSecret?: string | undefined;
  readonly successUrl: string;
  readonly errorUrl: string;
  readonly idleSaysProcessing: boolean;
}

/** Our account at CinetPay. */
export interface CinetPay {
  readonly url: string;
  readonly apiKey: string;
  readonly siteId: string;
  readonly notificationSecrets: readonly string[];
  readonly returnUrl: string;
}

/** A lock with many shared holders or one exclusive holder. */
export interface SharedLock {
  /** Runs under the shared lock. Waits while another caller holds the exclusive lock or waits for it. */
  pass<Value>(run: () => Promise<Value>): Promise<Value>;
  /**
   * Runs under the exclusive lock. Waits until all shared holders have finished. New shared holders wait until the run
   * ends.
   */
  alone<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** For processes in which no code needs the exclusive lock. */
export const noLock: SharedLock = { pass: (run) => run(), alone: (run) => run() };

/** The parts that a process runs on: clock, lock, URLs and secrets. */
export interface Infrastructure {
  readonly clock: Clock;
  /** Due work holds this lock in shared mode. While another caller holds the lock exclusively, no due work is done. */
  readonly lock: SharedLock;
  /** The service's URL for callers and providers. */
  readonly baseUrl: string;
  /** The console's URL for operators; absent if it is not configured. */
  readonly consoleUrl?: string | undefined;
  /** The URL of a database with an up-to-date schema. */
  readonly databaseUrl: string;
  /** Whether no other process uses the database. Existing leases then belong to killed processes. */
  readonly isOnlyProcess: boolean;
  readonly schedulerStore: string;
  readonly linkSecret: string;
  /** The private key that signs proofs, as configured. */
  readonly proofKey: string;
  /** Undefined if the provider is not configured. */
  readonly wave: Wave | undefined;
  readonly cinetpay: CinetPay | undefined;
  /** Undefined only if `adapters` contains a certificate authority. */
  readonly authority:
    | { readonly url: string; readonly credentials: AsaciCredentials; readonly hosts: readonly string[] }
    | undefined;
  /** Adapters of the program that runs the service. */
  readonly adapters?: OwnAdapters | undefined;
  /** Stops everything that was started for the service. */
  close(): Promise<void>;
}

/**
 * The infrastructure of a complete configuration, as in staging or production. The caller has already checked that no
 * value is missing.
 */
export const configuredInfrastructure = (variables: Variables, adapters: OwnAdapters = {}): Infrastructure => {
  const databaseUrl = given(variables, 'DATABASE_URL');
  return {
    clock: systemClock,
    lock: noLock,
    baseUrl: given(variables, 'BASE_URL').replace(/\/+$/, ''),
    consoleUrl: variables.CONSOLE_URL?.replace(/\/+$/, ''),
    databaseUrl,
    isOnlyProcess: false,
    schedulerStore: variables.SCHEDULER_STORE ?? databaseUrl,
    linkSecret: given(variables, 'LINK_SECRET'),
    proofKey: given(variables, 'PROOF_KEY'),
    wave: variables.WAVE_URL ? configuredWave(variables) : undefined,
    cinetpay: variables.CINETPAY_URL ? configuredCinetPay(variables) : undefined,
    authority: adapters.certificateAuthority ? undefined : configuredAuthority(variables),
    adapters,
    close: async () => undefined,
  };
};

/**
 * The infrastructure of staging or production, checked and ready. In these environments no process migrates the schema
 * when it starts, because an operator chooses the time.
 */
export const preparedInfrastructure = async (
  variables: Variables,
  log: Logger,
  adapters?: OwnAdapters,
): Promise<Infrastructure> => {
  if (variables.ENVIRONMENT === 'sandbox')
    throw new Error(
      'ENVIRONMENT is sandbox, but this program does not contain the sandbox. Start the sandbox instead: npm start, or the image’s target sandbox.',
    );
  prepareDataFolder(variables.DATA_DIR);
  const warning = severalFoldersWarning(variables);
  if (warning !== undefined) log.warn(warning);
  const infrastructure = configuredInfrastructure(variables, adapters);
  await requireSchema({ url: infrastructure.databaseUrl, environment: variables.ENVIRONMENT });
  return infrastructure;
};

/** Rejects with instructions unless the database has all migrations of this release. */
export const requireSchema = async (database: MigrateOptions): Promise<void> => {
  if ((await missingMigrations(database)) > 0)
    throw new Error(
      `The database’s schema is not up to date. Run \`${nameMigrateCommand()}\` with the same configuration first.`,
    );
};

/** Our account at Wave, as configured. */
export const configuredWave = (variables: Variables): Wave => ({
  url: given(variables, 'WAVE_URL'),
  apiKey: given(variables, 'WAVE_API_KEY'),
  notificationSecrets: splitList(given(variables, 'WAVE_NOTIFICATION_SECRETS')),
  notificationAuth: variables.WAVE_NOTIFICATION_AUTH,
  requestSecret: variables.WAVE_REQUEST_SECRET,
  successUrl: given(variables, 'WAVE_SUCCESS_URL'),
  errorUrl: given(variables, 'WAVE_ERROR_URL'),
  idleSaysProcessing: variables.WAVE_IDLE_SAYS_PROCESSING,
});

/** Our account at CinetPay, as configured. */
export const configuredCinetPay = (variables: Variables): CinetPay => ({
  url: given(variables, 'CINETPAY_URL'),
  apiKey: given(variables, 'CINETPAY_API_KEY'),
  siteId: given(variables, 'CINETPAY_SITE_ID'),
  notificationSecrets: splitList(given(variables, 'CINETPAY_NOTIFICATION_SECRETS')),
  returnUrl: given(variables, 'CINETPAY_RETURN_URL'),
});

/**
 * The configured certificate authority. By default, certificate pictures may come only from the authority's own host.
 */
export const configuredAuthority = (variables: Variables): NonNullable<Infrastructure['authority']> => {
  const url = given(variables, 'AUTHORITY_URL');
  return {
    url,
    credentials: {
      applicant: given(variables, 'AUTHORITY_APPLICANT_CODE'),
      access: given(variables, 'AUTHORITY_ACCESS_CODE'),
      company: given(variables, 'AUTHORITY_COMPANY_CODE'),
      intermediary: given(variables, 'AUTHORITY_INTERMEDIARY_CODE'),
    },
    hosts: variables.AUTHORITY_HOSTS ? splitList(variables.AUTHORITY_HOSTS) : [new URL(url).host],
  };
};

const given = (variables: Variables, name: keyof Variables): string => {
  const value = variables[name];
  if (typeof value !== 'string') throw new Error(`${name} is missing: set it.`);
  return value;
};
