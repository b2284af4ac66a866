import { containerEngineAnswers } from '../database/container-engine.ts';
import type { ObjectStore } from './object-store.ts';

let server: Promise<ObjectStore> | undefined;

/**
 * The S3 server of this process: a real server in a container if an engine answers and can start it, otherwise a server
 * in this process.
 */
export const testStore = (): Promise<ObjectStore> => (server ??= choose());

/** Stops the server if a test has started it. */
export const stopTestStore = async (): Promise<void> => {
  const started = await server?.catch(() => undefined);
  server = undefined;
  await started?.stop();
};

/** Both servers are imported lazily, because every run of the tests loads this file, and most runs need no store. */
const choose = async (): Promise<ObjectStore> => {
  if (await containerEngineAnswers()) {
    try {
      const { storeInContainer } = await import('./store-in-container.ts');
      const container = await storeInContainer();
      say('versitygw in a container');
      return container;
    } catch (error) {
      say(
        `a container engine answers but cannot start an S3 server (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
  say('s3rver in this process; with a container engine, versitygw is used');
  const { inProcessStore } = await import('./in-process-store.ts');
  return inProcessStore();
};

const say = (what: string): void => {
  process.stderr.write(`Test object store: ${what}.\n`);
};
