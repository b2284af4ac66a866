import { openContext, type OpenContext, type OpenInfrastructure } from '@vehicle-insurance/operator';
import { migrate } from '@vehicle-insurance/persistence';
import { configuredInfrastructure } from '@vehicle-insurance/service';
import { givenInfrastructure, guestInfrastructure, isGivenEverything } from './infrastructure.ts';
import { readSandboxFile } from './sandbox-file.ts';

/** A person waits for the command and can repeat it: it does not wait minutes for tables in use. */
const MIGRATION_ATTEMPTS = 3;

/** The infrastructure of an operator's command; in a sandbox, that of the folder, running or not. */
export const operatorInfrastructure: OpenInfrastructure = async (variables, stderr) => {
  if (variables.ENVIRONMENT !== 'sandbox') return configuredInfrastructure(variables);
  const infrastructure = isGivenEverything(variables)
    ? givenInfrastructure(variables)
    : await guestInfrastructure(variables);
  // Standard output is for the answer.
  const say = (why: string): void => void stderr.write(`${why}\n`);
  try {
    const { databaseUrl: url } = infrastructure;
    await migrate({ url, environment: 'sandbox', say, attempts: MIGRATION_ATTEMPTS });
  } catch (error) {
    await infrastructure.close();
    throw error;
  }
  const { CONSOLE_URL = readSandboxFile(variables.DATA_DIR)?.consoleUrl } = variables;
  return { ...infrastructure, consoleUrl: CONSOLE_URL };
};

/** What an operator's command works with on that infrastructure. */
export const operatorContext: OpenContext = (environment, by, stderr) =>
  openContext(environment, by, operatorInfrastructure, stderr);
