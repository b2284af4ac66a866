import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

// For mocha's `--require`: tests put programs into the temporary folder, and a hardened machine runs none from there.
const folder = [tmpdir(), '/var/tmp', '/dev/shm'].find(runsPrograms);
if (folder !== undefined) process.env.TMPDIR = folder;
