import { join } from 'node:path';
import { bordereauxIn } from '@vehicle-insurance/bordereaux';
import type { Access } from '@vehicle-insurance/console';
import type { Bordereaux, BordereauxSource, ErrorReporter } from '@vehicle-insurance/core';
import {
  compose,
  configuredInfrastructure,
  loggingErrorReporter,
  readConfiguration,
  requireSchema,
  secretsIn,
  serviceLog,
  type Infrastructure,
  type OwnAdapters,
  type Service,
  type SharedLock,
  type Variables,
} from '@vehicle-insurance/service';
import type { CommandOutput } from './command-output.ts';
import { refuse } from './refusal.ts';
import type { Output } from './terminal.ts';

/** The service's database and use cases, for the commands. The service itself need not run. */
export interface Context {
  /** The dependencies of an operator's use cases. */
  readonly ports: Service['bound'];
  readonly store: Service['bound']['store'];
  /** The lock that all processes with due work share. A sandbox holds the lock exclusively while it moves its clock. */
  readonly lock: Pick<SharedLock, 'pass'>;
  /** The operator's name, for audit entries. */
  readonly by: string;
  /** Opens the console's own records, such as its sessions. */
  readonly consoleAccess: () => Promise<Access>;
  /** The bordereaux in a folder. Default: `bordereaux` in DATA_DIR. */
  readonly bordereauxIn: (folder?: string) => Bordereaux;
  /** How many pieces of due work have failed in this command. */
  failed(): number;
  close(): Promise<void>;
}

/** Opens a context, runs a command in it, prints the output, and closes the context. */
export type Run = (command: (context: Context) => Promise<CommandOutput>) => Promise<void>;

/** Opens the infrastructure for the configuration. Messages for people go to `stderr`. */
export type OpenInfrastructure = (variables: Variables, stderr: Output) => Promise<Infrastructure>;

/** Opens a context for the configuration and an operator's name. Messages for people go to `stderr`. */
export type OpenContext = (
  environment: Readonly<Record<string, string | undefined>>,
  by: string,
  stderr: Output,
) => Promise<Context>;

/**
 * The infrastructure of staging and production. `adapters` are those of the program that runs the command or the
 * console.
 */
export const configured =
  (adapters?: OwnAdapters): OpenInfrastructure =>
  async (variables) =>
    variables.ENVIRONMENT === 'sandbox'
      ? refuse(
          'ENVIRONMENT is sandbox, which this program does not support. Set ENVIRONMENT to staging or production, or use the sandbox’s own command: `npm run operator` in the repository, `node packages/sandbox/src/operator.ts` in the image’s sandbox target.',
        )
      : configuredInfrastructure(variables, adapters);

/** Drops errors of triggers. A lost trigger is harmless, because a running service finds the work in its next round. */
const silent: ErrorReporter = { report: () => undefined };

/**
 * Opens a context, which the caller must close. If the configuration is invalid or the infrastructure unavailable,
 * rejects with a message that says what to do. The log goes to `stderr`.
 */
export const openContext = async (
  environment: Readonly<Record<string, string | undefined>>,
  by: string,
  openInfrastructure: OpenInfrastructure = configured(),
  stderr: Output = process.stderr,
  adapters?: OwnAdapters,
): Promise<Context> => {
  const read = readConfiguration(environment, adapters);
  if (read.isErr()) return refuse(`The operator command requires the service's configuration. ${read.error.join(' ')}`);
  const configuration = { ...read.value, DATABASE_POOL: 2 };
  await using opening = new AsyncDisposableStack();
  const infrastructure = await openInfrastructure(configuration, stderr);
  opening.defer(infrastructure.close);
  const { errorReporter, failed } = countReports(
    loggingErrorReporter(serviceLog({ level: 'warn', secrets: secretsIn(configuration) }, stderr)),
  );
  const service = await compose({ configuration, infrastructure, errorReporter }).open({
    schedulerErrorReporter: () => silent,
  });
  opening.defer(service.close);
  const opened = opening.move();
  const { bound } = service;
  return {
    ports: bound,
    store: bound.store,
    lock: bound.lock,
    by,
    consoleAccess: async () => {
      // Only the commands that need the console's library load it.
      const { openAccess } = await import('@vehicle-insurance/console');
      await requireSchema({ url: infrastructure.databaseUrl, environment: configuration.ENVIRONMENT });
      const { CONSOLE_IDLE_MINUTES: idle, CONSOLE_SESSION_HOURS: absolute } = configuration;
      return openAccess(bound.store, { idle, absolute });
    },
    bordereauxIn: (folder) => keptBordereaux(configuration, bound, folder),
    failed,
    close: () => opened.disposeAsync(),
  };
};

/**
 * The bordereaux in a folder. Default: the folder that the command and the console share. Outside production, every PDF
 * is a specimen.
 */
export const keptBordereaux = (
  { DATA_DIR, ENVIRONMENT }: Variables,
  source: BordereauxSource,
  folder = join(DATA_DIR, 'bordereaux'),
): Bordereaux => bordereauxIn({ folder, specimen: ENVIRONMENT !== 'production' }, source);

const countReports = (errorReporter: ErrorReporter) => {
  let count = 0;
  return {
    failed: () => count,
    errorReporter: {
      report: (reportedError: Parameters<ErrorReporter['report']>[0]) => {
        count += 1;
        errorReporter.report(reportedError);
      },
    },
  };
};
