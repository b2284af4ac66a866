import {
  scheduleQuery,
  isOpened,
  keepLateSession,
  unconfirmedNotification,
  nextReconciliationOf,
  stopQuerying,
  type Payment,
} from '../../domain/payment/payment.ts';
import { reconcileUntil } from '../../domain/payment/schedule.ts';
import { chooseSession, sessionsIn } from '../../domain/payment/session.ts';
import { hasPage, unsearchableMinutes } from '../../ports/mobile-money.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import { lastErrorOf, unknown } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import { searchForAWhile, type PaymentDependencies } from './ask-provider.ts';
import { checkPayment, type CheckingDependencies } from './check-payment.ts';
import { endOpening, recordDuplicates } from './record-opening.ts';

/**
 * Reconciles a payment with its provider. Finishes an opening that no call has finished, checks a known session, or
 * searches for a session that may exist.
 */
export const reconcilePayment =
  (dependencies: PaymentDependencies & CheckingDependencies & Pick<Dependencies, 'dueWork'>) =>
  async (claim: Claim): Promise<void> => {
    const { unitOfWork } = dependencies;
    const found = await unitOfWork.run(async ({ payments }) => Ok(await payments.find(claim.companyId, claim.id)));
    const payment = found.unwrap();
    if (!payment || payment.status === 'succeeded') return;
    if (payment.status === 'opening')
      await endOpening(dependencies)(payment, await searchForAWhile(dependencies, payment), claim);
    else if (isOpened(payment)) await checkPayment(dependencies)(payment, claim);
    else await findSession(dependencies)(payment, claim);
  };

/**
 * Searches again for the session of a payment that failed without a session, since the opening may have reached the
 * provider. Once found, the session is checked by its own id.
 */
const findSession =
  ({ unitOfWork, providers, clock, ids, dueWork, trigger }: PaymentDependencies & Pick<Dependencies, 'dueWork'>) =>
  async (failed: Payment, claim: Claim): Promise<void> => {
    // The result of a search that finds nothing is valid as of the time when the search began.
    const asked = clock.now();
    const provider = providers.named(failed.provider);
    // If the provider has no search, only a payment with a notification gets here. The payment stays due, so that
    // operators keep seeing it.
    const canSearch = unsearchableMinutes(provider) === undefined;
    const said = canSearch ? await provider.search(failed.id) : unknown({ code: 'no_session_search' });
    const found = said.outcome === 'done' ? chooseSession(said.value, hasPage(provider)) : undefined;

    await unitOfWork.run<void, never>(async (tx) => {
      await tx.quotes.lock(failed.companyId, failed.quoteId);
      const payment = (await tx.payments.find(failed.companyId, failed.id)) ?? failed;
      const now = clock.now();
      if (found) {
        const next = payment.session ? payment : keepLateSession(payment, found.own, now);
        await tx.payments.save(next, { at: now, why: { code: 'session_found' } });
        await recordDuplicates(tx, ids, next, sessionsIn(found), now);
      } else if (!payment.session && (await tx.leases.holds(claim))) {
        // A notification that arrived after the query may be about a session that the search could not find yet.
        const isOvertaken = payment.notifications !== failed.notifications;
        const isOver =
          !isOvertaken &&
          said.outcome === 'done' &&
          asked >= reconcileUntil(payment) &&
          !unconfirmedNotification(payment, asked);
        const next = isOvertaken ? asked : nextReconciliationOf(payment, asked, now);
        const again = scheduleQuery(payment, next, lastErrorOf(said));
        await tx.payments.save(isOver ? stopQuerying(payment) : again, { at: now, why: { code: 'no_session_found' } });
      }
      return Ok(undefined);
    });
    if (!found) return;
    // The payment is due at once, but cannot be claimed while this claim holds its lease.
    await dueWork.release(claim);
    trigger.fire('payments');
  };
