import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Result } from './run-guarantees.ts';

/**
 * Runs tests of persistence with faults planted: of each fault the one that must find it (`named`, after a run of all of
 * those without any fault), or every test there is. Tells each result as it comes.
 */
export const runGuarantees = async (
  scope: 'named' | 'all',
  tell: (result: Result) => void,
  faults: readonly string[] = [],
): Promise<void> => {
  const child = fork(fileURLToPath(import.meta.resolve('./run-guarantees.ts')), [scope, ...faults], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (result) => tell(result as Result));
  const [status] = (await once(child, 'exit')) as (number | null)[];
  if (status !== 0) throw new Error(`the tests ended with ${status}`);
};
