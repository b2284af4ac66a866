import { completeRefund, handOverRefund, REFUND_REFUSED, retryRefund } from '../../domain/payment/refund.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Providers } from '../../ports/mobile-money.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { troubleOf } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import { askToGiveBack } from './ask-provider.ts';

/** What giving money back needs. */
export interface RefundingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly providers: Providers;
  readonly clock: Clock;
}

/** Gives back money that bought nothing: asked again until the provider confirms, for as long as it takes. */
export const makeRefund =
  ({ unitOfWork, providers, clock }: RefundingNeeds) =>
  async (claim: Claim): Promise<void> => {
    const find = () => unitOfWork.run(async ({ refunds }) => Ok(await refunds.find(claim.companyId, claim.id)));
    const due = (await find()).unwrap();
    if (due?.status !== 'due') return;
    const answer = await askToGiveBack(providers, due);

    await unitOfWork.run<void, never>(async ({ refunds, leases }) => {
      const refund = await refunds.find(claim.companyId, claim.id);
      const now = clock.now();
      if (refund?.status === 'done' && answer.outcome === 'done') {
        // An operator may have recorded a transfer meanwhile: then the payer has it twice, and the history says so.
        const evidence = answer.evidence ?? {};
        await refunds.save(refund, { at: now, why: 'the provider says as well that it gave it back', evidence });
      }
      if (refund?.status !== 'due') return Ok(undefined);
      if (answer.outcome === 'done') {
        await refunds.save(completeRefund(refund, now).unwrap(), {
          at: now,
          why: 'the provider gave it back',
          evidence: answer.evidence,
        });
      } else if (await leases.holds(claim)) {
        const cannot = answer.outcome === 'refused' && answer.reason === 'not_supported';
        const trouble = troubleOf(answer) ?? REFUND_REFUSED;
        const next = cannot ? handOverRefund(refund).unwrap() : retryRefund(refund, now, trouble);
        await refunds.save(next, {
          at: now,
          why: cannot ? 'the provider cannot refund' : 'not given back yet',
          evidence: answer.evidence,
        });
      }
      return Ok(undefined);
    });
  };
