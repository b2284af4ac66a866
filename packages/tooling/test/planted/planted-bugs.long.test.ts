import { PLANTED_BUGS } from './bugs.ts';
import { areFound, TIMEOUT } from './found.ts';
import { HISTORY_BUGS } from './history-bugs.ts';

/**
 * Each bug takes a process of its own: one in four is tried, another quarter each day, and all of them by `npm run
 * prove`.
 */
const ONE_IN = process.env['PLANTED'] === 'all' ? 1 : 4;
const today = Math.floor(Date.now() / 86_400_000);

/**
 * Of the bugs that histories find, each of which takes many of them, one in so many: these are among the first
 * thousand.
 */
const HISTORIES_ONE_IN = 8;

describe('a bug planted in the source is found:', function () {
  this.timeout(TIMEOUT);
  const others = PLANTED_BUGS.filter((bug) => !HISTORY_BUGS.includes(bug));
  areFound(others.filter((_, index) => index % ONE_IN === today % ONE_IN));
  areFound(HISTORY_BUGS.filter((_, index) => index % HISTORIES_ONE_IN === 0));
});
