import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const POLL_MILLISECONDS = 200;

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MILLISECONDS);

const lives = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const taken = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Removes the lock of a process that is gone. */
const discard = (file) => {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner > 0 && !lives(owner)) rmSync(file, { force: true });
  } catch {
    // Another process has just removed it.
  }
};

/** Does `work` while no other process does: two commands started together on a fresh clone install once. */
export const alone = (file, work) => {
  while (!taken(file)) {
    discard(file);
    pause();
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
};
