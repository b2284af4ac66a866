import { courierNouns, runWith, type Run } from '@vehicle-insurance/courier';
import type { MoreNouns } from '@vehicle-insurance/operator';
import { readConfiguration } from '@vehicle-insurance/service';
import { courierEnvironment, markCourier } from './courier-environment.ts';
import { operatorInfrastructure } from './operator-infrastructure.ts';
import { START } from './own-commands.ts';
import { readSandboxFile } from './sandbox-file.ts';

/**
 * The courier's nouns in the operator's command, such as `endpoint`. They apply to the folder's sandbox, or to the
 * courier configured by `COURIER_…`.
 */
export const webhookNouns =
  (environment: Readonly<Record<string, string | undefined>>): MoreNouns =>
  (program, { stdout, stderr }) => {
    const run: Run = async (does) => {
      const read = readConfiguration(environment);
      if (read.isErr()) throw new Error(read.error.join(' '));
      const variables = read.value;
      if (variables.ENVIRONMENT !== 'sandbox') return runWith(environment, stdout)(does);
      const file = readSandboxFile(variables.DATA_DIR);
      if (!file) throw new Error(`There is no sandbox in ${variables.DATA_DIR} yet: start it first (${START}).`);
      const infrastructure = await operatorInfrastructure(variables, stderr);
      try {
        const { databaseUrl } = infrastructure;
        await runWith({ ...environment, ...courierEnvironment(databaseUrl, file) }, stdout)(does);
        markCourier(variables.DATA_DIR);
      } finally {
        await infrastructure.close();
      }
    };
    courierNouns(program, run);
  };
