import { decide, reasonToClose, type Inquiry } from '../../domain/payment/decision.ts';
import type { OpenedPayment } from '../../domain/payment/payment.ts';
import { acceptedUntil } from '../../domain/payment/schedule.ts';
import { refundOf } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { MobileMoney } from '../../ports/mobile-money.ts';
import { between, later, type Instant } from '../../shared/calendar.ts';
import { isDue } from '../../shared/due.ts';
import { throttlingIn } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import { openContract } from '../contract/open-contract.ts';
import { closeSession } from './ask-provider.ts';

export type CheckingDependencies = Pick<
  Dependencies,
  'unitOfWork' | 'providers' | 'clock' | 'ids' | 'trigger' | 'zone' | 'policyNumberFormat'
> & {
  /** Milliseconds for which this process has called the provider without a break. If absent, 0 is assumed. */
  readonly askedFor?: (provider: string) => number;
};

/**
 * Queries the provider about a payment that is pending, or that failed but may still be paid, and records the decision.
 * The contract is opened in the transaction that records the payment as succeeded, so neither exists without the other.
 * If money arrives but the payment does not succeed, the money is refunded.
 */
export const checkPayment =
  (dependencies: CheckingDependencies) =>
  async (before: OpenedPayment, claim: Claim): Promise<void> => {
    const { unitOfWork, providers, clock, ids, trigger } = dependencies;
    const asked = clock.now();
    const askedSince = later(asked, { milliseconds: -Math.floor(dependencies.askedFor?.(before.provider) ?? 0) });
    const inquiry = { ...(await inquire(providers.named(before.provider), before, asked)), askedSince };

    const decided = await unitOfWork.run(async (tx) => {
      await tx.quotes.lock(before.companyId, before.quoteId);
      const current = await tx.payments.find(before.companyId, before.id);
      if (current?.status !== before.status) return Ok(null);
      const now = clock.now();
      const isOvertaken = current.notifications !== before.notifications;
      const decision = decide(current, { ...inquiry, isOvertaken }, now);
      if (decision === null) return Ok(null);
      const { payment, refund, why } = decision;
      // Any worker may record money that arrived. Only the lease holder may record a failure without money, or a next
      // attempt.
      const isFact = payment.status === 'succeeded' || refund !== null;
      if (!isFact && !(await tx.leases.holds(claim))) return Ok(null);

      // The provider's answer is stored with the change of status or, if there is none, with the refund. Without
      // either, the answer is not stored.
      const entry = { at: now, why };
      const entryWithAnswer = { ...entry, evidence: inquiry.said.evidence };
      const isOver = payment.status !== current.status;
      await tx.payments.save(payment, isOver ? entryWithAnswer : entry);
      if (payment.status === 'succeeded') await openContract(tx, dependencies, payment, now);
      if (refund) {
        const happened = between(refund.completed ?? now, payment.created, now);
        await tx.refunds.add(refundOf(ids.next(), payment, refund, now), {
          ...(isOver ? entry : entryWithAnswer),
          happened,
        });
      }
      return Ok(decision);
    });
    const decision = decided.unwrap();
    if (decision?.payment.status === 'succeeded') trigger.fire('certificates');
    // The job has work now: a new refund, which waits in a separate queue, or another check of the payment.
    if (decision?.refund || isDue(decision?.payment.due ?? null, clock.now())) trigger.fire('payments');
  };

/**
 * Queries the provider about a payment's session. If the payment has failed or there is a reason to close its session
 * (`reasonToClose`), the session is made unpayable before the last query, if the provider can do that.
 */
const inquire = async (
  provider: MobileMoney,
  payment: OpenedPayment,
  asked: Instant,
): Promise<Omit<Inquiry, 'askedSince' | 'isOvertaken'>> => {
  const { id } = payment.session;
  if (payment.status === 'failed') return { asked, closing: null, said: await closeSession(provider, id) };
  const first = await provider.read(id);
  // An overloaded provider would not answer the next calls either.
  const closing = throttlingIn(first) ? null : reasonToClose(payment, first, asked);
  // If there is nothing to close, or the provider cannot make a session unpayable, there is no second query.
  if (!closing || !provider.capabilities.expire) return { asked, closing, said: first };
  const closed = await closeSession(provider, id);
  // If the grace period is over and the second answer was lost, the first answer remains valid. Unless a debit was in
  // progress before, money that arrived in between would be late anyway.
  const isFirstValid = closed.outcome === 'unknown' && asked > acceptedUntil(payment);
  return { asked, closing, said: isFirstValid ? first : closed };
};
