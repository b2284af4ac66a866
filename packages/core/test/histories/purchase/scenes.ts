import fc from 'fast-check';
import type { Job } from '@vehicle-insurance/core';
import { disaster, pay, time, type Event, type PROVIDER_TURNS, type Step } from './events.ts';
import type { Command } from './operator.ts';
import { REQUESTS } from './outside/authority.ts';
import { LOST } from './outside/losing.ts';
import { MALFORMED } from './outside/malformed.ts';
import type { Act } from './outside/provider.ts';

/** More turns than any work in progress needs. */
export const TO_THE_END = 2_000;

const MINUTE = 60;
const NONE = fc.constant(0);
const FEW = fc.nat(12);
const MANY = fc.nat(30);

export const stepOf = (
  event: fc.Arbitrary<Event>,
  turns: fc.Arbitrary<number> = fc.oneof(FEW, fc.constant(TO_THE_END)),
): fc.Arbitrary<Step> => fc.record({ event, turns, order: fc.oneof(fc.constant(0), fc.nat(999)) });

const always = (event: Event): fc.Arbitrary<Event> => fc.constant(event);
const oneOf = <const Value>(values: readonly Value[], event: (value: Value) => Event): fc.Arbitrary<Event> =>
  fc.constantFrom(...values).map(event);
const job = (name: Job, process = 0): fc.Arbitrary<Event> => always({ is: 'job', job: name, process });
const command = (does: Command, process = 0): fc.Arbitrary<Event> => always({ is: 'operator', does, process });
const provider = (turns: (typeof PROVIDER_TURNS)[number]): Event => ({ is: 'provider', provider: 0, turns });
const payer = (act: Act, session = 0): Event => ({ is: 'payer', session, act });
const minutes = (of: number): fc.Arbitrary<Event> => always({ is: 'time', seconds: of * MINUTE, of: 'all' });
const confirm = always(payer('confirm'));
const work = job('payments');
const certify = job('certificates');
const papers = job('documents');
const recordRefund = command('record refund');
const cancel = command('cancel', 1);
const retry = command('retry');
const attach = command('attach', 1);
const correct = command('correct', 1);
const retryPapers = command('retry documents', 1);
const word = always({ is: 'notice', provider: 0, which: 0, times: 1, process: 1 });
const script = oneOf(REQUESTS, (each) => ({ is: 'request', script: each }));
const refundLost = oneOf(LOST, (what) => ({ is: 'lost', provider: 0, what, of: 'refund' }));
const refuses = always({ is: 'refunding', provider: 0, works: false });
const malformed = oneOf(MALFORMED, (how) => ({ is: 'malformed', provider: 0, session: 0, how }));
const silent = always(provider('silent'));
const wellFormed = always({ is: 'well formed', provider: 0 });
const payAll = always({ is: 'pay all', process: 0 });
const allConfirm = always({ is: 'all payers confirm' });
const leasesEnd = always({ is: 'time', seconds: 3 * MINUTE, of: 'leases' });
const payKeyed = (process: number, key: number, times = 1): fc.Arbitrary<Event> =>
  always({ is: 'pay', quote: 0, process, times, key });

const either = (...events: readonly fc.Arbitrary<Event>[]): fc.Arbitrary<Event> => fc.oneof(...events);
const bought = [pay, confirm, word, work];
/** Steps in this order, each with the given number of turns. */
const scene = (
  ...steps: readonly (fc.Arbitrary<Event> | readonly [fc.Arbitrary<Event>, fc.Arbitrary<number>])[]
): fc.Arbitrary<readonly Step[]> =>
  fc.tuple(...steps.map((step) => (step instanceof fc.Arbitrary ? stepOf(step) : stepOf(...step))));

