import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const runsPrograms = (folder) => {
  let made;
  try {
    made = mkdtempSync(join(folder, 'runs-programs-'));
    writeFileSync(join(made, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(join(made, 'program')).status === 0;
  } catch {
    return false;
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true });
  }
};

const IN_MEMORY = '/dev/shm';
/** In bytes. A run of all tests uses less than a quarter of this at a time. */
const ROOMY = 4 * 1024 ** 3;

const isRoomy = (folder) => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOMY;
  } catch {
    return false;
  }
};

// For mocha's `--require`. Tests put programs into the temporary folder, which hardened machines mount `noexec`.
// Databases are created and copied many times faster in memory. So a folder in memory comes first if it has enough
// room, unless TMPDIR is set.
const folders = [tmpdir(), '/var/tmp', IN_MEMORY];
if (process.env.TMPDIR === undefined && isRoomy(IN_MEMORY)) folders.unshift(IN_MEMORY);
const folder = folders.find(runsPrograms);
if (folder !== undefined) process.env.TMPDIR = folder;

// All processes and threads run the same code, so they share the compiled code.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'vehicle-insurance-compile-cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
