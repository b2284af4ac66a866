import { expect } from 'chai';
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const nodeOf = (program: string): string =>
  `'${process.execPath}' '${fileURLToPath(new URL(`../src/${program}`, import.meta.url))}'`;

describe('a command of the courier with closed output', () => {
  for (const program of ['main.ts', 'listen-main.ts'])
    it(`exits normally and prints nothing: ${program}`, async () => {
      // The reader ends long before the program starts.
      const line = `set -o pipefail; ${nodeOf(program)} --help | true`;
      expect(await run('bash', ['-c', line])).to.deep.equal({ stdout: '', stderr: '' });
    });

  it('continues if only its standard error is closed', async () => {
    const written = `
      import { stopOnEpipe } from '${new URL('../src/handle-epipe.ts', import.meta.url).href}';
      const stop = new AbortController();
      stopOnEpipe(stop);
      const writing = setInterval(() =>
        process.stderr.write('a line', (error) => {
          if (error) setImmediate(() => (clearInterval(writing), console.log(stop.signal.aborted)));
        }));`;
    const line = `set -o pipefail; exec 3>&1; '${process.execPath}' --input-type=module -e "$0" 2>&1 >&3 | true`;
    expect(await run('bash', ['-c', line, written])).to.deep.equal({ stdout: 'false\n', stderr: '' });
  });
});
