import { seeded, SEED, someOf } from '../chaos/seeded.ts';
import { killedAt } from './killed-at.ts';
import { PAIRS, RECOVERING } from './points.ts';

const COUNT = 4;

describe(`a service killed, and the one that recovers killed as well (SEED=${SEED})`, function () {
  this.timeout(60_000);

  killedAt([...someOf(seeded(SEED), RECOVERING, 1), ...someOf(seeded(SEED), PAIRS, COUNT)]);
});
