import { expect } from 'chai';
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('a command of the courier whose output nobody reads', () => {
  for (const program of ['main.ts', 'listen-main.ts'])
    it(`ends in order and says nothing: ${program}`, async () => {
      const file = fileURLToPath(new URL(`../src/${program}`, import.meta.url));
      // The reader has gone long before the program has started.
      const line = `set -o pipefail; '${process.execPath}' '${file}' --help | true`;
      expect(await run('bash', ['-c', line])).to.deep.equal({ stdout: '', stderr: '' });
    });
});
