import type { Bell } from '../kernel/bell.ts';
import type { Instant } from '../kernel/calendar.ts';
import type { Claim } from '../kernel/due.ts';
import { troubleOf, type Outcome } from '../kernel/outcome.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Ok } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { closeSession } from './ask-provider.ts';
import type { Providers, Session } from './mobile-money.ts';
import { askAgain, sessionSeen, stopAsking, type OpenedPayment, type Payment } from './payment.ts';
import { refundOf } from './refund.ts';
import { nextLook, unpaidFrom, watchEnd } from './schedule.ts';

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
