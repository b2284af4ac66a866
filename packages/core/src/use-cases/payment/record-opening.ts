import {
  asOpened,
  duplicateAttempt,
  failPayment,
  openPayment,
  keepLateSession,
  type Payment,
} from '../../domain/payment/payment.ts';
import { sessionsIn, type Session } from '../../domain/payment/session.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { isDue } from '../../shared/due.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { searchForAWhile, type Opening, type PaymentDependencies } from './ask-provider.ts';
import { alreadyLive, OPENING_LEASE, type IntentRefused } from './make-intent.ts';

/** The provider has opened nothing, so far as it has told; this attempt is over. */
export interface PaymentProviderUnavailable {
  readonly code: 'payment_provider_unavailable';
}

/** An answer that comes after the lease has ended leaves the opening to the call that holds it now. */
export interface StillOpening {
  readonly code: 'still_opening';
}

/**
 * Commits what became of an opening, and gives the payment as it is then. Another process may have found out first:
 * attaching a session never moves a payment that has already ended.
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

/** Ends an opening that a call holds: records what became of it, gives the work back, and answers the call. */
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
    return answerOfOpening(payment);
  };

/**
 * Whether an opening leaves something to do at once: what has happened meanwhile, of which a notification may have told,
 * could not be checked while the lease was held, and a duplicate session is to be made unpayable.
 */
const leavesWork = (payment: Payment, opening: Opening, now: Instant): boolean =>
  isDue(payment.due, now) || (opening.outcome === 'done' && besideOwn(payment, sessionsIn(opening.value)).length > 0);

/** What the call that asked for the payment is answered, then and whenever the same request comes again. */
export const answerOfOpening = (payment: Payment): Result<Payment, PaymentProviderUnavailable | StillOpening> => {
  if (payment.status === 'opening') return Err({ code: 'still_opening' });
  return payment.session && wasOpened(payment) ? Ok(asOpened(payment)) : Err({ code: 'payment_provider_unavailable' });
};

/**
 * Records the duplicate sessions under a payment's reference, each once, as a failed attempt of its own: reconciling it
 * makes it unpayable, and gives back what was paid into it. Another process may have found other sessions before, and
 * made one of them the payment's own.
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
      await payments.add(duplicateAttempt(ids.next(), payment, session, now), { at: now, why: 'one session too many' });
};

/** The sessions that are not the payment's own. */
const besideOwn = ({ session }: Payment, sessions: readonly Session[]): readonly Session[] =>
  sessions.filter(({ id }) => id !== session?.id);

const afterOpening = (payment: Payment, opening: Opening, now: Instant): Payment => {
  const session = opening.outcome === 'done' ? opening.value.own : undefined;
  if (session && payment.status === 'opening') return openPayment(payment, session, now).unwrap();
  if (session && payment.session === null) return keepLateSession(payment, session, now);
  if (payment.status !== 'opening') return payment;
  // A notification proves that there is a session, whatever the provider has answered.
  const isRefused = opening.outcome === 'refused' && payment.notified === null;
  const reason = isRefused ? opening.reason : 'provider_unavailable';
  return failPayment(payment, reason, now, { reconcile: !isRefused }).unwrap();
};

/**
 * No caller was ever shown a payment that failed before it had a session, even if a session turned up later. One that
 * was pending until the provider had been silent for too long was shown.
 */
const wasOpened = ({ failureReason, silentSince }: Payment): boolean =>
  failureReason !== 'provider_unavailable' || silentSince !== null;

const whyOf = (opening: Opening): string => {
  switch (opening.outcome) {
    case 'done':
      return 'the provider has a session';
    case 'refused':
      return `the provider refused: ${opening.reason}`;
    case 'unknown':
      return opening.why;
  }
};

/** Milliseconds of real time between two checks of another call's opening. */
const CHECK_EVERY = 200;

/**
 * Waits for a payment that another call is opening, and answers what that call's end means for this one. Ok: the
 * quote is free again, since the other call died without a session or what it opened has failed already.
 */
export const awaitOpening =
  (dependencies: PaymentDependencies & Pick<Dependencies, 'dueWork'>) =>
  async (opening: Payment): Promise<Result<void, IntentRefused | PaymentProviderUnavailable>> => {
    const { unitOfWork, timer } = dependencies;
    const { companyId, quoteId, id } = opening;
    for (;;) {
      const looked = await unitOfWork.run(async ({ quotes, payments, leases }) => {
        await quotes.lock(companyId, quoteId);
        const payment = (await payments.find(companyId, id)) ?? opening;
        // The lease can be taken only once the other call is dead.
        const claim =
          payment.status === 'opening'
            ? await leases.take({ kind: 'payments', companyId, id }, OPENING_LEASE)
            : undefined;
        return Ok({ payment, claim });
      });
      const { payment, claim } = looked.unwrap();
      if (claim) {
        const found = await searchForAWhile(dependencies, payment);
        const resolved = await endOpening(dependencies)(payment, found, claim);
        return resolved.isOk() ? Err(alreadyLive(resolved.value)) : Ok(undefined);
      }
      if (payment.status === 'failed') {
        const opened = answerOfOpening(payment);
        return opened.isOk() ? Ok(undefined) : Err({ code: 'payment_provider_unavailable' });
      }
      if (payment.status !== 'opening') return Err(alreadyLive(payment));
      await timer.pause(CHECK_EVERY);
    }
  };
