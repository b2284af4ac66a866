import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MILLISECONDS = 200;
/** How often a lock may be found without a process id: its maker writes it at once, unless it is killed. */
const NAMELESS_POLLS = 5;

const me = String(process.pid);

/** Whether it has ended without anybody taking note of it, which lasts where process 1 is no init: in containers. */
const isZombie = (pid) => {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Whether a process that a lock names still works. This one does not yet: it bears the id of one that is gone. */
const works = (pid) => {
  if (pid === me) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const created = (file) => {
  try {
    writeFileSync(file, me, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** The processes a lock names: the one that holds it, and the program that one runs. None without a lock. */
const namedIn = (file) => {
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
 * Takes a lock whose processes are gone. It is written over, not removed: of two that find it at the same time the last
 * one to write has it, and the other sees that.
 */
const inherited = async (file) => {
  writeFileSync(file, me);
  await pause(POLL_MILLISECONDS);
  return namedIn(file)[0] === me;
};

const take = async (file) => {
  let nameless = 0;
  let told = false;
  while (!created(file)) {
    const named = namedIn(file);
    nameless = named.length === 0 ? nameless + 1 : 0;
    if (named.some(works) && !told) {
      told = true;
      console.error(`Another installation is running here, waiting for it. If there is none, remove ${file}`);
    }
    const abandoned = named.length === 0 ? nameless > NAMELESS_POLLS : !named.some(works);
    if (abandoned && (await inherited(file))) return;
    await pause(POLL_MILLISECONDS);
  }
};

/**
 * Does `work` while no other process does: two commands started together on a fresh clone install once. `work` gets a
 * function to name the program it runs, which keeps the lock taken should this process be killed and that one live on.
 */
export const alone = async (file, work) => {
  await take(file);
  try {
    return await work((pid) => writeFileSync(file, `${me} ${pid}`));
  } finally {
    if (namedIn(file)[0] === me) rmSync(file, { force: true });
  }
};
