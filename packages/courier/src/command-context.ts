import type { Configuration } from './configuration.ts';
import type { Store } from './store/open-store.ts';

/** What a command works on. */
export interface CommandContext {
  readonly store: Store;
  readonly configuration: Configuration;
}

/** Opens what a command needs, prints what it answers as JSON, and closes it. */
export type Run = (does: (context: CommandContext) => Promise<unknown>) => Promise<void>;
