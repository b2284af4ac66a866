import {
  asOpened,
  duplicateAttempt,
  failPayment,
  isLost,
  openPayment,
  keepLateSession,
  scheduleQuery,
  type Payment,
} from '../../domain/payment/payment.ts';
import type { Reason } from '../../domain/reason.ts';
import { sessionsIn, type Session } from '../../domain/payment/session.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { isDue } from '../../shared/due.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { searchForAWhile, type Opening, type PaymentDependencies } from './ask-provider.ts';
import { livePaymentError, OPENING_LEASE, type IntentRefused } from './make-intent.ts';

/**
 * This attempt to pay is over, because no session was opened, or none was found in time. If the provider did not answer
 * and has no search, the quote can be paid again only once a lost session can no longer be paid.
 */
export interface PaymentProviderUnavailable {
  readonly code: 'payment_provider_unavailable';
}

/**
 * The payment is still being opened. The call that holds the lease or, if that call has died, another process ends the
 * opening.
 */
export interface StillOpening {
  readonly code: 'still_opening';
}

/**
 * Commits the result of an opening and returns the payment. Without the lease, only a session is recorded. If another
 * process has already ended the opening, the status does not change, even if this call attaches a session.
 */
export const recordOpening =
  ({ unitOfWork, clock, ids }: Pick<Dependencies, 'unitOfWork' | 'clock' | 'ids'>) =>
  async (intended: Payment, opening: Opening, claim: Claim): Promise<Payment> => {
    const recorded = await unitOfWork.run<Payment, never>(async (tx) => {
      await tx.quotes.lock(intended.companyId, intended.quoteId);
      const payment = (await tx.payments.find(intended.companyId, intended.id)) ?? intended;
      const now = clock.now();
      const next = afterOpening(payment, opening, now);
      const isFact = next.session !== payment.session;
      if (!isFact && next !== payment && !(await tx.leases.holds(claim))) return Ok(payment);
      if (next !== payment) await tx.payments.save(next, { at: now, why: whyOf(opening), evidence: opening.evidence });
      if (opening.outcome === 'done') await recordDuplicates(tx, ids, next, sessionsIn(opening.value), now);
      return Ok(next);
    });
    return recorded.unwrap();
  };

/** Records the result of an opening under its claim, releases the claim, and returns the response to the caller. */
export const endOpening =
  (dependencies: Pick<Dependencies, 'unitOfWork' | 'clock' | 'ids' | 'dueWork' | 'trigger'>) =>
  async (
    intended: Payment,
    opening: Opening,
    claim: Claim,
  ): Promise<Result<Payment, PaymentProviderUnavailable | StillOpening>> => {
    const { clock, dueWork, trigger } = dependencies;
    const payment = await recordOpening(dependencies)(intended, opening, claim);
    await dueWork.release(claim);
    if (leavesWork(payment, opening, clock.now())) trigger.fire('payments');
    return answerOfOpening(dependencies)(payment);
  };

/**
 * Whether an opening leaves work that is due at once. For example, a duplicate session must be made unpayable, or a
 * notification arrived during the lease.
 */
const leavesWork = (payment: Payment, opening: Opening, now: Instant): boolean =>
  isDue(payment.due, now) || (opening.outcome === 'done' && besideOwn(payment, sessionsIn(opening.value)).length > 0);

/**
 * The response to the call that requested the payment, and to every repetition of that call. If the payment has failed,
 * its history shows whether it was ever pending, because a session may have been found since.
 */
export const answerOfOpening =
  ({ unitOfWork, clock }: Pick<Dependencies, 'unitOfWork' | 'clock'>) =>
  async (payment: Payment): Promise<Result<Payment, PaymentProviderUnavailable | StillOpening>> => {
    const { companyId, id, status } = payment;
    if (status === 'opening')
      return Err({ code: isLost(payment, clock.now()) ? 'payment_provider_unavailable' : 'still_opening' });
    if (status !== 'failed') return Ok(asOpened(payment));
    const read = await unitOfWork.run(async ({ history }) => Ok(await history.of(companyId, [id])));
    return read.unwrap().some(({ to }) => to === 'pending')
      ? Ok(asOpened(payment))
      : Err({ code: 'payment_provider_unavailable' });
  };

