import { completeRefund, handOverRefund, retryRefund, type Refund } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Change } from '../../ports/history.ts';
import type { Providers } from '../../ports/mobile-money.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { refused, lastErrorOf, unknown, type Outcome } from '../../shared/outcome.ts';
import type { Problem } from '../../shared/problem.ts';
import { Ok } from '../../shared/result.ts';

export type RefundAnswer = Outcome<void, 'not_supported' | 'refused'>;

/**
 * Requests a refund of the whole amount from the provider. Idempotent: repeated calls refund once. Unknown if the
 * provider is no longer configured. A refund of a part is never requested, because the call would refund everything.
 */
export const requestRefund = async (
  providers: Providers,
  { provider: name, sessionId, isPart }: Refund,
): Promise<RefundAnswer> => {
  if (isPart) return refused('not_supported');
  if (!providers.has(name)) return unknown({ code: 'provider_not_configured' });
  const provider = providers.named(name);
  return provider.capabilities.refund ? provider.refund(sessionId) : refused('not_supported');
};

/**
 * Requests a due refund from the provider. Retries without limit, unless the answer is `not_supported`: then an
 * operator must make the refund.
 */
export const makeRefund =
  ({ unitOfWork, providers, clock }: Pick<Dependencies, 'unitOfWork' | 'providers' | 'clock'>) =>
  async (claim: Claim): Promise<void> => {
    const { companyId, id } = claim;
    const found = await unitOfWork.run(async ({ refunds }) => Ok(await refunds.find(companyId, id)));
    const due = found.unwrap();
    if (due?.status !== 'due') return;
    const answer = await requestRefund(providers, due);

    await unitOfWork.run<void, never>(async (tx) => {
      const { refunds, leases } = tx;
      const refund = (await refunds.find(companyId, id)) ?? due;
      const now = clock.now();
      const keep = async (next: Refund, code: RefundNews) =>
        Ok(await refunds.save(next, { at: now, why: { code }, evidence: answer.evidence }));

      if (answer.outcome === 'done') {
        const completed = completeRefund(refund, now);
        return completed.isOk()
          ? keep(completed.value, 'refunded_by_provider')
          : Ok(await recordRepeatedRefund(tx, refund, answer, now));
      }
      if (refund.status !== 'due' || !(await leases.holds(claim))) return Ok(undefined);
      return answer.outcome === 'refused' && answer.reason === 'not_supported'
        ? keep(handOverRefund(refund).unwrap(), 'refund_not_supported')
        : keep(retryRefund(refund, now, refundErrorOf(answer)), 'refund_pending');
    });
  };

/**
 * Handles a provider's confirmation of a refund that is already done. If the history shows that an operator made the
 * refund by hand, the payer has the money twice, and the history and the books record that. Otherwise, nothing is
 * recorded.
 */
export const recordRepeatedRefund = async (
  { refunds, history }: Pick<Transaction, 'refunds' | 'history'>,
  refund: Refund,
  { evidence = {} }: RefundAnswer,
  at: Instant,
): Promise<void> => {
  if (wasByHand(await history.of(refund.companyId, [refund.id])))
    await refunds.save(refund, { at, why: { code: 'also_refunded_by_provider' }, evidence });
};

/** Whether an operator made the refund from another account. The books lack refunds in a foreign currency. */
export const wasByHand = (history: readonly Change[]): boolean =>
  history.some(({ why }) => why.code === 'refunded_by_transfer');

/** The error that operators see; undefined while the refund is in progress. */
const refundErrorOf = (answer: RefundAnswer): Problem | undefined =>
  answer.outcome === 'refused' ? { code: 'refund_refused' } : lastErrorOf(answer);

type RefundNews = 'refunded_by_provider' | 'refund_not_supported' | 'refund_pending';
