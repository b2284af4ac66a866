import type { Bell } from '../kernel/bell.ts';
import type { Instant } from '../kernel/calendar.ts';
import type { Claim } from '../kernel/due.ts';
import { troubleOf, type Outcome } from '../kernel/outcome.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Ok } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { closeSession } from './ask-provider.ts';
import type { Providers, Session } from './mobile-money.ts';
import { askAgain, stopAsking, type OpenedPayment, type Payment } from './payment.ts';
import { refundOf } from './refund.ts';
import { nextLook, watchEnd } from './schedule.ts';

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
      await payments.save(afterLook(payment, said, now), { at: now, why: 'watched' });
      return Ok(undefined);
    });
    if (paid) bell.ring('payments');
  };

const afterLook = (payment: Payment, said: Outcome<Session>, now: Instant): Payment =>
  isOver(payment, said, now)
    ? stopAsking(payment)
    : askAgain(payment, nextLook(payment.completed ?? payment.created, now), troubleOf(said));

/** Nobody can pay its session any more, or what was paid is being refunded. */
const isOver = (payment: Payment, said: Outcome<Session>, now: Instant): boolean => {
  if (said.outcome !== 'done') return false;
  switch (said.value.state) {
    case 'paid':
    case 'expired':
      return true;
    case 'open':
    case 'cancelled':
      // Somebody has cancelled a try; not every provider says whether there can be another.
      return now >= watchEnd(payment);
    case 'processing':
      // Money that is on its way will arrive, however late it is.
      return false;
  }
};
