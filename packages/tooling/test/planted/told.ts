import { exec } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { PLANTED_BUGS } from './bugs.ts';
import { fileOf, withBug } from './planted-bug.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Lines of a screen. */
export const SCREEN = 40;

/** Runs a command of this repository with a bug planted, and gives everything it printed. */
export const printedWith = async (name: string, command: string): Promise<string> => {
  const bug = PLANTED_BUGS.find((each) => each.name === name);
  if (!bug) throw new Error(`there is no planted bug “${name}”`);
  const folder = await mkdtemp(join(tmpdir(), 'told-'));
  const text = join(folder, 'source.ts');
  try {
    await writeFile(text, withBug(bug, await readFile(fileOf(bug), 'utf8')));
    const plant = fileURLToPath(new URL('plant.ts', import.meta.url));
    const env = {
      ...process.env,
      PLANTED_AT: fileOf(bug).href,
      PLANTED_TEXT: text,
      NODE_OPTIONS: `--import ${plant}`,
    };
    return await new Promise((resolve) => {
      exec(command, { cwd: ROOT, env }, (_, printed, said) => resolve(printed + said));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** What is told of a history that failed: from its number to the command that shows it again. */
export const toldIn = (printed: string): readonly string[] => {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line.includes('breaks a law'));
  const last = lines.findIndex((line) => line.includes('npx mocha'));
  return lines.slice(first, last + 1);
};
