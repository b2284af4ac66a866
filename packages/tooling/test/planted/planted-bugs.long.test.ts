import { PLANTED_BUGS } from './bugs.ts';
import { areFound, TIMEOUT } from './found.ts';
import { HISTORY_BUGS } from './history-bugs.ts';

/**
 * Each bug takes a process of its own: one in four is tried, another quarter each day, and all of them by `npm run prove`.
 * Of those that histories find, each of which takes many of them, one in eight.
 */
const ONE_IN = process.env['PLANTED'] === 'all' ? 1 : 4;
const HISTORIES_ONE_IN = 8;

const today = Math.floor(Date.now() / 86_400_000);
const share = <Bug>(bugs: readonly Bug[], oneIn: number): readonly Bug[] =>
  bugs.filter((_, index) => index % oneIn === today % oneIn);

describe('a bug planted in the source is found:', function () {
  this.timeout(TIMEOUT);
  const others = PLANTED_BUGS.filter((bug) => !HISTORY_BUGS.includes(bug));
  areFound([...share(others, ONE_IN), ...share(HISTORY_BUGS, HISTORIES_ONE_IN)]);
});
