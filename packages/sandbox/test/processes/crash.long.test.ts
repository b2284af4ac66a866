import { randomFrom } from '@vehicle-insurance/testkit';
import { SEED, someOf } from '../chaos/chosen.ts';
import { killedAt } from './killed-at.ts';
import { CALLER_LOST, PAIRS, RECOVERING } from './points.ts';

const COUNT = 4;

describe(`a service killed, and the one that recovers killed as well (SEED=${SEED})`, function () {
  this.timeout(60_000);

  const random = randomFrom(SEED);
  killedAt([...someOf(random, CALLER_LOST, 1), ...someOf(random, RECOVERING, 1), ...someOf(random, PAIRS, COUNT)]);
});
