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

describe('the operator’s command', () => {
  it('exits with status 0 and no error if the reader closes the pipe', async () => {
    const command = started(['ignore', 'pipe', 'pipe']);
    command.stdout?.destroy();
    expect(await ended(command)).to.deep.equal([0, '']);
  });

  it('fails with a one-line error if its output cannot be written', async function () {
    if (!existsSync('/dev/full')) return this.skip();
    const full = openSync('/dev/full', 'w');
    const command = started(['ignore', full, 'pipe']);
    closeSync(full);
    const [code, complaint] = await ended(command);
    expect(complaint).to.match(/^The output cannot be written: ENOSPC[^\n]*\n$/);
    expect(code).to.equal(1);
  });
});
