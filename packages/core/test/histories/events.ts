import fc from 'fast-check';
import { JOBS } from '@vehicle-insurance/core';
import { AUTHORITY_TURNS, PROVIDER_TURNS, type Event } from './event.ts';
import { COMMANDS } from './operator.ts';
import { AUTHORITY_CALLS, REQUESTS } from './outside/authority.ts';
import { LOST } from './outside/losing.ts';
import { MALFORMED, MALFORMED_NOTICES } from './outside/malformed.ts';
import { ACTS, CALLS, OPENINGS } from './outside/provider.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The first of two most of the time. */
const one = fc.constantFrom(0, 0, 0, 1);
type Named<Name> = Extract<Event, { readonly is: Name }>;
/** Events of one name: the fields are checked against it here, which the type of `fc.record` cannot express. */
const event = <Name extends Event['is']>(
  name: Name,
  fields: { readonly [Field in Exclude<keyof Named<Name>, 'is'>]: fc.Arbitrary<Named<Name>[Field]> },
): fc.Arbitrary<Event> => fc.record({ is: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Event>;
const lost = fc.constantFrom(...LOST);

const quote = fc.constantFrom(0, 0, 0, 0, 1, 2, 3);

export const pay = event('pay', {
  quote,
  process: one,
  times: fc.constantFrom(1, 1, 1, 2, 3),
  key: fc.constantFrom(0, 0, 0, 1, 1, 2),
});
const caller = fc.oneof(
  { weight: 12, arbitrary: pay },
  { weight: 1, arbitrary: event('pay all', { process: one }) },
  {
    weight: 1,
    arbitrary: event('pay another’s', { quote, process: one }),
  },
);
const payer = fc.oneof(
  {
    weight: 12,
    arbitrary: event('payer', {
      session: fc.nat(3),
      act: fc.constantFrom('confirm', 'confirm', 'confirm', 'confirm less', 'begin', 'begin', ...ACTS),
    }),
  },
  { weight: 1, arbitrary: event('all payers confirm', {}) },
);
const job = event('job', {
  job: fc.constantFrom('payments', 'payments', 'payments', 'certificates', ...JOBS),
  process: one,
});
export const time = event('time', {
  seconds: fc.constantFrom(
    10,
    2 * MINUTE,
    2 * MINUTE,
    7 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    30 * MINUTE,
    31 * MINUTE + 1,
    HOUR,
    7 * HOUR,
    25 * HOUR,
  ),
  of: fc.constantFrom('all', 'all', 'business', 'leases'),
});

export const providerEvents = fc.oneof(
  {
    weight: 4,
    arbitrary: event('opening', { provider: one, script: fc.constantFrom(...OPENINGS) }),
  },
  {
    weight: 3,
    arbitrary: event('lost', { provider: one, what: lost, of: fc.constantFrom('refund', 'refund', ...CALLS) }),
  },
  {
    weight: 2,
    arbitrary: event('late opening arrives', { provider: one }),
  },
  {
    weight: 3,
    arbitrary: event('provider', { provider: one, turns: fc.constantFrom(...PROVIDER_TURNS) }),
  },
  {
    weight: 2,
    arbitrary: event('expiring', { provider: one, works: fc.constantFrom(false, false, true) }),
  },
  {
    weight: 2,
    arbitrary: event('refunding', { provider: one, works: fc.constantFrom(false, 'unsupported' as const, true) }),
  },
  { weight: 2, arbitrary: event('switch', {}) },
  {
    weight: 3,
    arbitrary: event('malformed', {
      provider: one,
      session: fc.constantFrom(0, 0, 1),
      how: fc.constantFrom(...MALFORMED),
    }),
  },
  { weight: 1, arbitrary: event('well formed', { provider: one }) },
);
export const authorityEvents = fc.oneof(
  {
    weight: 3,
    arbitrary: event('authority', {
      // It refuses more often than anything else.
      turns: fc.constantFrom(...AUTHORITY_TURNS.flatMap((turn) => (turn === 'refusing' ? [turn, turn] : [turn]))),
    }),
  },
  {
    weight: 3,
    arbitrary: event('request', { script: fc.constantFrom(...REQUESTS) }),
  },
  {
    weight: 2,
    arbitrary: event('certificate call lost', { what: lost, of: fc.constantFrom(...AUTHORITY_CALLS) }),
  },
  { weight: 1, arbitrary: event('documents', { broken: fc.boolean() }) },
);
const notification = fc.oneof(
  {
    weight: 6,
    arbitrary: event('notice', { provider: one, which: fc.nat(3), times: fc.constantFrom(1, 1, 3), process: one }),
  },
  { weight: 1, arbitrary: event('forged notice', { provider: one, process: one }) },
  { weight: 1, arbitrary: event('foreign notice', { provider: one, process: one }) },
  {
    weight: 1,
    arbitrary: event('malformed notice', { provider: one, how: fc.constantFrom(...MALFORMED_NOTICES), process: one }),
  },
);
const commands = event('operator', { does: fc.constantFrom('give back', ...COMMANDS), process: one });
export const disaster = fc.oneof(
  event('death', { process: one }),
  event('store lost', { process: one, kept: fc.boolean() }),
);

/** Anything that can happen, as often as it should. */
export const anything: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: caller },
  { weight: 6, arbitrary: payer },
  { weight: 6, arbitrary: job },
  { weight: 5, arbitrary: time },
  { weight: 4, arbitrary: notification },
  { weight: 5, arbitrary: providerEvents },
  { weight: 3, arbitrary: authorityEvents },
  { weight: 3, arbitrary: disaster },
  { weight: 2, arbitrary: commands },
);
