import { expect } from 'chai';
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const nodeOf = (program: string): string =>
  `'${process.execPath}' '${fileURLToPath(new URL(`../src/${program}`, import.meta.url))}'`;

describe('a command of the courier whose output is no longer read', () => {
  for (const program of ['main.ts', 'listen-main.ts'])
    it(`ends in order and prints nothing: ${program}`, async () => {
      // The reader has gone long before the program has started.
      const line = `set -o pipefail; ${nodeOf(program)} --help | true`;
      expect(await run('bash', ['-c', line])).to.deep.equal({ stdout: '', stderr: '' });
    });

  it('goes on where only its errors are read no further', async () => {
    const written = `
      import { endWhenReadNoFurther } from '${new URL('../src/read-no-further.ts', import.meta.url).href}';
      const stop = new AbortController();
      endWhenReadNoFurther(stop);
      const writing = setInterval(() =>
        process.stderr.write('a line', (error) => {
          if (error) setImmediate(() => (clearInterval(writing), console.log(stop.signal.aborted)));
        }));`;
    const line = `set -o pipefail; exec 3>&1; '${process.execPath}' --input-type=module -e "$0" 2>&1 >&3 | true`;
    expect(await run('bash', ['-c', line, written])).to.deep.equal({ stdout: 'false\n', stderr: '' });
  });
});
