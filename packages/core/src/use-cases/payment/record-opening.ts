import type { FailureReason } from '../../domain/payment/failure-reason.ts';
import { asOpened, failPayment, openPayment, watchSession, type Payment } from '../../domain/payment/payment.ts';
import type { FoundSessions } from '../../domain/payment/session.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Ids } from '../../ports/ids.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import type { Outcome } from '../../shared/outcome.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { watchStrays } from './watch-strays.ts';

/** What recording an opening's end needs. */
export interface RecordingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The provider has opened nothing, so far as it has told; this attempt is over. */
export interface PaymentProviderUnavailable {
  readonly code: 'payment_provider_unavailable';
}

/** Whoever answers too late leaves the opening to the one who holds it now. */
export interface StillOpening {
  readonly code: 'still_opening';
}

type Opening = Outcome<FoundSessions, FailureReason>;

/**
 * Commits what became of an opening, and answers the payment as it was opened. Somebody else may have found out
 * first: attaching a session never moves a payment that has already ended.
 */
export const recordOpening =
  ({ unitOfWork, clock, ids }: RecordingNeeds) =>
  async (
    intended: Payment,
    opening: Opening,
    claim: Claim,
  ): Promise<Result<Payment, PaymentProviderUnavailable | StillOpening>> => {
    const recorded = await unitOfWork.run<Payment, never>(async (tx) => {
      await tx.quotes.lock(intended.companyId, intended.quoteId);
      const payment = (await tx.payments.find(intended.companyId, intended.id)) ?? intended;
      const now = clock.now();
      const next = afterOpening(payment, opening, now);
      const isFact = next.session !== payment.session;
      if (!isFact && !(await tx.leases.holds(claim))) return Ok(payment);
      if (next === payment) return Ok(payment);
      await tx.payments.save(next, { at: now, why: whyOf(opening), evidence: opening.evidence });
      if (opening.outcome === 'done') await watchStrays(tx, ids, next, opening.value.strays, now);
      return Ok(next);
    });
    return answerOfOpening(recorded.unwrap());
  };

/** What the call that asked for the payment is answered, then and whenever the same request comes again. */
export const answerOfOpening = (payment: Payment): Result<Payment, PaymentProviderUnavailable | StillOpening> => {
  if (payment.status === 'opening') return Err({ code: 'still_opening' });
  return payment.session && wasOpened(payment) ? Ok(asOpened(payment)) : Err({ code: 'payment_provider_unavailable' });
};

const afterOpening = (payment: Payment, opening: Opening, now: Instant): Payment => {
  const session = opening.outcome === 'done' ? opening.value.own : undefined;
  if (session && payment.status === 'opening') return openPayment(payment, session, now).unwrap();
  if (session && payment.session === null) return watchSession(payment, session, now);
  if (payment.status !== 'opening') return payment;
  return opening.outcome === 'refused'
    ? failPayment(payment, opening.reason, now, { watch: false }).unwrap()
    : failPayment(payment, 'provider_unavailable', now, { watch: true }).unwrap();
};

/**
 * A payment that failed before it had a session was never shown to anybody, even if a session turned up later. One that
 * was pending until the provider had been silent for too long was.
 */
const wasOpened = ({ failureReason, silentSince }: Payment): boolean =>
  failureReason !== 'provider_unavailable' || silentSince !== null;

const whyOf = (opening: Opening): string => {
  switch (opening.outcome) {
    case 'done':
      return 'the provider has a session';
    case 'refused':
      return `the provider refused: ${opening.reason}`;
    case 'not_yet':
      return 'the provider has no session yet';
    case 'unknown':
      return opening.why;
  }
};
