import { expect } from 'chai';
import { JOBS } from '@vehicle-insurance/core';
import { count, endsOf, kindOf } from './happenings.ts';
import { COMMANDS } from './operator.ts';
import { AUTHORITY_CALLS, REQUESTS } from './outside/authority.ts';
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
  'a session too many': 6,
  'a worker overstayed its lease': 94,
  'able: failed amount_mismatch': 15,
  'able: failed declined': 3,
  'able: failed expired': 109,
  'able: failed insufficient_funds': 2,
  'able: failed payer_mismatch': 2,
  'able: failed provider_error': 9,
  'able: failed provider_unavailable': 61,
  'able: refund done': 43,
  'able: succeeded': 192,
  'an operator did not wait for the provider': 5,
  'answered: key refused': 48,
  'answered: opened': 1174,
  'answered: payment_in_progress': 283,
  'answered: payment_provider_unavailable': 58,
  'answered: payment_unavailable': 9,
  'answered: quote_already_paid': 34,
  'answered: quote_start_date_passed': 20,
  'answered: replayed': 47,
  'certificate attached': 5,
  'certificate failed': 8,
  'certificate failed after refusals': 28,
  'certificate issued': 214,
  'certificate issued after refusals': 10,
  'certificate pending': 6,
  'concern: certificate_after_cancel': 3,
  'concern: certificate_not_ours': 6,
  'contract cancelled': 9,
  'contract overlaps another': 27,
  'dated ahead': 3,
  'dated early': 12,
  'debited after its end, bought': 1,
  'debited after its end, given back': 4,
  'modest: failed amount_mismatch': 6,
  'modest: failed declined': 1,
  'modest: failed expired': 55,
  'modest: failed provider_error': 7,
  'modest: failed provider_unavailable': 8,
  'modest: refund manual': 19,
  'modest: succeeded': 76,
  'not dated, bought': 95,
  'not dated, given back': 18,
  'paid after its half hour, bought': 2,
  'paid in full, and given back': 30,
  'seen long after it was paid': 18,
  'several contracts': 53,
  'two companies': 220,
  'two providers': 26,
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
