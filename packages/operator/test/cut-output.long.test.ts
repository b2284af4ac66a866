import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const started = (stdio: StdioOptions): ChildProcess => spawn(process.execPath, [MAIN, '--help'], { stdio });

const ended = async (command: ChildProcess): Promise<readonly [number, string]> => {
  const [[code], complaint] = await Promise.all([
    once(command, 'exit') as Promise<[number]>,
    command.stderr ? text(command.stderr) : '',
  ]);
  return [code, complaint];
};

describe('the operator’s command whose output', () => {
  it('is read no further ends quietly, as after any success', async () => {
    const command = started(['ignore', 'pipe', 'pipe']);
    command.stdout?.destroy();
    expect(await ended(command)).to.deep.equal([0, '']);
  });

  it('cannot be kept says so in one line, and fails', async function () {
    if (!existsSync('/dev/full')) return this.skip();
    const full = openSync('/dev/full', 'w');
    const command = started(['ignore', full, 'pipe']);
    closeSync(full);
    const [code, complaint] = await ended(command);
    expect(complaint).to.match(/^The answer cannot be printed: ENOSPC[^\n]*\n$/);
    expect(code).to.equal(1);
  });
});
