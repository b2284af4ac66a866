import { PLANTED_BUGS } from './bugs.ts';
import { areFound, TIMEOUT } from './found.ts';
import { HISTORY_BUGS } from './history-bugs.ts';

/** Of the bugs that histories find, each of which takes many of them, one in so many: `npm run prove` tries all. */
const ONE_IN = 8;

describe('a bug planted in the source is found:', function () {
  this.timeout(TIMEOUT);
  areFound(PLANTED_BUGS.filter((bug) => !HISTORY_BUGS.includes(bug)));
  areFound(HISTORY_BUGS.filter((_, index) => index % ONE_IN === 0));
});
