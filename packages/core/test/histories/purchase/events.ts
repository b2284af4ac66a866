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
/** One of these, each as often as its weight. */
const weighted = (...all: readonly (readonly [weight: number, fc.Arbitrary<Event>])[]): fc.Arbitrary<Event> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const lost = fc.constantFrom(...LOST);

const quote = fc.constantFrom(0, 0, 0, 0, 1, 2, 3);

export const pay = event('pay', {
  quote,
  process: one,
  times: fc.constantFrom(1, 1, 1, 2, 3),
  key: fc.constantFrom(0, 0, 0, 1, 1, 2),
});
const caller = weighted(
  [12, pay],
  [1, event('pay all', { process: one })],
  [1, event('pay another’s', { quote, process: one })],
);
const payer = weighted(
  [
    12,
    event('payer', {
      session: fc.nat(3),
      act: fc.constantFrom('confirm', 'confirm', 'confirm', 'confirm less', 'begin', 'begin', ...ACTS),
    }),
  ],
  [1, event('all payers confirm', {})],
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

export const providerEvents = weighted(
  [4, event('opening', { provider: one, script: fc.constantFrom(...OPENINGS) })],
  [3, event('lost', { provider: one, what: lost, of: fc.constantFrom('refund', 'refund', ...CALLS) })],
  [2, event('late opening arrives', { provider: one })],
  [3, event('provider', { provider: one, turns: fc.constantFrom(...PROVIDER_TURNS) })],
  [2, event('expiring', { provider: one, works: fc.constantFrom(false, false, true) })],
  [2, event('refunding', { provider: one, works: fc.constantFrom(false, 'unsupported' as const, true) })],
  [2, event('switch', {})],
  [
    3,
    event('malformed', {
      provider: one,
      session: fc.constantFrom(0, 0, 1),
      how: fc.constantFrom(...MALFORMED),
    }),
  ],
  [1, event('well formed', { provider: one })],
);
export const authorityEvents = weighted(
  [
    3,
    event('authority', {
      // It refuses more often than anything else.
      turns: fc.constantFrom(...AUTHORITY_TURNS.flatMap((turn) => (turn === 'refusing' ? [turn, turn] : [turn]))),
    }),
  ],
  [3, event('request', { script: fc.constantFrom(...REQUESTS) })],
  [2, event('certificate call lost', { what: lost, of: fc.constantFrom(...AUTHORITY_CALLS) })],
  [1, event('documents', { broken: fc.boolean() })],
);
const notification = weighted(
  [6, event('notice', { provider: one, which: fc.nat(3), times: fc.constantFrom(1, 1, 3), process: one })],
  [1, event('forged notice', { provider: one, process: one })],
  [1, event('foreign notice', { provider: one, process: one })],
  [1, event('malformed notice', { provider: one, how: fc.constantFrom(...MALFORMED_NOTICES), process: one })],
);
const commands = event('operator', { does: fc.constantFrom('give back', ...COMMANDS), process: one });
export const disaster = fc.oneof(
  event('death', { process: one }),
  event('store lost', { process: one, kept: fc.boolean() }),
);

/** Anything that can happen, as often as it should. */
export const anything = weighted(
  [5, caller],
  [6, payer],
  [6, job],
  [5, time],
  [4, notification],
  [5, providerEvents],
  [3, authorityEvents],
  [3, disaster],
  [2, commands],
);
