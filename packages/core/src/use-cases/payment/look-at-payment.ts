import { isOpened } from '../../domain/payment/payment.ts';
import type { Claim } from '../../ports/due-work.ts';
import { Ok } from '../../shared/result.ts';
import { searchForAWhile, type AskingNeeds } from './ask-provider.ts';
import { checkPayment, type CheckingNeeds } from './check-payment.ts';
import { lookForSession } from './look-for-session.ts';
import { recordOpening, type RecordingNeeds } from './record-opening.ts';
import { watchPayment } from './watch-payment.ts';

/** What looking at a payment needs, whatever its status. */
export type LookingNeeds = CheckingNeeds & AskingNeeds & RecordingNeeds;

/** Does what is due about a payment: finishes an opening its process died in, checks a pending one, watches a failed one. */
export const lookAtPayment =
  (needs: LookingNeeds) =>
  async (claim: Claim): Promise<void> => {
    const found = await needs.unitOfWork.run(async ({ payments }) =>
      Ok(await payments.find(claim.companyId, claim.id)),
    );
    const payment = found.unwrap();
    switch (payment?.status) {
      case 'opening':
        await recordOpening(needs)(payment, await searchForAWhile(needs, payment), claim);
        // What has happened to it meanwhile is urgent, and waits in another queue.
        needs.bell.ring('payments');
        return;
      case 'pending':
        if (!isOpened(payment)) throw new Error('a pending payment has no session');
        return checkPayment(needs)(payment, claim);
      case 'failed':
        return isOpened(payment) ? watchPayment(needs)(payment, claim) : lookForSession(needs)(payment, claim);
      case 'succeeded':
      case undefined:
        return;
    }
  };
