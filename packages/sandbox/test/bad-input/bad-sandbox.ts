import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { badWorld, type BadWorld } from '../../../http/test/bad-input/bad-world.ts';
import { startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

/** A sandbox to which bad requests are sent. */
export interface BadSandbox extends BadWorld {
  readonly sandbox: TestSandbox;
  readonly stop: () => Promise<void>;
}

export const openBadSandbox = async (): Promise<BadSandbox> => {
  const sandbox = await startSandbox();
  const { baseUrl: url = '', apiKey = '', simulators } = sandbox.service.sandbox ?? {};
  const leftBehind = async () => ({
    sessions: ((await (await fetch(`${simulators?.mobileMoney}/sandbox/sessions`)).json()) as Fields[]).length,
    files: readdirSync(join(sandbox.dataDir, 'documents'), { recursive: true }),
  });
  const world = await badWorld({ url, apiKey, leftBehind });
  return {
    ...world,
    sandbox,
    stop: async () => {
      world.close();
      await sandbox.stop();
    },
  };
};
