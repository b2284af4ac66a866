import { parseArgs } from 'node:util';
import { DATABASE_ENVIRONMENTS, distribute, migrate } from '@vehicle-insurance/persistence';
import type { OwnAdapters } from './composition/own-adapters.ts';
import { readConfiguration } from './configuration/read-configuration.ts';
import type { EnvironmentVariables } from './configuration/secret-files.ts';
import { explainStartupFailure } from './startup-failure.ts';

const fail = (lines: readonly string[]): void => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
};

const OPTIONS = { environment: { type: 'string' }, distribute: { type: 'boolean' } } as const;

/** Checks the environment on the command line. Throws one line that explains a wrong environment. */
const checked = (environment: string | undefined, configured: string | undefined): string | undefined => {
  if (environment === undefined) return undefined;
  if (!DATABASE_ENVIRONMENTS.some((each) => each === environment))
    throw new Error(`--environment must be one of ${DATABASE_ENVIRONMENTS.join(', ')}.`);
  if (configured?.trim() && configured !== environment)
    throw new Error(`--environment is ${environment}, but ENVIRONMENT is ${configured}. Use the same value for both.`);
  return environment;
};

/**
 * Migrates the database of DATABASE_URL (idempotent, even concurrently). `--environment NAME` declares the environment
 * of a database that records none, even if its API keys suggest another. `--distribute` distributes the tables of an
 * up-to-date database over the nodes of a Citus cluster. `adapters` are the adapters that the program passes to the
 * service.
 */
export const migrateCommand = (environment: EnvironmentVariables, adapters?: OwnAdapters): Promise<void> =>
  run(environment, adapters).catch((error: unknown) => fail([(error as Error).message]));

const run = async (variables: EnvironmentVariables, adapters?: OwnAdapters): Promise<void> => {
  const asked = parseArgs({ options: OPTIONS }).values;
  const declared = checked(asked.environment, variables['ENVIRONMENT']);
  const read = readConfiguration(declared ? { ...variables, ENVIRONMENT: declared } : variables, adapters);
  if (read.isErr()) return fail(read.error);
  const { DATABASE_URL: url, ENVIRONMENT: environment } = read.value;
  if (url === undefined)
    return fail(['DATABASE_URL is missing: set it. The sandbox’s own database needs no migration.']);
  try {
    const say = (why: string) => process.stderr.write(`${why}\n`);
    if (asked.distribute) {
      const tables = await distribute({ url, environment, say });
      const done = tables > 0 ? `${tables} tables were distributed` : 'nothing had to be done';
      process.stdout.write(`The database of ${environment} is distributed; ${done}.\n`);
      return;
    }
    await migrate({ url, environment, isDeclared: declared !== undefined, say });
    process.stdout.write(`The database of ${environment} is up to date.\n`);
  } catch (error) {
    fail([explainStartupFailure(error as Error, read.value)]);
  }
};
