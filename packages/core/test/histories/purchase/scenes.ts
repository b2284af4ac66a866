import fc from 'fast-check';
import { disaster, pay, time, type Event, type Step } from './events.ts';
import { REQUESTS } from './outside/authority.ts';
import { LOST } from './outside/losing.ts';
import { MALFORMED } from './outside/malformed.ts';

/** More turns than anything under way ever needs. */
export const TO_THE_END = 2_000;

const MINUTE = 60;
const NONE = fc.constant(0);
const FEW = fc.nat(12);
const MANY = fc.nat(30);

/** An event with the turns after it. */
export const stepOf = (
  event: fc.Arbitrary<Event>,
  turns: fc.Arbitrary<number> = fc.oneof(FEW, fc.constant(TO_THE_END)),
): fc.Arbitrary<Step> => fc.record({ event, turns, order: fc.oneof(fc.constant(0), fc.nat(999)) });

const always = (event: Event): fc.Arbitrary<Event> => fc.constant(event);
const minutes = (of: number): fc.Arbitrary<Event> => always({ is: 'time', seconds: of * MINUTE, of: 'all' });
const confirm = always({ is: 'payer', session: 0, act: 'confirm' });
const work = always({ is: 'job', job: 'payments', process: 0 });
const elsewhere = always({ is: 'job', job: 'payments', process: 1 });
const giveBack = always({ is: 'operator', does: 'give back', process: 0 });
const giveBackUnanswered = always({ is: 'operator', does: 'give back unanswered', process: 0 });
const certify = always({ is: 'job', job: 'certificates', process: 0 });
const cancel = always({ is: 'operator', does: 'cancel', process: 1 });
const word = always({ is: 'notice', provider: 0, which: 0, times: 1, process: 1 });
const script: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('request' as const),
  script: fc.constantFrom(...REQUESTS),
});
const retry = always({ is: 'operator', does: 'retry', process: 0 });
const attach = always({ is: 'operator', does: 'attach', process: 1 });
const correct = always({ is: 'operator', does: 'correct', process: 1 });
const papers = always({ is: 'job', job: 'documents', process: 0 });
const refundLost: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('lost' as const),
  provider: fc.constant(0),
  what: fc.constantFrom(...LOST),
  of: fc.constant('refund' as const),
});
const refuses = always({ is: 'refunding', provider: 0, works: false });
const malformed: fc.Arbitrary<Event> = fc.record({
  is: fc.constant('malformed' as const),
  provider: fc.constant(0),
  session: fc.constant(0),
  how: fc.constantFrom(...MALFORMED),
});
const silent = always({ is: 'provider', provider: 0, turns: 'silent' });
const wellFormed = always({ is: 'well formed', provider: 0 });
const payAll = always({ is: 'pay all', process: 0 });
const allConfirm = always({ is: 'all payers confirm' });
const retryPapers = always({ is: 'operator', does: 'retry documents', process: 1 });
const leasesEnd = always({ is: 'time', seconds: 3 * MINUTE, of: 'leases' });

const either = (...events: readonly fc.Arbitrary<Event>[]): fc.Arbitrary<Event> => fc.oneof(...events);
/** A contract is bought. */
const bought = [pay, confirm, word, work];
/** Steps in this order, each with as many turns as is given beside it. */
const scene = (
  ...steps: readonly (fc.Arbitrary<Event> | readonly [fc.Arbitrary<Event>, fc.Arbitrary<number>])[]
): fc.Arbitrary<readonly Step[]> =>
  fc.tuple(...steps.map((step) => (step instanceof fc.Arbitrary ? stepOf(step) : stepOf(...step))));

