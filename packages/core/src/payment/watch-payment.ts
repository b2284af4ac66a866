import type { Bell } from '../kernel/bell.ts';
import type { Instant } from '../kernel/calendar.ts';
import type { Claim } from '../kernel/due.ts';
import type { Outcome } from '../kernel/outcome.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Ok } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { askProvider } from './ask-provider.ts';
import type { FoundSessions } from './choose-session.ts';
import type { Providers, Session } from './mobile-money.ts';
import { askAgain, stopAsking, watchSession, type Payment } from './payment.ts';
import { refundOf } from './refund.ts';
import { nextLook, watchEnd } from './schedule.ts';

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
  async (failed: Payment, claim: Claim): Promise<void> => {
    const provider = providers.named(failed.provider);
    const found = failed.session ? undefined : await askProvider(provider, failed);
    const sessionId = failed.session?.id ?? (found?.outcome === 'done' ? found.value.own?.id : undefined);
    if (sessionId !== undefined) await provider.expire(sessionId);
    const said = sessionId === undefined && found ? found : await askProvider(provider, failed);

    const paid = said.outcome === 'done' ? sessionsOf(said.value).filter(({ state }) => state === 'paid') : [];
    await unitOfWork.run<void, never>(async (tx) => {
      await tx.quotes.lock(failed.companyId, failed.quoteId);
      const payment = await tx.payments.find(failed.companyId, failed.id);
      if (payment?.status !== 'failed') return Ok(undefined);
      const now = clock.now();
      for (const session of paid)
        await tx.refunds.add(refundOf(ids.next(), payment, session, now), {
          at: now,
          why: 'paid after it had failed',
          evidence: said.evidence,
        });
      if (paid.length === 0 && !(await tx.leases.holds(claim))) return Ok(undefined);
      const own = said.outcome === 'done' ? said.value.own : undefined;
      const known = own && !payment.session ? watchSession(payment, own, now) : payment;
      const next = isOver(known, said, now)
        ? stopAsking(known)
        : askAgain(known, nextLook(known.completed ?? known.created, now));
      await tx.payments.save(next, { at: now, why: 'watched' });
      return Ok(undefined);
    });
    if (paid.length > 0) bell.ring('payments');
  };

const sessionsOf = ({ own, strays }: FoundSessions): readonly Session[] => (own ? [own, ...strays] : strays);

/** Nobody can pay any of its sessions any more, or what was paid is being refunded. */
const isOver = (payment: Payment, said: Outcome<FoundSessions>, now: Instant): boolean => {
  if (said.outcome !== 'done') return false;
  const sessions = sessionsOf(said.value);
  // Money that is on its way will arrive, however late it is.
  if (sessions.some(({ state }) => state === 'processing')) return false;
  const ended = sessions.length > 0 && sessions.every(({ state }) => state !== 'open');
  return ended || now >= watchEnd(payment);
};
