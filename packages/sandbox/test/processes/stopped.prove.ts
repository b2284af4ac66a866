import { SINGLES } from './points.ts';
import { stoppedAt } from './stopped-at.ts';

/** From the claim of work to its release. */
const HELD = SINGLES.filter(
  ([, { first, whileOpening }]) => !whileOpening && !/notification|^after release/.test(first),
);

describe(`a worker suspended for longer than its lease, at each of ${HELD.length} points`, function () {
  this.timeout(240_000);

  stoppedAt(HELD);
});
