import fc from 'fast-check';
import type { Event, Step } from './event.ts';
import { disaster, pay, time } from './events.ts';
import { REQUESTS } from './outside/authority.ts';
import { LOST } from './outside/losing.ts';
import { MALFORMED } from './outside/malformed.ts';

/** More turns than anything under way ever needs. */
export const TO_THE_END = 2_000;

const MINUTE = 60;
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
const leasesEnd = always({ is: 'time', seconds: 3 * MINUTE, of: 'leases' });

/** Things that are rare by themselves and seldom come together by chance: what each step leaves undone still varies. */
export const scene: fc.Arbitrary<readonly Step[]> = fc.oneof(
  // Word of the money comes while somebody has just looked and seen none.
  fc.tuple(stepOf(time), stepOf(work, FEW), stepOf(confirm), stepOf(word), stepOf(work)),
  // The money comes when the payment has failed, and is heard of more than once.
  fc.tuple(
    stepOf(always({ is: 'expiring', provider: 0, works: false })),
    stepOf(minutes(30)),
    stepOf(work),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(word),
    stepOf(work),
  ),
  // Another amount is paid than was asked for, and giving it back goes wrong.
  fc.tuple(
    stepOf(
      fc
        .constantFrom('confirm less', 'confirm more', 'confirm in euros')
        .map((act) => ({ is: 'payer', session: 0, act })),
    ),
    stepOf(word),
    stepOf(fc.oneof(refundLost, refuses)),
    stepOf(work, MANY),
    stepOf(fc.oneof(disaster, work, giveBack, refundLost)),
    stepOf(fc.oneof(work, giveBack)),
  ),
  // An operator gives money back that the provider refused to, while it cannot be heard.
  fc.tuple(
    stepOf(pay),
    stepOf(always({ is: 'payer', session: 0, act: 'confirm more' })),
    stepOf(refuses),
    stepOf(word),
    stepOf(work),
    stepOf(fc.oneof(refundLost, always({ is: 'provider', provider: 0, turns: 'silent' }))),
    stepOf(fc.oneof(giveBack, giveBackUnanswered), MANY),
    stepOf(fc.oneof(work, time, disaster)),
  ),
  // A debit outlives its session, at the window's end or after a failed try.
  fc.tuple(
    stepOf(pay),
    stepOf(always({ is: 'payer', session: 0, act: 'begin' })),
    stepOf(minutes(2)),
    stepOf(work),
    stepOf(fc.oneof(minutes(30), minutes(30), time, always({ is: 'payer', session: 1, act: 'try in vain' }))),
    stepOf(work, MANY),
    stepOf(fc.oneof(time, minutes(31), minutes(35))),
    stepOf(work),
    stepOf(fc.constantFrom('finish', 'finish', 'fall through').map((act): Event => ({ is: 'payer', session: 0, act }))),
    stepOf(word),
    stepOf(work),
  ),
  // A contract is on its way to its certificate, and something happens to either.
  fc.tuple(
    stepOf(fc.oneof(script, always({ is: 'authority', turns: 'refusing our credentials' }))),
    stepOf(pay),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(fc.oneof(script, time)),
    stepOf(certify, MANY),
    stepOf(fc.oneof(cancel, disaster, retry, attach, minutes(2))),
    stepOf(fc.oneof(cancel, certify, attach), MANY),
    stepOf(fc.oneof(time, certify, papers, correct)),
  ),
  // A session cannot be read for a while, and is paid, closed or left alone meanwhile.
  fc.tuple(
    stepOf(pay),
    stepOf(malformed),
    stepOf(fc.oneof(confirm, confirm, time)),
    stepOf(fc.oneof(word, minutes(2), minutes(30))),
    stepOf(work),
    stepOf(fc.oneof(time, minutes(30), always({ is: 'well formed', provider: 0 }))),
    stepOf(work),
    stepOf(fc.oneof(confirm, always({ is: 'well formed', provider: 0 }), time)),
    stepOf(work),
  ),
  // A request to open a session arrives when nobody waits for it any more, and the payer finds it.
  fc.tuple(
    stepOf(always({ is: 'opening', provider: 0, script: 'late' })),
    stepOf(pay),
    stepOf(time),
    stepOf(work),
    stepOf(always({ is: 'late opening arrives', provider: 0 })),
    stepOf(fc.oneof(confirm, time)),
    stepOf(work),
    stepOf(confirm),
  ),
  // Two sessions are opened for one payment, and the payer goes to either.
  fc.tuple(
    stepOf(fc.constantFrom('doubled', 'answer lost').map((script): Event => ({ is: 'opening', provider: 0, script }))),
    stepOf(fc.constantFrom('lagging', 'silent').map((turns): Event => ({ is: 'provider', provider: 0, turns }))),
    stepOf(pay, MANY),
    stepOf(
      fc.nat(1).map((session): Event => ({ is: 'payer', session, act: 'confirm' })),
      fc.constant(0),
    ),
    stepOf(fc.constantFrom('in time', 'speaking').map((turns): Event => ({ is: 'provider', provider: 0, turns }))),
    stepOf(work),
    stepOf(fc.nat(1).map((session): Event => ({ is: 'payer', session, act: 'confirm' }))),
  ),
  // Two contracts get their certificates, and one of them is not what it should be.
  fc.tuple(
    stepOf(always({ is: 'pay all', process: 0 })),
    stepOf(always({ is: 'all payers confirm' })),
    stepOf(minutes(2)),
    stepOf(work),
    stepOf(fc.oneof(script, always({ is: 'request', script: 'number of another' }))),
    stepOf(certify),
    stepOf(fc.oneof(certify, time, papers)),
    stepOf(fc.oneof(certify, correct, retry)),
  ),
  // An operator corrects a certificate while its documents are made.
  fc.tuple(
    stepOf(pay),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(fc.oneof(attach, attach, certify)),
    stepOf(papers, MANY),
    stepOf(correct, MANY),
    stepOf(papers),
  ),
  // Documents cannot be stored, and an operator has them made when they can, beside a worker.
  fc.tuple(
    stepOf(pay),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(certify),
    stepOf(always({ is: 'documents', broken: true })),
    stepOf(papers),
    stepOf(fc.boolean().map((broken): Event => ({ is: 'documents', broken }))),
    stepOf(fc.oneof(always({ is: 'operator', does: 'retry documents', process: 1 }), time), MANY),
    stepOf(fc.oneof(papers, correct, disaster), MANY),
    stepOf(fc.oneof(always({ is: 'operator', does: 'retry documents', process: 1 }), papers)),
  ),
  // A process dies, or loses the store, at some point of settling.
  fc.tuple(stepOf(confirm), stepOf(word), stepOf(work, MANY), stepOf(disaster, MANY), stepOf(work)),
  // A worker oversleeps its lease, and another one does its work.
  fc.tuple(
    stepOf(minutes(30)),
    stepOf(fc.oneof(work, certify), FEW),
    stepOf(leasesEnd, fc.constant(0)),
    stepOf(fc.oneof(confirm, time), fc.constant(0)),
    stepOf(fc.oneof(elsewhere, always({ is: 'job', job: 'certificates', process: 1 })), MANY),
    stepOf(time),
  ),
  // An operator cancels a contract whose certificate was asked for, with or without success, or attaches another.
  fc.tuple(
    stepOf(pay),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(
      fc
        .constantFrom('issued later', 'answer lost', 'request lost', 'never issued', 'refused', 'refused later')
        .map((script): Event => ({ is: 'request', script })),
    ),
    stepOf(certify, fc.oneof(MANY, fc.constant(TO_THE_END))),
    stepOf(fc.oneof(cancel, attach)),
    stepOf(fc.oneof(certify, time, disaster)),
    stepOf(certify),
  ),
  // A worker oversleeps its lease over a refusal of the authority.
  fc.tuple(
    stepOf(pay),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(fc.constantFrom('refusing', 'silent').map((turns): Event => ({ is: 'authority', turns }))),
    stepOf(certify, MANY),
    stepOf(leasesEnd, fc.constant(0)),
    stepOf(always({ is: 'job', job: 'certificates', process: 1 }), FEW),
    stepOf(time),
  ),
  // The authority refuses for hours, and then does not, or an operator asks again.
  fc.tuple(
    stepOf(pay),
    stepOf(confirm),
    stepOf(word),
    stepOf(work),
    stepOf(always({ is: 'authority', turns: 'refusing' })),
    stepOf(certify),
    stepOf(minutes(4 * 60)),
    stepOf(certify),
    stepOf(minutes(3 * 60)),
    stepOf(certify),
    stepOf(fc.oneof(time, always({ is: 'operator', does: 'retry what failed', process: 0 }))),
  ),
  // The same request comes again under its key, at any moment.
  fc.tuple(
    stepOf(always({ is: 'pay', quote: 0, process: 0, times: 1, key: 1 })),
    stepOf(fc.oneof(confirm, time, disaster)),
    stepOf(always({ is: 'pay', quote: 0, process: 1, times: 2, key: 1 })),
    stepOf(fc.oneof(work, time)),
    stepOf(always({ is: 'pay', quote: 0, process: 0, times: 1, key: 1 })),
  ),
  // A process dies before it has answered, and the request comes again when its payment has ended.
  fc.tuple(
    stepOf(always({ is: 'pay', quote: 0, process: 0, times: 1, key: 2 }), MANY),
    stepOf(always({ is: 'death', process: 0 })),
    stepOf(leasesEnd),
    stepOf(fc.oneof(confirm, minutes(30))),
    stepOf(work),
    stepOf(fc.oneof(word, minutes(2))),
    stepOf(work),
    stepOf(always({ is: 'pay', quote: 0, process: 1, times: 1, key: 2 })),
  ),
  // A provider is silent for days.
  fc.tuple(
    stepOf(pay),
    stepOf(always({ is: 'provider', provider: 0, turns: 'silent' })),
    stepOf(minutes(31)),
    stepOf(work),
    stepOf(minutes(25 * 60)),
    stepOf(work),
    stepOf(minutes(25 * 60)),
    stepOf(work),
    stepOf(time),
  ),
  // Payments are opened with another provider while those of the first are still to be settled.
  fc.tuple(stepOf(pay), stepOf(always({ is: 'switch' })), stepOf(pay), stepOf(confirm), stepOf(word), stepOf(work)),
  // A provider falls silent among payments that wait.
  fc.tuple(
    stepOf(always({ is: 'pay all', process: 0 })),
    stepOf(minutes(2)),
    stepOf(always({ is: 'provider', provider: 0, turns: 'silent' })),
    stepOf(work, MANY),
    stepOf(always({ is: 'all payers confirm' })),
    stepOf(always({ is: 'provider', provider: 0, turns: 'speaking' })),
    stepOf(word),
    stepOf(work),
  ),
);
