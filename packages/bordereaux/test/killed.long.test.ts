import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { endAtEachCall, PROGRAM, writeAndDie } from './killed-at.ts';
import { countCalls, writeUntil } from './write-and-die.ts';

describe('a run that writes bordereaux and is killed', function () {
  this.timeout(120_000);

  // killed.prove.ts kills a process at each call.
  it('leaves nothing that looks complete after a kill at any point, and the next run writes the same bytes', async () => {
    countCalls();
    const calls = await endAtEachCall(writeUntil);
    const out = mkdtempSync(join(tmpdir(), 'killed-'));
    const folder = join(out, '2026-01');
    try {
      for (const [nth, isWhole] of [
        [Math.floor(calls / 2), false],
        [calls, true],
      ] as const) {
        expect(await writeAndDie(folder, nth)).to.equal(true);
        expect(existsSync(folder), `killed at call ${nth}`).to.equal(isWhole);
      }
    } finally {
      rmSync(out, { recursive: true });
    }
  });

  it('leaves nothing if the disk is full', () => {
    const out = mkdtempSync(join(tmpdir(), 'killed-'));
    const folder = join(out, '2026-01');
    try {
      // Files are limited to two blocks, which is enough only for the shortest list.
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', 'ulimit -f 2; exec "$@"', '', process.execPath, PROGRAM, folder, '0'],
        { encoding: 'utf8' },
      );
      expect(status, stderr).to.equal(1);
      expect(stderr).to.match(/EFBIG/);
      expect(readdirSync(out)).to.deep.equal([]);
    } finally {
      rmSync(out, { recursive: true });
    }
  });
});
