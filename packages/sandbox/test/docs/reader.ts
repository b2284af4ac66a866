import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_COMPILE_CACHE } from '../processes/compile-cache.ts';
import { freePort } from '@vehicle-insurance/testkit';
import { eventually } from '../sandbox.ts';
import { changesTheCode, isAsSaid, stepsOf, type Step } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** What a reader has after cloning and installing the project; everything else they create. */
const CLONED = ['README.md', 'docs', 'docker', 'node_modules', 'package.json', 'packages', '.ci'];

/** Where a page has a server of the reader's own listen. */
const READERS_PORT = '4000';

/** Follows the pages by copy and paste, in a clone of its own. */
export interface Reader {
  readonly folder: string;
  /** Follows one page, and gives what its pasted lines said, block by block. */
  follow(page: string): Promise<readonly string[]>;
  /** Stops what was left running, and removes the folder. */
  leave(): Promise<void>;
}

export const reader = (): Reader => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  for (const name of CLONED) symlinkSync(join(ROOT, name), join(folder, name));
  // Any free port: others test beside us.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE, PORT: '0', NO_COLOR: '1' };
  const started: ChildProcess[] = [];

  const start = async (lines: string): Promise<void> => {
    // In a process group of its own: Ctrl-C reaches npm and what it runs.
    const child = spawn('bash', ['-eu', '-c', lines], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await eventually(
      async () => said,
      (text) => {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it has ended:\n${text}`);
        return text.includes('The sandbox is ready');
      },
    );
  };

  return {
    folder,
    follow: async (page) => {
      const written = readFileSync(join(folder, page), 'utf8');
      const steps = stepsOf(written.replaceAll(READERS_PORT, String(await freePort())));
      // The packages are links: what is written into them is written into this repository.
      if (changesTheCode(steps)) throw new Error(`${page} needs a copy of the packages`);
      for (const step of steps)
        if (step.does === 'save') {
          mkdirSync(dirname(join(folder, step.file)), { recursive: true });
          writeFileSync(join(folder, step.file), step.lines);
        } else if (step.does === 'start') await start(step.lines);
      const said = await paste(steps.filter(isPasted), { cwd: folder, env });
      for (const { after, wanted } of expectations(steps)) {
        const heard = said[after] ?? '';
        if (!isAsSaid(wanted, heard))
          throw new Error(`${page} says that it prints\n${wanted}\nand it prints\n${heard}`);
      }
      return said;
    },
    leave: async () => {
      for (const child of started)
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
          const ended = once(child, 'exit');
          process.kill(-child.pid, 'SIGINT');
          await ended;
        }
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

type Pasted = Extract<Step, { does: 'run' }>;
const isPasted = (step: Step): step is Pasted => step.does === 'run';

/** Between what two blocks say. */
const BETWEEN = '\u241e';

/** Pastes the blocks of a page into one terminal. */
const paste = async (
  blocks: readonly Pasted[],
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly string[]> => {
  if (blocks.length === 0) return [];
  // A page that fails half way leaves nothing running.
  const ending = `trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n`;
  const script = blocks.map(({ lines }) => lines).join(`\nprintf '%s' '${BETWEEN}'\n`);
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', ending + script], { ...where, timeout: 60_000 });
  return stdout.split(BETWEEN);
};

/** What a page says its pasted blocks would print, with the number of the block. */
const expectations = (steps: readonly Step[]) => {
  let pasted = -1;
  return steps.flatMap((step) => {
    if (step.does === 'run') pasted += 1;
    return step.does === 'said' ? [{ after: pasted, wanted: step.lines }] : [];
  });
};