/** Things that are rare by themselves and seldom come together by chance: what each step leaves undone still varies. */
export const scenes: fc.Arbitrary<readonly Step[]> = fc.oneof(
  // A notification of the money comes just after a worker has looked and seen none.
  scene(time, [work, FEW], confirm, word, work),
  // The money comes when the payment has failed, and is heard of more than once.
  scene(always({ is: 'expiring', provider: 0, works: false }), minutes(30), work, confirm, word, work, word, work),
  // Another amount is paid than was asked for, and giving it back goes wrong.
  scene(
    fc
      .constantFrom('confirm less', 'confirm more', 'confirm in euros')
      .map((act) => ({ is: 'payer', session: 0, act })),
    word,
    either(refundLost, refuses),
    [work, MANY],
    either(disaster, work, giveBack, refundLost),
    either(work, giveBack),
  ),
  // An operator gives money back that the provider refused to, while it cannot be heard.
  scene(
    pay,
    always({ is: 'payer', session: 0, act: 'confirm more' }),
    refuses,
    word,
    work,
    either(refundLost, silent),
    [either(giveBack, giveBackUnanswered), MANY],
    either(work, time, disaster),
  ),
  // A debit outlives its session, at the window's end or after a failed try.
  scene(
    pay,
    always({ is: 'payer', session: 0, act: 'begin' }),
    minutes(2),
    work,
    either(minutes(30), minutes(30), time, always({ is: 'payer', session: 1, act: 'try in vain' })),
    [work, MANY],
    either(time, minutes(31), minutes(35)),
    work,
    fc.constantFrom('finish', 'finish', 'fall through').map((act): Event => ({ is: 'payer', session: 0, act })),
    word,
    work,
  ),
  // A contract is on its way to its certificate, and something happens to either.
  scene(
    either(script, always({ is: 'authority', turns: 'refusing our credentials' })),
    ...bought,
    either(script, time),
    [certify, MANY],
    either(cancel, disaster, retry, attach, minutes(2)),
    [either(cancel, certify, attach), MANY],
    either(time, certify, papers, correct),
  ),
  // A session cannot be read for a while, and is paid, closed or left alone meanwhile.
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
  // A request to open a session arrives when no process waits for it any more, and the payer finds it.
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
  // Two sessions are opened for one payment, and the payer goes to either.
  scene(
    fc.constantFrom('doubled', 'answer lost').map((script): Event => ({ is: 'opening', provider: 0, script })),
    fc.constantFrom('lagging', 'silent').map((turns): Event => ({ is: 'provider', provider: 0, turns })),
    [pay, MANY],
    [fc.nat(1).map((session): Event => ({ is: 'payer', session, act: 'confirm' })), NONE],
    fc.constantFrom('in time', 'speaking').map((turns): Event => ({ is: 'provider', provider: 0, turns })),
    work,
    fc.nat(1).map((session): Event => ({ is: 'payer', session, act: 'confirm' })),
  ),
  // Two contracts get their certificates, and one of them is not what it should be.
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
  // Documents cannot be stored, and an operator has them made when they can, beside a worker.
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
  // A process dies, or loses the store, at some point of settling.
  scene(confirm, word, [work, MANY], [disaster, MANY], work),
  // A worker oversleeps its lease, and another one does its work.
  scene(
    minutes(30),
    [either(work, certify), FEW],
    [leasesEnd, NONE],
    [either(confirm, time), NONE],
    [either(elsewhere, always({ is: 'job', job: 'certificates', process: 1 })), MANY],
    time,
  ),
  // An operator cancels a contract whose certificate was asked for, with or without success, or attaches another.
  scene(
    ...bought,
    fc
      .constantFrom('issued later', 'answer lost', 'request lost', 'never issued', 'refused', 'refused later')
      .map((script): Event => ({ is: 'request', script })),
    [certify, fc.oneof(MANY, fc.constant(TO_THE_END))],
    either(cancel, attach),
    either(certify, time, disaster),
    certify,
  ),
  // A worker oversleeps its lease over a refusal of the authority.
  scene(
    ...bought,
    fc.constantFrom('refusing', 'silent').map((turns): Event => ({ is: 'authority', turns })),
    [certify, MANY],
    [leasesEnd, NONE],
    [always({ is: 'job', job: 'certificates', process: 1 }), FEW],
    time,
  ),
  // The authority refuses for hours, and then does not, or an operator asks again.
  scene(
    ...bought,
    always({ is: 'authority', turns: 'refusing' }),
    certify,
    minutes(4 * 60),
    certify,
    minutes(3 * 60),
    certify,
    either(time, always({ is: 'operator', does: 'retry what failed', process: 0 })),
  ),
  // The same request comes again under its key, at any moment.
  scene(
    always({ is: 'pay', quote: 0, process: 0, times: 1, key: 1 }),
    either(confirm, time, disaster),
    always({ is: 'pay', quote: 0, process: 1, times: 2, key: 1 }),
    either(work, time),
    always({ is: 'pay', quote: 0, process: 0, times: 1, key: 1 }),
  ),
  // A process dies before it has answered, and the request comes again when its payment has ended.
  scene(
    [always({ is: 'pay', quote: 0, process: 0, times: 1, key: 2 }), MANY],
    always({ is: 'death', process: 0 }),
    leasesEnd,
    either(confirm, minutes(30)),
    work,
    either(word, minutes(2)),
    work,
    always({ is: 'pay', quote: 0, process: 1, times: 1, key: 2 }),
  ),
  // A provider is silent for days.
  scene(pay, silent, minutes(31), work, minutes(25 * 60), work, minutes(25 * 60), work, time),
  // Payments are opened with another provider while those of the first are still to be settled.
  scene(pay, always({ is: 'switch' }), pay, confirm, word, work),
  // A provider falls silent among payments that wait.
  scene(
    payAll,
    minutes(2),
    silent,
    [work, MANY],
    allConfirm,
    always({ is: 'provider', provider: 0, turns: 'speaking' }),
    word,
    work,
  ),
);
