import { expect } from 'chai';
import { exec } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { PLANTED_BUGS } from './bugs.ts';
import { fileOf, withBug } from './planted-bug.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const HISTORIES = 'npx mocha packages/core/test/histories/histories.test.ts';

/** Lines of a screen. */
const SCREEN = 40;

/** Runs a command of this repository with a bug planted, and gives everything it printed. */
const printedWith = async (name: string, command: string): Promise<string> => {
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
const toldIn = (printed: string): readonly string[] => {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line.includes('breaks a law'));
  const last = lines.findIndex((line) => line.includes('npx mocha'));
  return lines.slice(first, last + 1);
};

describe('a history that fails', function () {
  this.timeout(240_000);

  it('is told in a screen of words, and the command it tells shows the same again', async () => {
    const bug = 'cover is a month short';
    const told = toldIn(await printedWith(bug, HISTORIES));
    expect(told).to.have.length.within(6, SCREEN);
    const [law = '', setting = '', ...rest] = told;
    expect(law).to.match(/History \d+ breaks a law: .* months of cover from .* \(at .*Z\)$/);
    expect(setting).to.match(/It begins at \d{4}-\d\d-\d\dT.*Z in \S+; \d+ months from /);
    const [end, again, command = ''] = rest.slice(-3);
    for (const step of rest.slice(0, -3)) expect(step).to.match(/^ +\d\d:\d\d:\d\d \S.*$/);
    expect(rest.slice(0, -3).join()).to.match(/process \d pays /);
    expect(end).to.match(/then all trouble ends/);
    expect(again).to.match(/See it again:$/);
    expect(toldIn(await printedWith(bug, command))).to.deep.equal(told);
  });

  it('is told in a screen where it takes hundreds of histories to find it, and where it is one of money', async () => {
    for (const [bug, among] of [
      ['cover begins before it was paid', `HISTORIES=3000 ${HISTORIES}`],
      ['a refund is booked with the wrong sign', 'npx mocha packages/core/test/money/money.test.ts'],
    ] as const) {
      const told = toldIn(await printedWith(bug, among));
      expect(told, bug).to.have.length.within(4, SCREEN);
      expect(told[0], bug).to.match(/istory \d+ breaks a law: /);
      expect(toldIn(await printedWith(bug, told.at(-1) ?? '')), bug).to.deep.equal(told);
    }
  });
});
