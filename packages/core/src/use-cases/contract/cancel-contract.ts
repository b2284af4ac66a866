import { withdrawRequest } from '../../domain/certificate/certificate-request.ts';
import type { ContractCancelled, ContractNotFound } from '../../domain/contract/contract.ts';
import { isOpened } from '../../domain/payment/payment.ts';
import { handOverRefund, refundOfPayment } from '../../domain/payment/refund.ts';
import type { Bell } from '../../ports/bell.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContractViews } from '../../ports/contracts.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Providers } from '../../ports/mobile-money.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText, text } from '../../shared/text.ts';
import { NOT_CONFIGURED } from '../payment/ask-provider.ts';

/** The contract to cancel, why, and who says so. The company is shown the reason. */
export interface CancelContractCommand {
  readonly contractId: string;
  readonly why: string;
  readonly by: string;
}

/** Its certificate is issued: a paper that the police accept is not made to vanish by giving money back. */
export interface CertificateIssued {
  readonly code: 'certificate_issued';
}

/** Why a contract was not cancelled. */
export type CancelContractError = InvalidRequest | ContractNotFound | ContractCancelled | CertificateIssued;
/** Cancels a contract that has no certificate. */
export type CancelContract = (command: CancelContractCommand) => Promise<Result<void, CancelContractError>>;

/** What cancelling needs. */
export interface CancellingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly contractViews: ContractViews;
  readonly providers: Pick<Providers, 'has'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bell: Bell;
}

const REASON = { min: 1, max: 500 };

/**
 * An operator gives up a contract that cannot be certified: it gets no certificate any more, and in the same transaction
 * everything that was charged becomes a refund due, or `manual` where the provider is not configured any more. Its status stays; a request under way is still looked up.
 */
export const cancelContract =
  ({ unitOfWork, contractViews, providers, clock, ids, bell }: CancellingNeeds): CancelContract =>
  async (command) => {
    const checked = fields(command, { contractId: plainText, why: text(REASON), by: plainText });
    if (checked.isErr()) return checked;
    const { contractId, why, by } = checked.value;
    const view = await contractViews.inspect(contractId);
    if (!view) return Err({ code: 'contract_not_found' });
    const { companyId, paymentId } = view.contract;

    const cancelled = await unitOfWork.run<void, CancelContractError>(async (tx) => {
      await tx.quotes.lock(companyId, view.quote.id);
      const request = await tx.certificateRequests.find(companyId, contractId);
      const contract = await tx.contracts.find(companyId, contractId);
      const payment = await tx.payments.find(companyId, paymentId);
      if (!request || !contract) return Err({ code: 'contract_not_found' });
      if (contract.cancelled) return Err({ code: 'contract_cancelled' });
      const now = clock.now();
      const withdrawn = withdrawRequest(request, now);
      if (withdrawn.isErr()) return Err({ code: 'certificate_issued' });
      if (!payment || !isOpened(payment)) throw new Error('a contract without a payment cannot be cancelled');
      const note = { at: now, why, by };
      const ended = { ...contract, cancelled: { at: now, reason: why }, updated: now };
      await tx.contracts.save(ended, { ...note, evidence: { cancelled: why } });
      await tx.certificateRequests.save(withdrawn.value, note);
      const refund = refundOfPayment(ids.next(), payment, now);
      // Nothing was asked for yet, and no sweep can ask: a person gives it back.
      await (providers.has(refund.provider)
        ? tx.refunds.add(refund, note)
        : tx.refunds.add(handOverRefund(refund).unwrap(), { ...note, why: `${why} (${NOT_CONFIGURED})` }));
      return Ok(undefined);
    });
    if (cancelled.isOk()) bell.ring('payments');
    return cancelled;
  };
