import type { Bell } from '../kernel/bell.ts';
import type { Claim } from '../kernel/due.ts';
import { troubleOf } from '../kernel/outcome.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Ok } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { chooseSession } from './choose-session.ts';
import type { Providers } from './mobile-money.ts';
import { askAgain, stopAsking, watchSession, type Payment } from './payment.ts';
import { nextLook, watchEnd } from './schedule.ts';
import { watchStrays } from './watch-strays.ts';

/** What the search for a session needs whose opening was not answered. */
export interface SessionSearchNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly providers: Providers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bell: Bell;
}

/**
 * Looks once more for the session of a payment that failed without one: its opening may have arrived all the same. A
 * session found is watched from now on, by its own id.
 */
export const lookForSession =
  ({ unitOfWork, providers, clock, ids, bell }: SessionSearchNeeds) =>
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
