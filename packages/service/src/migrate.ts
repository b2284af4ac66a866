import { migrate } from '@vehicle-insurance/persistence';
import { readConfiguration } from './configuration/read-configuration.ts';
import { whyNotStarted } from './why-not-started.ts';

// Brings the database of DATABASE_URL up to date: `npm run migrate`. Safe to run twice, or twice at once.
const variables = readConfiguration(process.env);
const url = variables.isOk() ? variables.value.DATABASE_URL : undefined;
try {
  if (variables.isErr()) throw new Error(variables.error.join('\n'));
  if (url === undefined)
    throw new Error('DATABASE_URL is missing: set it. The sandbox’s own database needs no migrating.');
  await migrate(url, { say: (why) => process.stderr.write(`${why}\n`) });
  process.stdout.write('The database is up to date.\n');
} catch (error) {
  const why = variables.isOk() ? whyNotStarted(error as Error, variables.value) : (error as Error).message;
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