/** Rare events that seldom coincide by chance. Details that a step does not specify still vary. */
export const scenes: fc.Arbitrary<readonly Step[]> = fc.oneof(
  // A notification of the money arrives just after a worker has read the session as unpaid.
  scene(time, [work, FEW], confirm, word, work),
  // The money arrives after the payment has failed, and is noticed several times.
  scene(always({ is: 'expiring', provider: 0, works: false }), minutes(30), work, confirm, word, work, word, work),
  // Another amount than requested is paid, and the refund fails.
  scene(
    oneOf(['confirm less', 'confirm more', 'confirm in euros'], payer),
    word,
    either(refundLost, refuses),
    [work, MANY],
    either(disaster, work, recordRefund, refundLost),
    either(work, recordRefund),
  ),
  // An operator records a refund that the provider refused, while the provider is silent.
  scene(
    pay,
    always(payer('confirm more')),
    refuses,
    word,
    work,
    either(refundLost, silent),
    [either(recordRefund, command('record refund unanswered')), MANY],
    either(work, time, disaster),
  ),
  // A debit outlives its session, at the window's end or after a failed attempt.
  scene(
    pay,
    always(payer('begin')),
    minutes(2),
    work,
    either(minutes(30), minutes(30), time, always(payer('fail an attempt', 1))),
    [work, MANY],
    either(time, minutes(31), minutes(35)),
    work,
    oneOf(['finish', 'finish', 'fall through'], payer),
    word,
    work,
  ),
  // A contract waits for its certificate, and something happens to either.
  scene(
    either(script, always({ is: 'authority', turns: 'refusing our credentials' })),
    ...bought,
    either(script, time),
    [certify, MANY],
    either(cancel, disaster, retry, attach, minutes(2)),
    [either(cancel, certify, attach), MANY],
    either(time, certify, papers, correct),
  ),
  // A session cannot be read for a while. In that time, it is paid, closed or unchanged.
  scene(
    pay,
    malformed,
    either(confirm, confirm, time),
    either(word, minutes(2), minutes(30)),
    work,
    either(time, minutes(30), wellFormed),
    work,
    either(confirm, wellFormed, time),
    work,
  ),
  // A request for a session arrives when no process waits for it any more, and the payer finds the session.
  scene(
    always({ is: 'opening', provider: 0, script: 'late' }),
    pay,
    time,
    work,
    always({ is: 'late opening arrives', provider: 0 }),
    either(confirm, time),
    work,
    confirm,
  ),
  // Two sessions are opened for one payment, and the payer uses either.
  scene(
    oneOf(['doubled', 'answer lost'], (each) => ({ is: 'opening', provider: 0, script: each })),
    oneOf(['lagging', 'silent'], provider),
    [pay, MANY],
    [fc.nat(1).map((session) => payer('confirm', session)), NONE],
    oneOf(['in time', 'speaking'], provider),
    work,
    fc.nat(1).map((session) => payer('confirm', session)),
  ),
  // Two contracts get their certificates, and one of them is wrong.
  scene(
    payAll,
    allConfirm,
    minutes(2),
    work,
    either(script, always({ is: 'request', script: 'number of another' })),
    certify,
    either(certify, time, papers),
    either(certify, correct, retry),
  ),
  // An operator corrects a certificate while its documents are made.
  scene(pay, confirm, word, work, either(attach, attach, certify), [papers, MANY], [correct, MANY], papers),
  // Documents cannot be stored. When they can be again, an operator retries them beside a worker.
  scene(
    ...bought,
    certify,
    always({ is: 'documents', broken: true }),
    papers,
    fc.boolean().map((broken): Event => ({ is: 'documents', broken })),
    [either(retryPapers, time), MANY],
    [either(papers, correct, disaster), MANY],
    either(retryPapers, papers),
  ),
  // A process dies, or loses the store, while it settles a payment.
  scene(confirm, word, [work, MANY], [disaster, MANY], work),
  // A worker outlives its lease, and another worker does its work.
  scene(
    minutes(30),
    [either(work, certify), FEW],
    [leasesEnd, NONE],
    [either(confirm, time), NONE],
    [either(job('payments', 1), job('certificates', 1)), MANY],
    time,
  ),
  // An operator cancels a contract with a requested certificate, issued or not, or attaches another certificate.
  scene(
    ...bought,
    oneOf(['issued later', 'answer lost', 'request lost', 'never issued', 'refused', 'refused later'], (each) => ({
      is: 'request',
      script: each,
    })),
    [certify, fc.oneof(MANY, fc.constant(TO_THE_END))],
    either(cancel, attach),
    either(certify, time, disaster),
    certify,
  ),
  // A worker outlives its lease during a refusal of the authority.
  scene(
    ...bought,
    oneOf(['refusing', 'silent'], (turns) => ({ is: 'authority', turns })),
    [certify, MANY],
    [leasesEnd, NONE],
    [job('certificates', 1), FEW],
    time,
  ),
  // The authority refuses for hours and then accepts, or an operator retries.
  scene(
    ...bought,
    always({ is: 'authority', turns: 'refusing' }),
    certify,
    minutes(4 * 60),
    certify,
    minutes(3 * 60),
    certify,
    either(time, command('retry failed')),
  ),
  // The same request is repeated under its key, at any time.
  scene(payKeyed(0, 1), either(confirm, time, disaster), payKeyed(1, 1, 2), either(work, time), payKeyed(0, 1)),
  // A process dies before it has answered, and the request is repeated after its payment has ended.
  scene(
    [payKeyed(0, 2), MANY],
    always({ is: 'death', process: 0 }),
    leasesEnd,
    either(confirm, minutes(30)),
    work,
    either(word, minutes(2)),
    work,
    payKeyed(1, 2),
  ),
  // A provider is silent for days.
  scene(pay, silent, minutes(31), work, minutes(25 * 60), work, minutes(25 * 60), work, time),
  // Payments are opened with another provider while the first one's are still pending.
  scene(pay, always({ is: 'switch' }), pay, confirm, word, work),
  // A provider falls silent while payments are pending.
  scene(payAll, minutes(2), silent, [work, MANY], allConfirm, always(provider('speaking')), word, work),
);
