import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MILLISECONDS = 200;
/**
 * How often a lock may be found without a process id. The lock's owner writes the id at once, unless the owner is
 * killed.
 */
const NAMELESS_POLLS = 5;

const me = String(process.pid);

/** Whether a process has ended but was not reaped, as in containers whose process 1 is not an init. */
const isZombie = (pid) => {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/**
 * Whether a process named in a lock is alive. This process holds no lock yet. So a lock with this process's id is from
 * an earlier process with the same id.
 */
const isAlive = (pid) => {
  if (pid === me) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const create = (file) => {
  try {
    writeFileSync(file, me, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** The processes named in a lock: its owner and the programs that the owner runs. Empty without a lock. */
const processesIn = (file) => {
  try {
    return readFileSync(file, 'utf8')
      .split(' ')
      .filter((name) => Number(name) > 0);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
};

/**
 * Takes over a lock whose processes have ended. The lock is overwritten, not removed. If two processes do this at the
 * same time, the last process to write owns the lock, and the other process notices.
 */
const takeOver = async (file) => {
  writeFileSync(file, me);
  await pause(POLL_MILLISECONDS);
  return processesIn(file)[0] === me;
};

const take = async (file) => {
  let nameless = 0;
  let isReported = false;
  while (!create(file)) {
    const named = processesIn(file);
    nameless = named.length === 0 ? nameless + 1 : 0;
    if (named.some(isAlive) && !isReported) {
      isReported = true;
      console.error(`Another installation is running here; waiting for it. If there is none, remove ${file}`);
    }
    const abandoned = named.length === 0 ? nameless > NAMELESS_POLLS : !named.some(isAlive);
    if (abandoned && (await takeOver(file))) return;
    await pause(POLL_MILLISECONDS);
  }
};

/**
 * Runs `work` while no other process does. So two commands started together on a fresh clone install only once. `work`
 * receives a function that records the id of each program that it runs. If this process is killed, the lock stays taken
 * until those programs have ended.
 */
export const alone = async (file, work) => {
  await take(file);
  const named = [me];
  try {
    return await work((pid) => {
      named.push(pid);
      writeFileSync(file, named.join(' '));
    });
  } finally {
    if (processesIn(file)[0] === me) rmSync(file, { force: true });
  }
};
