import { execFileSync } from 'node:child_process';

/** Every process below this one, however deep: a database has children of its own. */
export const descendantsOf = (pid: number): readonly number[] => {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(descendantsOf)];
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const childrenOf = (parent: number): readonly number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, state]) => Number(ppid) === parent && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));
