import { randomFrom } from '@vehicle-insurance/testkit';
import { SEED, someOf } from './choose.ts';
import { killedAt } from './killed-at.ts';
import { CALLER_LOST, LATER, PAIRS, RECOVERING, SINGLES } from './points.ts';

const COUNT = Number(process.env['PAIRS'] ?? 60);

describe(`a service killed at each of ${SINGLES.length} points between payment and documents`, function () {
  this.timeout(60_000);
  killedAt([...SINGLES, ...CALLER_LOST]);
});

describe(`a service killed at each of ${LATER.length} points on paths that need time`, function () {
  this.timeout(90_000);
  killedAt(LATER);
});

describe(`a service killed, and killed again during recovery: ${COUNT} of ${PAIRS.length} pairs (PAIRS=${COUNT} SEED=${SEED})`, function () {
  this.timeout(60_000);
  killedAt([...RECOVERING, ...someOf(randomFrom(SEED), PAIRS, COUNT)]);
});
