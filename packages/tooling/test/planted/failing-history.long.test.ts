import { expect } from 'chai';
import { exec } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { fileOf, withBug } from './planted-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PLANT = fileURLToPath(new URL('plant.ts', import.meta.url));

const SCREEN = 40;

/** Runs a command of this repository with a bug planted, and returns everything that it printed. */
const printedWith = async (name: string, command: string): Promise<string> => {
  const bug = PLANTED_BUGS.find((each) => each.name === name);
  if (!bug) throw new Error(`there is no planted bug “${name}”`);
  const folder = await mkdtemp(join(tmpdir(), 'failing-history-'));
  const text = join(folder, 'source.ts');
  try {
    await writeFile(text, withBug(bug, await readFile(fileOf(bug), 'utf8')));
    const planted = { PLANTED_AT: fileOf(bug).href, PLANTED_TEXT: text, NODE_OPTIONS: `--import ${PLANT}` };
    return await new Promise((resolve) => {
      exec(command, { cwd: ROOT, env: { ...process.env, ...planted } }, (_, out, err) => resolve(out + err));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The lines about a history that failed, from the law it breaks to the command that shows it again. */
const storyIn = (printed: string): readonly string[] => {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line.includes('breaks a law'));
  const last = lines.findIndex((line) => line.includes('npx mocha'));
  return lines.slice(first, last + 1);
};

describe('a random history that fails', function () {
  this.timeout(240_000);

  for (const { of, bug, command } of [
    {
      of: 'a purchase',
      bug: 'cover is a month short',
      command: 'npx mocha packages/core/test/histories/histories.test.ts',
    },
    {
      of: 'the books',
      bug: 'a refund is booked with the wrong sign',
      command: 'npx mocha packages/core/test/histories/books.test.ts',
    },
  ])
    it(`of ${of} prints a story of one screen, and the command at its end prints the same story again`, async () => {
      const story = storyIn(await printedWith(bug, command));
      expect(story).to.have.length.within(4, SCREEN);
      expect(story[0]).to.match(/istory \d+ breaks a law: /);
      expect(story.at(-2)).to.match(/See it again:$/);
      expect(storyIn(await printedWith(bug, story.at(-1) ?? ''))).to.deep.equal(story);
    });
});
