import { openContext, type OpenContext, type OpenInfrastructure } from '@vehicle-insurance/operator';
import { migrate } from '@vehicle-insurance/persistence';
import { configuredInfrastructure } from '@vehicle-insurance/service';
import { completeInfrastructure, operatorsInfrastructure, isFullyConfigured } from './infrastructure.ts';
import { readSandboxFile } from './sandbox-file.ts';

/**
 * A person waits for the command and can repeat it. So the migration does not wait minutes for tables that are in use.
 */
const MIGRATION_ATTEMPTS = 3;

/**
 * The infrastructure of an operator's command. A sandbox without a complete configuration uses the infrastructure in
 * its data folder, even if the sandbox is not running.
 */
export const operatorInfrastructure: OpenInfrastructure = async (variables, stderr) => {
  if (variables.ENVIRONMENT !== 'sandbox') return configuredInfrastructure(variables);
  const infrastructure = isFullyConfigured(variables)
    ? completeInfrastructure(variables)
    : await operatorsInfrastructure(variables);
  // Standard output is only for the result.
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

/** The context of an operator's command on that infrastructure. */
export const operatorContext: OpenContext = (environment, by, stderr) =>
  openContext(environment, by, operatorInfrastructure, stderr);