/**
 * Records each duplicate session under a payment's reference once, as a separate failed payment. Reconciling that
 * failed payment makes the session unpayable, if possible, and refunds money paid into the session. The session that is
 * attached to the payment, perhaps by another process, is no duplicate.
 */
export const recordDuplicates = async (
  { payments }: Transaction,
  ids: Ids,
  payment: Payment,
  sessions: readonly Session[],
  now: Instant,
): Promise<void> => {
  for (const session of besideOwn(payment, sessions))
    if (!(await payments.hasDuplicate(payment, session.id)))
      await payments.add(duplicateAttempt(ids.next(), payment, session, now), {
        at: now,
        why: { code: 'second_session' },
      });
};

const besideOwn = ({ session }: Payment, sessions: readonly Session[]): readonly Session[] =>
  sessions.filter(({ id }) => id !== session?.id);

const afterOpening = (payment: Payment, opening: Opening, now: Instant): Payment => {
  const session = opening.outcome === 'done' ? opening.value.own : undefined;
  if (session && payment.status === 'opening') return openPayment(payment, session, now).unwrap();
  if (session && payment.session === null) return keepLateSession(payment, session, now);
  if (payment.status !== 'opening') return payment;
  // A notification suggests that there is a session, even if the provider refused the opening.
  const isRefused = opening.outcome === 'refused' && payment.notified === null;
  const reason = isRefused ? opening.reason : 'provider_unavailable';
  const { payableUntil } = opening;
  if (opening.outcome === 'unknown' && payableUntil !== undefined && now < payableUntil)
    return scheduleQuery(payment, payableUntil, { code: 'no_session_search' });
  // If the provider has no search, the payment is reconciled only after a notification. The notification may be about
  // money that only an operator can find.
  const reconcile = !isRefused && (payableUntil === undefined || payment.notified !== null);
  return failPayment(payment, reason, now, { reconcile }).unwrap();
};

const whyOf = (opening: Opening): Reason => {
  switch (opening.outcome) {
    case 'done':
      return { code: 'session_opened' };
    case 'refused':
      return { code: 'opening_refused', reason: opening.reason };
    case 'unknown':
      return opening.why;
  }
};

/** Milliseconds of real time between two checks of another call's opening. */
const CHECK_EVERY = 200;

/**
 * Waits for a payment that another call is opening, and returns the error for the call that waits. Ok if that call must
 * try again: the other call died without a session, or the payment was opened and has already failed.
 */
export const awaitOpening =
  (dependencies: PaymentDependencies & Pick<Dependencies, 'dueWork'>) =>
  async (opening: Payment): Promise<Result<void, IntentRefused | PaymentProviderUnavailable>> => {
    const { unitOfWork, clock, timer } = dependencies;
    const { companyId, quoteId, id } = opening;
    for (;;) {
      const looked = await unitOfWork.run(async ({ quotes, payments, leases }) => {
        await quotes.lock(companyId, quoteId);
        const payment = (await payments.find(companyId, id)) ?? opening;
        // The lease can be taken only if the other call counts as dead.
        const claim =
          payment.status === 'opening' && !isLost(payment, clock.now())
            ? await leases.take({ kind: 'payments', companyId, id }, OPENING_LEASE)
            : undefined;
        return Ok({ payment, claim });
      });
      const { payment, claim } = looked.unwrap();
      if (claim) {
        const found = await searchForAWhile(dependencies, payment);
        const resolved = await endOpening(dependencies)(payment, found, claim);
        return resolved.isOk() ? Err(livePaymentError(resolved.value)) : Ok(undefined);
      }
      if (payment.status === 'failed' || isLost(payment, clock.now())) {
        const opened = await answerOfOpening(dependencies)(payment);
        return opened.isOk() ? Ok(undefined) : Err({ code: 'payment_provider_unavailable' });
      }
      if (payment.status !== 'opening') return Err(livePaymentError(payment));
      await timer.pause(CHECK_EVERY);
    }
  };
