import { parseArgs } from 'node:util';
import { DATABASE_ENVIRONMENTS, migrate } from '@vehicle-insurance/persistence';
import { readConfiguration } from './configuration/read-configuration.ts';
import { whyNotStarted } from './startup-failure.ts';

// Brings the database of DATABASE_URL up to date: `npm run migrate`. Safe to run twice, or twice at once. With `--
// --environment NAME` an operator declares the environment of an older database that does not record it, or records it
// wrongly.
const fail = (lines: readonly string[]): void => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
};

/** The environment given on the command line, or one line that says what is wrong with it. */
const declaredIn = (words: readonly string[], configured: string | undefined): string | undefined => {
  const { environment } = parseArgs({ args: [...words], options: { environment: { type: 'string' } } }).values;
  if (environment === undefined) return undefined;
  if (!DATABASE_ENVIRONMENTS.some((each) => each === environment))
    throw new Error(`--environment must be one of ${DATABASE_ENVIRONMENTS.join(', ')}.`);
  if (configured && configured !== environment)
    throw new Error(`--environment says ${environment}, and ENVIRONMENT is ${configured}. Say the same in both.`);
  return environment;
};

const run = async (): Promise<void> => {
  const declared = declaredIn(process.argv.slice(2), process.env['ENVIRONMENT']);
  const read = readConfiguration(declared ? { ...process.env, ENVIRONMENT: declared } : process.env);
  if (read.isErr()) return fail(read.error);
  const { DATABASE_URL: url, ENVIRONMENT: environment } = read.value;
  if (url === undefined)
    return fail(['DATABASE_URL is missing: set it. The sandbox’s own database needs no migrating.']);
  try {
    const say = (why: string) => process.stderr.write(`${why}\n`);
    await migrate({ url, environment, isDeclared: declared !== undefined, say });
    process.stdout.write(`The database of ${environment} is up to date.\n`);
  } catch (error) {
    fail([whyNotStarted(error as Error, read.value)]);
  }
};

await run().catch((error: unknown) => fail([(error as Error).message]));
