import { randomFrom } from '@vehicle-insurance/testkit';
import { SEED, someOf } from './choose.ts';
import { killedAt } from './killed-at.ts';
import { CALLER_LOST, LATER, PAIRS, RECOVERING, SINGLES } from './points.ts';

const COUNT = Number(process.env['PAIRS'] ?? 60);

describe(`a service killed at each of ${SINGLES.length} points between pay and the documents`, function () {
  this.timeout(60_000);
  killedAt([...SINGLES, ...CALLER_LOST]);
});

describe(`a service killed at each of ${LATER.length} points on the paths on which time has to pass`, function () {
  this.timeout(90_000);
  killedAt(LATER);
});

describe(`a service killed, and the one that recovers killed as well: ${COUNT} of ${PAIRS.length} pairs (PAIRS=${COUNT} SEED=${SEED})`, function () {
  this.timeout(60_000);
  killedAt([...RECOVERING, ...someOf(randomFrom(SEED), PAIRS, COUNT)]);
});
