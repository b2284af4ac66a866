import { areFound, TIMEOUT } from './found.ts';
import { HISTORY_BUGS } from './history-bugs.ts';

describe('by random histories is found:', function () {
  this.timeout(TIMEOUT);
  areFound(HISTORY_BUGS);
});
