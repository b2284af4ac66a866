import { askAgain, stopAsking, watchSession, type Payment } from '../../domain/payment/payment.ts';
import { nextLook, watchEnd } from '../../domain/payment/schedule.ts';
import { chooseSession } from '../../domain/payment/session.ts';
import type { Claim } from '../../ports/due-work.ts';
import { troubleOf } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import type { WatchingNeeds } from './watch-payment.ts';
import { watchStrays } from './watch-strays.ts';

/**
 * Looks once more for the session of a payment that failed without one: its opening may have arrived all the same. A
 * session found is watched from now on, by its own id.
 */
export const lookForSession =
  ({ unitOfWork, providers, clock, ids, bell }: WatchingNeeds) =>
  async (failed: Payment, claim: Claim): Promise<void> => {
    const said = await providers.named(failed.provider).search(failed.id);
    const found = said.outcome === 'done' ? chooseSession(said.value) : undefined;

    await unitOfWork.run<void, never>(async (tx) => {
      await tx.quotes.lock(failed.companyId, failed.quoteId);
      const payment = await tx.payments.find(failed.companyId, failed.id);
      if (payment?.status !== 'failed' || payment.session) return Ok(undefined);
      const now = clock.now();
      if (found) {
        await tx.payments.save(watchSession(payment, found.own, now), { at: now, why: 'a session was found' });
        await watchStrays(tx, ids, payment, found.strays, now);
      } else if (await tx.leases.holds(claim)) {
        const isOver = said.outcome === 'done' && now >= watchEnd(payment);
        const again = askAgain(payment, nextLook(payment.completed ?? payment.created, now), troubleOf(said));
        await tx.payments.save(isOver ? stopAsking(payment) : again, { at: now, why: 'no session found' });
      }
      return Ok(undefined);
    });
    if (found) bell.ring('payments');
  };
