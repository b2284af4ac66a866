import { expect } from 'chai';
import fc from 'fast-check';
import type { FailureReason } from '@vehicle-insurance/core';
import { history } from './history.ts';
import { keepsEveryLaw, SEED } from './keeps-every-law.ts';
import { BUDGET } from './planted-bugs.ts';
import { runHistory } from './run-history.ts';
import type { World } from './world.ts';

/** Why payments fail here: a payer's own troubles all take one way. */
const FAILURES: readonly FailureReason[] = [
  'expired',
  'declined',
  'insufficient_funds',
  'payer_mismatch',
  'amount_mismatch',
  'provider_unavailable',
  'provider_error',
];

const run = runHistory();

/** Everything that became of payments, refunds, contracts and certificates in a history. */
const endsOf = ({ book, answers, quotes, overstayed, provider }: World): readonly string[] => [
  ...provider.sessions().flatMap(({ id, completed, closed, expires }) => {
    const end = closed ?? expires;
    const bought = [...book.payments.values()].some((each) => each.session?.id === id && each.status === 'succeeded');
    return completed !== null && end !== null && completed > end
      ? [`debited after its end, ${bought ? 'bought' : 'given back'}`]
      : [];
  }),
  ...[...book.payments.values()].map(({ status, failureReason }) => `${status} ${failureReason ?? ''}`.trim()),
  ...[...book.refunds.values()].map(({ status }) => `refund ${status}`),
  ...[...book.requests.values()].map(({ status, refusals, concern }) =>
    status === 'failed' ? `cancelled ${concern?.kind ?? ''}`.trim() : refusals > 0 ? 'issued after refusals' : 'issued',
  ),
  ...(book.contracts.size === quotes.length ? ['both quotes bought'] : []),
  ...(overstayed() ? ['a worker overstayed its lease'] : []),
  ...answers,
];

describe('the money path through random histories', function () {
  this.timeout(240_000);

  // Proves: debit-after-session, any-interleaving-keeps-laws
  it(`keeps every law in ${BUDGET} of them, within which every planted bug is found`, () => keepsEveryLaw(BUDGET));

  it('comes to every end there is', async () => {
    const ends = new Set<string>();
    for (const each of fc.sample(history, { seed: SEED, numRuns: 600 }))
      for (const end of endsOf(await run(each))) ends.add(end);
    expect([...ends]).to.include.members([
      'succeeded',
      ...FAILURES.map((reason) => `failed ${reason}`),
      'refund done',
      'refund manual',
      'debited after its end, bought',
      'debited after its end, given back',
      'issued',
      'issued after refusals',
      'cancelled',
      'cancelled certificate_after_cancel',
      'both quotes bought',
      'a worker overstayed its lease',
      ...['opened', 'payment_in_progress', 'quote_already_paid', 'payment_provider_unavailable', 'payment_unavailable'],
    ]);
  });
});
