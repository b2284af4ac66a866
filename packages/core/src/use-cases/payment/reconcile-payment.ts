import { askAgain, isOpened, stopAsking, reconcileSession, type Payment } from '../../domain/payment/payment.ts';
import { nextReconciliation, reconcileUntil } from '../../domain/payment/schedule.ts';
import { chooseSession } from '../../domain/payment/session.ts';
import type { Claim } from '../../ports/due-work.ts';
import { lastErrorOf } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import { searchForAWhile, type PaymentDependencies } from './ask-provider.ts';
import { checkPayment, type CheckingDependencies } from './check-payment.ts';
import { leavesWork, recordOpening, reconcileDuplicates } from './record-opening.ts';

/**
 * Brings a payment in line with what its provider says: finishes an opening whose process died, checks a session that
 * is known, and looks for one that may have arrived late.
 */
export const reconcilePayment =
  (dependencies: PaymentDependencies & CheckingDependencies) =>
  async (claim: Claim): Promise<void> => {
    const { unitOfWork, clock, trigger } = dependencies;
    const found = await unitOfWork.run(async ({ payments }) => Ok(await payments.find(claim.companyId, claim.id)));
    const payment = found.unwrap();
    if (!payment || payment.status === 'succeeded') return;
    if (payment.status === 'opening') {
      const opening = await searchForAWhile(dependencies, payment);
      const opened = await recordOpening(dependencies)(payment, opening, claim);
      // It is urgent, and waits in another queue.
      if (leavesWork(opened, opening, clock.now())) trigger.fire('payments');
    } else if (isOpened(payment)) await checkPayment(dependencies)(payment, claim);
    else await findSession(dependencies)(payment, claim);
  };

/**
 * Searches once more for the session of a payment that failed without one: its opening may have arrived all the same. A
 * session found is checked from now on, by its own id.
 */
const findSession =
  ({ unitOfWork, providers, clock, ids, trigger }: PaymentDependencies) =>
  async (failed: Payment, claim: Claim): Promise<void> => {
    const said = await providers.named(failed.provider).search(failed.id);
    const found = said.outcome === 'done' ? chooseSession(said.value) : undefined;

    await unitOfWork.run<void, never>(async (tx) => {
      await tx.quotes.lock(failed.companyId, failed.quoteId);
      const payment = (await tx.payments.find(failed.companyId, failed.id)) ?? failed;
      if (payment.session) return Ok(undefined);
      const now = clock.now();
      if (found) {
        await tx.payments.save(reconcileSession(payment, found.own, now), { at: now, why: 'a session was found' });
        await reconcileDuplicates(tx, ids, payment, found.duplicates, now);
      } else if (await tx.leases.holds(claim)) {
        const isOver = said.outcome === 'done' && now >= reconcileUntil(payment);
        const again = askAgain(
          payment,
          nextReconciliation(payment.completed ?? payment.created, now),
          lastErrorOf(said),
        );
        await tx.payments.save(isOver ? stopAsking(payment) : again, { at: now, why: 'no session found' });
      }
      return Ok(undefined);
    });
    if (found) trigger.fire('payments');
  };
