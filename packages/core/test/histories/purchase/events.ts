import fc from 'fast-check';
import { JOBS } from '@vehicle-insurance/core';
import { COMMANDS } from './operator.ts';
import { AUTHORITY_CALLS, REQUESTS } from './outside/authority.ts';
import { LOST } from './outside/losing.ts';
import { MALFORMED, MALFORMED_NOTICES } from './outside/malformed.ts';
import { ACTS, CALLS, OPENINGS } from './outside/provider.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const PROVIDER_TURNS = ['silent', 'speaking', 'lagging', 'in time', 'not accepting', 'accepting'] as const;

const AUTHORITY_TURNS = [
  ...(['silent', 'speaking', 'refusing', 'issuing', 'without look-up', 'with look-up'] as const),
  ...(['refusing our credentials', 'accepting our credentials', 'naming duplicates', 'sending spoilt images'] as const),
] as const;

/** An event, with the quotes, processes, providers or sessions that it affects. */
const event = <const Name extends string, Fields extends Readonly<Record<string, fc.Arbitrary<unknown>>>>(
  name: Name,
  fields: Fields,
) =>
  fc.record({ is: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<
    { readonly is: Name } & {
      readonly [Field in keyof Fields]: Fields[Field] extends fc.Arbitrary<infer Value> ? Value : never;
    }
  >;
const weighted = <All extends readonly (readonly [weight: number, fc.Arbitrary<unknown>])[]>(...all: All) =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary }))) as fc.Arbitrary<
    All[number][1] extends fc.Arbitrary<infer Each> ? Each : never
  >;
const from = <const Value>(...values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

const one = from<number>(0, 0, 0, 1);
const lost = from(...LOST);

const quote = from<number>(0, 0, 0, 0, 1, 2, 3);

/** `key`: the idempotency key; 0 is none. `times`: the number of simultaneous calls, spread over the processes. */
export const pay = event('pay', {
  quote,
  process: one,
  times: from<number>(1, 1, 1, 2, 3),
  key: from<number>(0, 0, 0, 1, 1, 2),
});
const caller = weighted(
  [12, pay],
  [1, event('pay all', { process: one })],
  // The other company tries to pay a quote that is not its own.
  [1, event('pay another’s', { quote, process: one })],
);
const payer = weighted(
  [
    12,
    event('payer', {
      session: fc.nat(3),
      act: from('confirm', 'confirm', 'confirm', 'confirm less', 'begin', 'begin', ...ACTS),
    }),
  ],
  [1, event('all payers confirm', {})],
);
const job = event('job', { job: from('payments', 'payments', 'payments', 'certificates', ...JOBS), process: one });
/** Time passes; or only the business clock moves; or only leases end. */
export const time = event('time', {
  seconds: from<number>(
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
  of: from('all', 'all', 'business', 'leases'),
});

export const providerEvents = weighted(
  [4, event('opening', { provider: one, script: from(...OPENINGS) })],
  [3, event('lost', { provider: one, what: lost, of: from('refund', 'refund', ...CALLS) })],
  [2, event('late opening arrives', { provider: one })],
  [3, event('provider', { provider: one, turns: from(...PROVIDER_TURNS) })],
  [2, event('expiring', { provider: one, works: from(false, false, true) })],
  [2, event('refunding', { provider: one, works: from<boolean | 'unsupported'>(false, 'unsupported', true) })],
  // From now on, the other provider opens new payments.
  [2, event('switch', {})],
  [
    3,
    // The provider shows one of its latest sessions in this form. If there is none yet, it shows the next one so.
    event('malformed', { provider: one, session: from<number>(0, 0, 1), how: from(...MALFORMED) }),
  ],
  [1, event('well formed', { provider: one })],
);
export const authorityEvents = weighted(
  [
    3,
    event('authority', {
      // Refusals are more frequent than anything else.
      turns: from(...AUTHORITY_TURNS.flatMap((turn) => (turn === 'refusing' ? [turn, turn] : [turn]))),
    }),
  ],
  [3, event('request', { script: from(...REQUESTS) })],
  [2, event('certificate call lost', { what: lost, of: from(...AUTHORITY_CALLS) })],
  [1, event('documents', { broken: fc.boolean() })],
);
const notification = weighted(
  [6, event('notice', { provider: one, which: fc.nat(3), times: from<number>(1, 1, 3), process: one })],
  [1, event('forged notice', { provider: one, process: one })],
  [1, event('foreign notice', { provider: one, process: one })],
  [1, event('malformed notice', { provider: one, how: from(...MALFORMED_NOTICES), process: one })],
);
const commands = event('operator', { does: from('record refund', ...COMMANDS), process: one });
export const disaster = fc.oneof(
  event('death', { process: one }),
  event('store lost', { process: one, kept: fc.boolean() }),
);

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
export type Event = typeof anything extends fc.Arbitrary<infer Each> ? Each : never;

/** An event, with the number and order of the turns that work in progress gets after it. */
export interface Step {
  readonly event: Event;
  readonly turns: number;
  readonly order: number;
}
