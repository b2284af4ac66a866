import type { OpenedPayment } from '../../domain/payment/payment.ts';
import { judge, reasonToClose, type Verdict } from '../../domain/payment/verdict.ts';
import type { Bell } from '../../ports/bell.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Providers } from '../../ports/mobile-money.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { Ok } from '../../shared/result.ts';
import type { ContractOpening } from '../contract/open-contract.ts';
import { closeSession } from './ask-provider.ts';
import { settlePayment } from './settle-payment.ts';

/** What checking a pending payment needs, and opening the contract it may have bought. */
export interface CheckingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly providers: Providers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bell: Bell;
  readonly contractOpening: ContractOpening;
}

/**
 * Asks the provider about a pending payment and settles it by the answer. Where the payer's try failed or the time is
 * over, the session is made unpayable before the payment is closed.
 */
export const checkPayment =
  ({ unitOfWork, providers, clock, ids, bell, contractOpening }: CheckingNeeds) =>
  async (pending: OpenedPayment, claim: Claim): Promise<void> => {
    const provider = providers.named(pending.provider);
    const asked = clock.now();
    const first = await provider.read(pending.session.id);
    const closing = reasonToClose(pending, first, asked);
    // Where nothing makes a session unpayable, nothing has changed since the first answer.
    const said = closing && provider.capabilities.expire ? await closeSession(provider, pending.session.id) : first;

    const settled = await unitOfWork.run<Verdict | null, never>(async (tx) => {
      await tx.quotes.lock(pending.companyId, pending.quoteId);
      const payment = await tx.payments.find(pending.companyId, pending.id);
      if (payment?.status !== 'pending') return Ok(null);
      const now = clock.now();
      const verdict = judge(payment, { asked, closing, said }, now);
      if (!isFact(verdict) && !(await tx.leases.holds(claim))) return Ok(null);
      await settlePayment(tx, { ids, contractOpening }, { payment, verdict, inquiry: { asked, said }, now });
      return Ok(verdict);
    });
    const verdict = settled.unwrap();
    if (verdict?.is === 'succeeded') bell.ring('certificates');
    // Money to give back waits in a queue of its own.
    if (verdict?.is === 'failed' && verdict.refund) bell.ring('payments');
  };

/** Money that arrived is a fact, whoever brings it; a refusal or another appointment counts from the lease's holder only. */
const isFact = (verdict: Verdict): boolean =>
  verdict.is === 'succeeded' || (verdict.is === 'failed' && verdict.refund !== null);
