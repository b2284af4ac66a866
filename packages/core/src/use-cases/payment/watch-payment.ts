import { askAgain, sessionSeen, stopAsking, type OpenedPayment, type Payment } from '../../domain/payment/payment.ts';
import { refundOf } from '../../domain/payment/refund.ts';
import { nextLook, unpaidFrom, watchEnd } from '../../domain/payment/schedule.ts';
import type { Session } from '../../domain/payment/session.ts';
import type { Bell } from '../../ports/bell.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Providers } from '../../ports/mobile-money.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { troubleOf, type Outcome } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import { closeSession } from './ask-provider.ts';

/** What watching a failed payment for late money needs. */
export interface WatchingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly providers: Providers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bell: Bell;
}

/**
 * Looks again at a payment that has failed: its session is made unpayable if it still is not, and money that arrived
 * all the same goes back. It never opens a contract. Silence never ends the watch.
 */
export const watchPayment =
  ({ unitOfWork, providers, clock, ids, bell }: WatchingNeeds) =>
  async (failed: OpenedPayment, claim: Claim): Promise<void> => {
    const asked = clock.now();
    const said = await closeSession(providers.named(failed.provider), failed.session.id);
    const paid = said.outcome === 'done' && said.value.state === 'paid' ? said.value : undefined;

    await unitOfWork.run<void, never>(async ({ quotes, payments, refunds, leases }) => {
      await quotes.lock(failed.companyId, failed.quoteId);
      const payment = await payments.find(failed.companyId, failed.id);
      if (payment?.status !== 'failed') return Ok(undefined);
      const now = clock.now();
      const note = { at: now, why: 'paid after it had failed', evidence: said.evidence };
      if (paid) await refunds.add(refundOf(ids.next(), payment, paid, now), note);
      else if (!(await leases.holds(claim))) return Ok(undefined);
      await payments.save(afterLook(payment, said, asked, now), { at: now, why: 'watched' });
      return Ok(undefined);
    });
    if (paid) bell.ring('payments');
  };

const afterLook = (payment: Payment, said: Outcome<Session>, asked: Instant, now: Instant): Payment => {
  const seen = said.outcome === 'done' ? sessionSeen(payment, said.value, asked, now) : payment;
  return said.outcome === 'done' && isOver(seen, said.value, asked)
    ? stopAsking(seen)
    : askAgain(seen, nextLook(payment.completed ?? payment.created, now), troubleOf(said));
};

/** What was paid is being refunded, or nothing can be paid any more: by the provider's word, given late enough. */
const isOver = (payment: Payment, { state }: Session, asked: Instant): boolean => {
  switch (state) {
    case 'paid':
      return true;
    case 'expired': {
      const from = unpaidFrom(payment);
      return from !== undefined && asked >= from;
    }
    case 'open':
    case 'expired_unsettled':
    case 'cancelled':
      // Not every provider tells of a debit, and of a cancelled try whether there can be another.
      return asked >= watchEnd(payment);
    case 'processing':
    case 'expired_processing':
      // A debit ends one way or the other, however late.
      return false;
  }
};
