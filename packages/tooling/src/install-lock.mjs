import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MILLISECONDS = 200;
/** How often a lock may be found without a process id: its owner writes the id at once, unless it is killed. */
const NAMELESS_POLLS = 5;

const me = String(process.pid);

/** Whether a process has ended but was not reaped, which lasts where process 1 is no init: in containers. */
const isZombie = (pid) => {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/**
 * Whether a process that a lock names is alive. This one holds no lock yet: if its id is in the lock, the id was
 * reused.
 */
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

/** The processes a lock names: its holder, and the program that the holder runs. None without a lock. */
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
 * Takes over a lock whose processes have ended. It is overwritten, not removed: of two that find it at the same time
 * the last one to write has it, and the other sees that.
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
 * Runs `work` while no other process does: two commands started together on a fresh clone install once. `work` gets a
 * function to record the id of the program it runs, which keeps the lock taken if this process is killed and that one
 * lives on.
 */
export const alone = async (file, work) => {
  await take(file);
  try {
    return await work((pid) => writeFileSync(file, `${me} ${pid}`));
  } finally {
    if (namedIn(file)[0] === me) rmSync(file, { force: true });
  }
};
