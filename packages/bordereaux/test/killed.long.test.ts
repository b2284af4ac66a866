import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { FILES } from '../src/write-bordereaux.ts';
import { writeMonth } from './write-and-die.ts';

const PROGRAM = fileURLToPath(new URL('write-and-die.ts', import.meta.url));

/**
 * Calls that a run makes at the very least: a folder and some files for each of two insurers, and their name at the
 * end.
 */
const LEAST_CALLS = 15;

const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'base64')]),
  );

describe('a run that writes bordereaux and is killed', function () {
  this.timeout(300_000);
  let out: string;
  beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'killed-'))));
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  const run = (folder: string, nth: number) =>
    spawnSync(process.execPath, [PROGRAM, folder, String(nth)], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: join(out, 'compiled') },
    });

  it('leaves nothing that looks whole, wherever it is killed, and the next run writes the same bytes', async () => {
    const before = join(out, '2025-12');
    expect(run(before, 0).status).to.equal(0);
    const whole = contentsOf(before);
    expect(Object.keys(whole)).to.have.lengthOf(2 * FILES.length);
    const folder = join(out, '2026-01');
    let killed = 0;
    for (let nth = 1; ; nth += 1) {
      const { signal, status, stderr } = run(folder, nth);
      if (signal === null) {
        expect(status, stderr).to.equal(0);
        break;
      }
      expect(signal).to.equal('SIGKILL');
      killed += 1;
      if (existsSync(folder)) expect(contentsOf(folder), `after call ${nth}`).to.deep.equal(whole);
      expect(contentsOf(before), `after call ${nth}`).to.deep.equal(whole);
      await writeMonth(folder);
      expect(contentsOf(folder), `again after call ${nth}`).to.deep.equal(whole);
      rmSync(folder, { recursive: true });
    }
    expect(contentsOf(folder)).to.deep.equal(whole);
    expect(killed).to.be.at.least(LEAST_CALLS);
  });

  it('leaves nothing where the disk has no room, and the next run writes all', () => {
    const folder = join(out, '2026-01');
    // No file may have more than two blocks: the shortest list has room, the others have not.
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 2; exec "$@"', '', process.execPath, PROGRAM, folder, '0'],
      {
        encoding: 'utf8',
      },
    );
    expect(status, stderr).to.equal(1);
    expect(stderr).to.match(/EFBIG/);
    expect(readdirSync(out)).to.deep.equal([]);
  });
});
