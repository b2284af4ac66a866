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
  'a session too many': 8,
  'a worker overstayed its lease': 83,
  'able: failed amount_mismatch': 15,
  'able: failed declined': 3,
  'able: failed expired': 98,
  'able: failed insufficient_funds': 1,
  'able: failed payer_mismatch': 2,
  'able: failed provider_error': 9,
  'able: failed provider_unavailable': 56,
  'able: refund done': 34,
  'able: refund manual': 1,
  'able: succeeded': 198,
  'an operator did not wait for the provider': 5,
  'answered: key refused': 32,
  'answered: opened': 1175,
  'answered: payment_in_progress': 259,
  'answered: payment_provider_unavailable': 66,
  'answered: payment_unavailable': 10,
  'answered: quote_already_paid': 34,
  'answered: quote_start_date_passed': 10,
  'answered: replayed': 67,
  'certificate attached': 6,
  'certificate failed': 2,
  'certificate failed after refusals': 33,
  'certificate issued': 241,
  'certificate issued after refusals': 6,
  'certificate pending': 6,
  'certificate pending after refusals': 1,
  'concern: certificate_after_cancel': 1,
  'concern: certificate_not_ours': 7,
  'contract cancelled': 3,
  'contract overlaps another': 33,
  'dated ahead': 3,
  'dated early': 15,
  'debited after its end, bought': 1,
  'debited after its end, given back': 3,
  'modest: failed amount_mismatch': 6,
  'modest: failed declined': 1,
  'modest: failed expired': 39,
  'modest: failed insufficient_funds': 1,
  'modest: failed payer_mismatch': 1,
  'modest: failed provider_error': 3,
  'modest: failed provider_unavailable': 8,
  'modest: refund manual': 15,
  'modest: succeeded': 92,
  'not dated, bought': 102,
  'not dated, given back': 16,
  'paid after its half hour, bought': 3,
  'paid in full, and given back': 25,
  'seen long after it was paid': 17,
  'several contracts': 55,
  'two companies': 222,
  'two providers': 30,
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
    for (const [end, least] of Object.entries(ENDS)) expect(counts.get(end) ?? 0, end).to.be.at.least(least);
  });
});

const seeds = (many: number): readonly number[] => Array.from({ length: many }, (_, index) => index + 1);
