import fc from 'fast-check';
import { JOBS, type Job } from '@vehicle-insurance/core';
import { ACTS, CALLS, OPENINGS, type Act, type CallName, type Opening, type ProviderKind } from './outside.ts';

/** Something that happens, and which of the two quotes, two processes or several sessions it happens to. */
export type Event =
  | { readonly is: 'pay'; readonly quote: number; readonly process: number; readonly keyLookup: number }
  | { readonly is: 'payer'; readonly session: number; readonly act: Act }
  | { readonly is: 'opening'; readonly script: Opening }
  | { readonly is: 'lost'; readonly what: 'call' | 'answer'; readonly of: CallName }
  | { readonly is: 'late opening arrives' }
  | { readonly is: 'notice'; readonly which: number; readonly times: number; readonly process: number }
  | { readonly is: 'forged notice'; readonly process: number }
  | { readonly is: 'job'; readonly job: Job; readonly process: number }
  | { readonly is: 'provider'; readonly state: 'silent' | 'speaking' | 'lagging' | 'in time' | 'not accepting' }
  | { readonly is: 'provider'; readonly expires: boolean }
  | { readonly is: 'provider'; readonly refunds: boolean | 'unsupported' }
  | { readonly is: 'authority'; readonly state: 'silent' | 'speaking' | 'refusing' | 'issuing' | 'no look-up' }
  | {
      readonly is: 'request';
      readonly script: 'answer lost' | 'request lost' | 'issued later' | 'refused';
    }
  | { readonly is: 'documents'; readonly broken: boolean }
  | {
      readonly is: 'operator';
      readonly does: 'pause' | 'resume' | 'close' | 'retry' | 'give back' | 'cancel';
      readonly process: number;
    }
  /** Time goes by, or only the business clock is moved, or only leases end. */
  | { readonly is: 'time'; readonly seconds: number; readonly of: 'all' | 'business' | 'leases' }
  | { readonly is: 'death'; readonly process: number }
  | { readonly is: 'store lost'; readonly process: number; readonly kept: boolean };

/** An event, and how many turns what is under way gets after it, in which order. */
export interface Step {
  readonly event: Event;
  readonly turns: number;
  readonly order: number;
}

export interface History extends ProviderKind {
  /** Minutes a session can be paid. */
  readonly life: number;
  /** Whether in the end whoever still can pay does, also into a session nobody should be able to pay any more. */
  readonly payersPay: boolean;
  readonly steps: readonly Step[];
}

/** More turns than anything under way ever needs. */
const TO_THE_END = 2_000;

const one = fc.constantFrom(0, 0, 0, 1);
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const pay: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('pay' as const),
  quote: one,
  process: one,
  keyLookup: fc.constantFrom(1, 1, 1, 2, 3),
});
const job: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('job' as const),
  job: fc.constantFrom('payments' as const, 'payments' as const, 'payments' as const, ...JOBS),
  process: one,
});
const payer: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('payer' as const),
  session: fc.nat(3),
  act: fc.constantFrom('confirm' as const, 'confirm less' as const, ...ACTS),
});
const time: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('time' as const),
  seconds: fc.constantFrom(
    10,
    2 * MINUTE,
    2 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    30 * MINUTE,
    31 * MINUTE + 1,
    HOUR,
    7 * HOUR,
    25 * HOUR,
  ),
  of: fc.constantFrom('all' as const, 'all' as const, 'business' as const, 'leases' as const),
});

const outsideEvents: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ is: fc.constant('opening' as const), script: fc.constantFrom(...OPENINGS) }),
  fc.record({
    is: fc.constant('lost' as const),
    what: fc.constantFrom('call', 'answer'),
    of: fc.constantFrom('refund' as const, 'refund' as const, ...CALLS),
  }),
  fc.constant<Event>({ is: 'late opening arrives' }),
  fc.record({
    is: fc.constant('provider' as const),
    state: fc.constantFrom('silent', 'speaking', 'lagging', 'in time', 'not accepting'),
  }),
  fc.record({ is: fc.constant('provider' as const), expires: fc.constantFrom(false, false, true) }),
  fc.record({ is: fc.constant('provider' as const), refunds: fc.constantFrom(true, false, 'unsupported' as const) }),
);
const authorityEvents: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    is: fc.constant('authority' as const),
    state: fc.constantFrom('silent', 'speaking', 'refusing', 'issuing', 'no look-up'),
  }),
  fc.record({
    is: fc.constant('request' as const),
    script: fc.constantFrom('answer lost', 'request lost', 'issued later', 'refused'),
  }),
  fc.record({ is: fc.constant('documents' as const), broken: fc.boolean() }),
);
const notification: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    is: fc.constant('notice' as const),
    which: fc.nat(3),
    times: fc.constantFrom(1, 1, 3),
    process: one,
  }),
  fc.record({ is: fc.constant('forged notice' as const), process: one }),
);
const operator: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('operator' as const),
  does: fc.constantFrom('pause', 'resume', 'close', 'retry', 'give back', 'give back', 'cancel'),
  process: one,
});
const disaster: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ is: fc.constant('death' as const), process: one }),
  fc.record({ is: fc.constant('store lost' as const), process: one, kept: fc.boolean() }),
);

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: pay },
  { weight: 6, arbitrary: payer },
  { weight: 6, arbitrary: job },
  { weight: 5, arbitrary: time },
  { weight: 4, arbitrary: notification },
  { weight: 5, arbitrary: outsideEvents },
  { weight: 2, arbitrary: authorityEvents },
  { weight: 3, arbitrary: disaster },
  { weight: 1, arbitrary: operator },
);

