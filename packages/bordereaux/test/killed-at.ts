import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { FILES } from '../src/write-bordereaux.ts';
import { writeMonth } from './write-and-die.ts';

export const PROGRAM = fileURLToPath(new URL('write-and-die.ts', import.meta.url));

/** The minimum number of calls of a run: a folder and some files for each of two insurers, and the final rename. */
const LEAST_CALLS = 15;

const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'base64')]),
  );

/** Writes the month into a folder up to the nth file system call; resolves to whether the run made that call. */
export type WriteUntil = (folder: string, nth: number) => Promise<boolean>;

export const writeAndDie: WriteUntil = async (folder, nth) => {
  const { signal, status, stderr } = spawnSync(process.execPath, [PROGRAM, folder, String(nth)], { encoding: 'utf8' });
  expect([signal, status], stderr).to.be.deep.oneOf([
    ['SIGKILL', null],
    [null, 0],
  ]);
  return signal === 'SIGKILL';
};

/** Ends a run at each of its file system calls; the next run must write the same bytes. Resolves with their number. */
export const endAtEachCall = async (writeUntil: WriteUntil): Promise<number> => {
  const out = mkdtempSync(join(tmpdir(), 'killed-'));
  try {
    const before = join(out, '2025-12');
    expect(await writeUntil(before, 0)).to.equal(false);
    const whole = contentsOf(before);
    expect(Object.keys(whole)).to.have.lengthOf(2 * FILES.length);
    const folder = join(out, '2026-01');
    let ended = 0;
    for (let nth = 1; await writeUntil(folder, nth); nth += 1) {
      ended += 1;
      if (existsSync(folder)) expect(contentsOf(folder), `after call ${nth}`).to.deep.equal(whole);
      expect(contentsOf(before), `after call ${nth}`).to.deep.equal(whole);
      await writeMonth(folder);
      expect(contentsOf(folder), `again after call ${nth}`).to.deep.equal(whole);
      rmSync(folder, { recursive: true });
    }
    expect(contentsOf(folder)).to.deep.equal(whole);
    expect(ended).to.be.at.least(LEAST_CALLS);
    return ended;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};
