import type { Payment } from '../../domain/payment/payment.ts';
import type { Bell } from '../../ports/bell.ts';
import type { DueWork } from '../../ports/due-work.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { searchForAWhile, type AskingNeeds } from './ask-provider.ts';
import { alreadyLive, OPENING_LEASE, type IntentRefused } from './make-intent.ts';
import { recordOpening, type PaymentProviderUnavailable, type RecordingNeeds } from './record-opening.ts';

/** What waiting for another call's opening needs, and finishing it should that call have died. */
export type AwaitingNeeds = AskingNeeds & RecordingNeeds & { readonly dueWork: DueWork; readonly bell: Bell };

const LOOK_EVERY = 200;

/**
 * Waits for a payment that another call is opening, and answers what that call's end means for this one. Ok: the
 * other call died without a session, and the attempt is closed; the quote is free.
 */
export const awaitOpening =
  (needs: AwaitingNeeds) =>
  async (opening: Payment): Promise<Result<void, IntentRefused | PaymentProviderUnavailable>> => {
    const { unitOfWork, dueWork, patience, bell } = needs;
    const { companyId, quoteId, id } = opening;
    for (;;) {
      const { payment, claim } = (
        await unitOfWork.run(async ({ quotes, payments, leases }) => {
          await quotes.lock(companyId, quoteId);
          const payment = (await payments.find(companyId, id)) ?? opening;
          const isDead =
            payment.status === 'opening'
              ? await leases.take({ kind: 'payments', companyId, id }, OPENING_LEASE)
              : undefined;
          return Ok({ payment, claim: isDead });
        })
      ).unwrap();

      if (claim) {
        const resolved = await recordOpening(needs)(payment, await searchForAWhile(needs, payment), claim);
        await dueWork.release(claim);
        bell.ring('payments');
        return resolved.isOk() ? Err(alreadyLive(resolved.value)) : Ok(undefined);
      }
      if (payment.status === 'failed') return Err({ code: 'payment_provider_unavailable' });
      if (payment.status !== 'opening') return Err(alreadyLive(payment));
      await patience.pause(LOOK_EVERY);
    }
  };
