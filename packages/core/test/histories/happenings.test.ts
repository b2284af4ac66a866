import { expect } from 'chai';
import { JOBS } from '@vehicle-insurance/core';
import { count, kindOf } from './happenings.ts';
import { COMMANDS } from './operator.ts';
import { AUTHORITY_CALLS, REQUESTS } from './outside/authority.ts';
import { MALFORMED, MALFORMED_NOTICES } from './outside/malformed.ts';
import { ACTS, CALLS, OPENINGS } from './outside/provider.ts';
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

describe('the random histories', () => {
  it('contain every kind of event', () => {
    const kinds = count(seeds(GENERATED).flatMap((seed) => historyOf(seed).steps.map(kindOf)));
    for (const kind of EVENTS) expect(kinds.get(kind) ?? 0, kind).to.be.at.least(LEAST);
  });
});

const seeds = (many: number): readonly number[] => Array.from({ length: many }, (_, index) => index + 1);
