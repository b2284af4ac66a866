import { completeRefund, handOverRefund, retryRefund, type Refund } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Providers } from '../../ports/mobile-money.ts';
import { refused, lastErrorOf, unknown, type Outcome } from '../../shared/outcome.ts';
import type { Problem } from '../../shared/problem.ts';
import { Ok } from '../../shared/result.ts';

/** A provider's answer to a refund call. */
export type RefundAnswer = Outcome<void, 'not_supported' | 'refused'>;

/**
 * Has the provider give the whole amount back. Idempotent: it is given back once, however often the provider is asked.
 * Unknown if the provider is not configured any more.
 */
export const askToGiveBack = async (
  providers: Providers,
  { provider: name, sessionId }: Refund,
): Promise<RefundAnswer> => {
  if (!providers.has(name)) return unknown({ code: 'provider_not_configured' });
  const provider = providers.named(name);
  return provider.capabilities.refund ? provider.refund(sessionId) : refused('not_supported');
};

/** Gives back money that bought nothing: retried until the provider confirms, for as long as it takes. */
export const makeRefund =
  ({ unitOfWork, providers, clock }: Pick<Dependencies, 'unitOfWork' | 'providers' | 'clock'>) =>
  async (claim: Claim): Promise<void> => {
    const { companyId, id } = claim;
    const found = await unitOfWork.run(async ({ refunds }) => Ok(await refunds.find(companyId, id)));
    const due = found.unwrap();
    if (due?.status !== 'due') return;
    const answer = await askToGiveBack(providers, due);

    await unitOfWork.run<void, never>(async ({ refunds, leases }) => {
      const refund = (await refunds.find(companyId, id)) ?? due;
      const now = clock.now();
      const keep = async (next: Refund, code: RefundNews, evidence = answer.evidence) =>
        Ok(await refunds.save(next, { at: now, why: { code }, evidence }));

      if (answer.outcome === 'done') {
        const given = completeRefund(refund, now);
        if (given.isOk()) return keep(given.value, 'refunded_by_provider');
        // An operator has recorded a transfer meanwhile: the payer may have it twice, and history and books say so.
        return keep(refund, 'also_refunded_by_provider', answer.evidence ?? {});
      }
      if (refund.status !== 'due' || !(await leases.holds(claim))) return Ok(undefined);
      return answer.outcome === 'refused' && answer.reason === 'not_supported'
        ? keep(handOverRefund(refund).unwrap(), 'refund_not_supported')
        : keep(retryRefund(refund, now, whyNotGivenBack(answer)), 'refund_pending');
    });
  };

/** What operators read of an answer by which nothing was given back; undefined while the money is on its way. */
const whyNotGivenBack = (answer: RefundAnswer): Problem | undefined =>
  answer.outcome === 'refused' ? { code: 'refund_refused' } : lastErrorOf(answer);

type RefundNews = 'refunded_by_provider' | 'also_refunded_by_provider' | 'refund_not_supported' | 'refund_pending';
