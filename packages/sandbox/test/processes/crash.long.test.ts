import { randomFrom } from '@vehicle-insurance/testkit';
import { SEED, someOf } from './choose.ts';
import { killedAt } from './killed-at.ts';
import { CALLER_LOST, LATER, PAIRS, RECOVERING, SINGLES } from './points.ts';

/** Where money or a certificate exists outside and nothing here says so yet. */
const DEADLIEST = [
  'the provider has opened a session, the answer is unread',
  'payment and contract are written, not committed',
  'payment and contract are committed, not announced',
  'the authority has taken the request, the answer is unread',
  'the provider has refunded, the answer is unread',
];
const PAIRS_TRIED = 2;

// crash.prove.ts kills everywhere.
describe(`a service killed between pay and the documents, and the one that recovers killed as well (SEED=${SEED})`, function () {
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
