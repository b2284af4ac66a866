import { randomFrom } from '@vehicle-insurance/testkit';
import { SEED, someOf } from './choose.ts';
import { killedAt } from './killed-at.ts';
import { CALLER_LOST, LATER, PAIRS, RECOVERING, SINGLES } from './points.ts';

/** Points at which money or a certificate exists outside, but is not recorded here yet. */
const DEADLIEST = [
  'the provider has opened a session, the answer is unread',
  'payment and contract are written, not committed',
  'payment and contract are committed, not announced',
  'the authority has received the request, the answer is unread',
  'the provider has refunded, the answer is unread',
];
const PAIRS_TRIED = 2;

// crash.prove.ts kills at every point.
describe(`a service killed between payment and documents, and killed again during recovery (SEED=${SEED})`, function () {
  this.timeout(60_000);

  const random = randomFrom(SEED);
  killedAt([
    ...SINGLES.filter(([when]) => DEADLIEST.includes(when)),
    ...someOf(random, CALLER_LOST, 1),
    ...someOf(random, LATER, 1),
    ...someOf(random, RECOVERING, 1),
    ...someOf(random, PAIRS, PAIRS_TRIED),
  ]);
});
