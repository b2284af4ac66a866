import { courierConfiguration, type Configuration } from './configuration.ts';
import type { Environment } from './environment.ts';
import { openStore, type Store } from './store/open-store.ts';

/** The dependencies of a command. */
export interface CommandContext {
  readonly store: Store;
  readonly configuration: Configuration;
}

/** Opens the store for a command, prints the command's result as JSON, and closes the store. */
export type Run = (does: (context: CommandContext) => Promise<unknown>) => Promise<void>;

/** Receives printed text, such as standard output. */
export interface Output {
  readonly write: (text: string) => unknown;
}

/** Runs commands with the configuration in this environment. */
export const runWith =
  (environment: Environment, stdout: Output): Run =>
  async (does) => {
    const configuration = courierConfiguration(environment);
    const store = await openStore(configuration.databaseUrl);
    try {
      stdout.write(`${JSON.stringify(await does({ store, configuration }), null, 2)}\n`);
    } finally {
      await store.close();
    }
  };