const FEW = fc.nat(12);
const MANY = fc.nat(30);
const stepOf = (arbitrary: fc.Arbitrary<Event>, turns = fc.oneof(FEW, fc.constant(TO_THE_END))): fc.Arbitrary<Step> =>
  fc.record({ event: arbitrary, turns, order: fc.oneof(fc.constant(0), fc.nat(999)) });

const always = (event: Event): fc.Arbitrary<Event> => fc.constant(event);
const confirm = always({ is: 'payer', session: 0, act: 'confirm' });
const work = always({ is: 'job', job: 'payments', process: 0 });
const giveBack = always({ is: 'operator', does: 'give back', process: 0 });
const certify = always({ is: 'job', job: 'certificates', process: 0 });
const cancel = always({ is: 'operator', does: 'cancel', process: 1 });
const word = always({ is: 'notice', which: 0, times: 1, process: 1 });

/** Things that are rare by themselves and seldom come together by chance: what each step leaves undone still varies. */
const scene: fc.Arbitrary<readonly Step[]> = fc.oneof(
  // Word of the money comes while somebody has just looked and seen none.
  fc.tuple(stepOf(time), stepOf(work, FEW), stepOf(confirm), stepOf(word), stepOf(work)),
  // The money comes when the payment has failed, and is heard of more than once.
  fc.tuple(
    stepOf(always({ is: 'provider', expires: false })),
    stepOf(always({ is: 'time', seconds: 30 * MINUTE, of: 'all' })),
    stepOf(work),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(word),
    stepOf(work),
  ),
  // Too little is paid, and giving it back goes wrong.
  fc.tuple(
    stepOf(always({ is: 'payer', session: 0, act: 'confirm less' })),
    stepOf(word),
    stepOf(fc.record({ is: fc.constant('lost'), what: fc.constantFrom('call', 'answer'), of: fc.constant('refund') })),
    stepOf(work, MANY),
    stepOf(fc.oneof(disaster, work, giveBack)),
    stepOf(work),
  ),
  // A debit outlives its session, at the window's end or after a failed try.
  fc.tuple(
    stepOf(always({ is: 'payer', session: 0, act: 'begin' })),
    stepOf(
      fc.oneof(
        always({ is: 'time', seconds: 30 * MINUTE, of: 'all' }),
        time,
        always({ is: 'payer', session: 1, act: 'try in vain' }),
      ),
    ),
    stepOf(work, MANY),
    stepOf(time),
    stepOf(always({ is: 'payer', session: 0, act: 'finish' })),
    stepOf(work),
  ),
  // An operator cancels a contract at some point of its being certified.
  fc.tuple(
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(
      fc.oneof(
        always({ is: 'request', script: 'issued later' }),
        always({ is: 'request', script: 'answer lost' }),
        time,
      ),
    ),
    stepOf(certify, MANY),
    stepOf(fc.oneof(cancel, disaster)),
    stepOf(fc.oneof(cancel, certify), MANY),
  ),
  // A process dies, or loses the store, at some point of settling.
  fc.tuple(stepOf(confirm), stepOf(word), stepOf(work, MANY), stepOf(disaster, MANY), stepOf(work)),
);

/** A history in which somebody sooner or later tries to pay. */
export const history: fc.Arbitrary<History> = fc.record({
  able: fc.constantFrom(true, true, true, false),
  tellsDebits: fc.boolean(),
  tellsTimes: fc.constantFrom(true, true, false),
  life: fc.constantFrom(30, 30, 24 * 60),
  payersPay: fc.boolean(),
  steps: fc
    .tuple(
      fc.array(stepOf(fc.oneof(outsideEvents, disaster)), { maxLength: 2 }),
      stepOf(pay),
      fc.array(
        fc.oneof(
          { weight: 8, arbitrary: stepOf(event).map((step): readonly Step[] => [step]) },
          { weight: 1, arbitrary: scene },
        ),
        { minLength: 2, maxLength: 10 },
      ),
    )
    .map(([before, first, after]) => [...before, first, ...after.flat()]),
});
