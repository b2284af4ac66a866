import type { Instant } from '../kernel/calendar.ts';
import type { Claim } from '../kernel/due.ts';
import type { Outcome } from '../kernel/outcome.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { FoundSessions } from './choose-session.ts';
import type { FailureReason } from './failure-reason.ts';
import type { Session } from './mobile-money.ts';
import { asOpened, failPayment, openPayment, watchSession, type Payment } from './payment.ts';
import { refundOf } from './refund.ts';

export interface RecordingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The provider could not open the payment; the attempt is recorded as failed. */
export interface PaymentProviderUnavailable {
  readonly code: 'payment_provider_unavailable';
}

type Opening = Outcome<FoundSessions, FailureReason>;

/**
 * Commits what became of an opening, and answers the payment as it was opened. Somebody else may have found out
 * first: attaching a session never moves a payment that has already ended.
 */
export const recordOpening =
  ({ unitOfWork, clock, ids }: RecordingNeeds) =>
  async (intended: Payment, opening: Opening, claim: Claim): Promise<Result<Payment, PaymentProviderUnavailable>> => {
    const recorded = await unitOfWork.run<Payment, never>(async ({ quotes, payments, refunds, leases }) => {
      await quotes.lock(intended.companyId, intended.quoteId);
      const payment = (await payments.find(intended.companyId, intended.id)) ?? intended;
      const now = clock.now();
      const next = afterOpening(payment, opening, now);
      const isFact = next.session !== payment.session;
      if (!isFact && !(await leases.holds(claim))) return Ok(payment);
      if (next !== payment) await payments.save(next, { at: now, why: whyOf(opening), evidence: opening.evidence });
      for (const stray of paidStrays(opening))
        await refunds.add(refundOf(ids.next(), next, stray, now), { at: now, why: 'paid into a session too many' });
      return Ok(next);
    });
    return recorded.andThen((payment) =>
      payment.session && wasOpened(payment) ? Ok(asOpened(payment)) : Err({ code: 'payment_provider_unavailable' }),
    );
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

/** Money that came into another session than the payment's own. */
const paidStrays = (opening: Opening): readonly Session[] =>
  opening.outcome === 'done' ? opening.value.strays.filter(({ state }) => state === 'paid') : [];

/** A payment that failed before it had a session was never shown to anybody, even if a session turned up later. */
const wasOpened = ({ failureReason }: Payment): boolean => failureReason !== 'provider_unavailable';

const whyOf = (opening: Opening): string => {
  switch (opening.outcome) {
    case 'done':
      return opening.value.own ? 'the provider opened a session' : 'the provider has no session';
    case 'refused':
      return `the provider refused: ${opening.reason}`;
    case 'not_yet':
      return 'the provider has no session yet';
    case 'unknown':
      return opening.why;
  }
};
