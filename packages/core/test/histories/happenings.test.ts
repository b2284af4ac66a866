import { expect } from 'chai';
import { JOBS } from '@vehicle-insurance/core';
import { count, endsOf, kindOf } from './happenings.ts';
import { COMMANDS } from './operator.ts';
import { AUTHORITY_CALLS, REQUESTS } from './outside/authority.ts';
import { MALFORMED, MALFORMED_NOTICES } from './outside/malformed.ts';
import { ACTS, CALLS, OPENINGS } from './outside/provider.ts';
import { runHistory } from './run-history.ts';
import { historyOf } from './sample.ts';

/** What must be among the events of the first histories, each so many times. */
const EVENTS = [
  ...ACTS.map((act) => `payer: ${act}`),
  ...OPENINGS.map((script) => `opening: ${script}`),
  ...CALLS.map((call) => `lost: ${call}`),
  ...REQUESTS.map((script) => `request: ${script}`),
  ...AUTHORITY_CALLS.map((call) => `certificate call lost: ${call}`),
  ...COMMANDS.map((command) => `operator: ${command}`),
  ...MALFORMED.map((how) => `malformed: ${how}`),
  ...MALFORMED_NOTICES.map((how) => `malformed notice: ${how}`),
  'well formed',
  ...JOBS.map((job) => `job: ${job}`),
  ...['all', 'business', 'leases'].map((of) => `time: ${of}`),
  ...['silent', 'speaking', 'lagging', 'in time', 'accepting', 'not accepting'].map((turn) => `provider: ${turn}`),
  ...['silent', 'refusing', 'without look-up', 'refusing our credentials', 'naming duplicates'].map(
    (turn) => `authority: ${turn}`,
  ),
  ...['pay', 'pay all', 'pay another’s', 'all payers confirm', 'notice', 'forged notice', 'foreign notice', 'switch'],
  ...[
    'death',
    'store lost: true',
    'store lost: false',
    'expiring: false',
    'refunding: false',
    'refunding: unsupported',
  ],
];
const GENERATED = 2_000;
const LEAST = 15;

/** What must become of payments, contracts and callers in the first histories: a third of what does today, at least. */
const ENDS: Readonly<Record<string, number>> = {
  'a session too many': 11,
  'a worker overstayed its lease': 83,
  'able: failed amount_mismatch': 19,
  'able: failed declined': 2,
  'able: failed expired': 107,
  'able: failed insufficient_funds': 2,
  'able: failed payer_mismatch': 2,
  'able: failed provider_error': 8,
  'able: failed provider_unavailable': 59,
  'able: refund done': 53,
  'able: succeeded': 194,
  'an operator did not wait for the provider': 4,
  'answered: key refused': 43,
  'answered: opened': 1193,
  'answered: payment_in_progress': 284,
  'answered: payment_provider_unavailable': 64,
  'answered: payment_unavailable': 9,
  'answered: quote_already_paid': 30,
  'answered: quote_start_date_passed': 17,
  'answered: replayed': 52,
  'certificate attached': 5,
  'certificate failed': 6,
  'certificate failed after refusals': 29,
  'certificate issued': 219,
  'certificate issued after refusals': 10,
  'certificate pending': 7,
  'concern: certificate_after_cancel': 2,
  'concern: certificate_not_ours': 7,
  'contract cancelled': 7,
  'contract overlaps another': 30,
  'dated ahead': 4,
  'dated early': 16,
  'debited after its end, bought': 1,
  'debited after its end, given back': 3,
  'malformed, bought': 8,
  'malformed, given back': 10,
  'modest: failed amount_mismatch': 7,
  'modest: failed declined': 1,
  'modest: failed expired': 56,
  'modest: failed provider_error': 1,
  'modest: failed provider_unavailable': 7,
  'modest: refund manual': 14,
  'modest: succeeded': 78,
  'not dated, bought': 95,
  'not dated, given back': 21,
  'paid after its half hour, bought': 2,
  'paid in full, and given back': 34,
  'seen long after it was paid': 18,
  'several contracts': 56,
  'two companies': 222,
  'two providers': 18,
};
const LIVED = 800;

describe('the random histories', function () {
  this.timeout(240_000);

  it('contain every kind of event', () => {
    const kinds = count(seeds(GENERATED).flatMap((seed) => historyOf(seed).steps.map(kindOf)));
    for (const kind of EVENTS) expect(kinds.get(kind) ?? 0, kind).to.be.at.least(LEAST);
  });

  it('come to every end', async () => {
    const ends: string[] = [];
    for (const seed of seeds(LIVED)) ends.push(...endsOf(await runHistory(historyOf(seed))));
    const counts = count(ends);
    const rare = Object.entries(ENDS).filter(([end, least]) => (counts.get(end) ?? 0) < least);
    expect(rare.map(([end, least]) => `${end}: ${counts.get(end) ?? 0} of ${least}`)).to.deep.equal([]);
  });
});

const seeds = (many: number): readonly number[] => Array.from({ length: many }, (_, index) => index + 1);
