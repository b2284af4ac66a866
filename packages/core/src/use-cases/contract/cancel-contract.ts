import { withdrawRequest } from '../../domain/certificate/withdrawn-request.ts';
import type { ContractCancelled, ContractNotFound } from '../../domain/contract/contract.ts';
import { isOpened } from '../../domain/payment/payment.ts';
import { handOverRefund, refundOfPayment } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { changeContract, type ContractRepositories } from '../certificate/certificate-subject.ts';

/** The contract to cancel, why, and by whom. The company is shown the reason. */
export interface CancelContractCommand {
  readonly contractId: string;
  readonly why: string;
  readonly by: By;
}

/** Its certificate is issued: giving the money back would not invalidate a paper that the police accept. */
export interface CertificateIssued {
  readonly code: 'certificate_issued';
}

/**
 * How the charge goes back: by the service; by a person if its provider has no refund call; or, if the provider is not
 * configured any more, by a person who first checks the provider's own pages.
 */
export interface CancelledContract {
  readonly goesBack: 'by_itself' | 'by_hand' | 'not_configured';
}

/** Why a contract was not cancelled. */
export type CancelContractError = InvalidRequest | ContractNotFound | ContractCancelled | CertificateIssued;
type Given = ContractRepositories & Pick<Dependencies, 'providers' | 'clock' | 'ids' | 'trigger'>;

/**
 * An operator cancels a contract that cannot be certified: no certificate is requested any more, and in the same
 * transaction everything that was charged becomes a refund due, or `manual` if the provider is not configured any more.
 * Its status stays; a request under way is still looked up.
 */
export const cancelContract =
  ({ providers, clock, ids, trigger, ...stores }: Given) =>
  async (command: CancelContractCommand): Promise<Result<CancelledContract, CancelContractError>> => {
    const checked = fields(command, { contractId: plainText, why: shortText, by: author });
    if (checked.isErr()) return checked;
    const { contractId, why, by } = checked.value;
    const cancelled = await changeContract<ContractCancelled | CertificateIssued, CancelledContract>(
      stores,
      contractId,
      async (tx, { contract, request }) => {
        if (contract.cancelled) return Err({ code: 'contract_cancelled' });
        const now = clock.now();
        const withdrawn = withdrawRequest(request, now);
        if (withdrawn.isErr()) return Err({ code: 'certificate_issued' });
        const payment = await tx.payments.find(contract.companyId, contract.paymentId);
        if (!payment || !isOpened(payment)) throw new Error('a contract without a payment cannot be cancelled');
        const entry = { at: now, why: { code: 'operator_decided', note: why } as const, by };
        const ended = { ...contract, cancelled: { at: now, reason: why }, updated: now };
        await tx.contracts.save(ended, { ...entry, evidence: { cancelled: why } });
        await tx.certificateRequests.save(withdrawn.value, entry);
        const refund = refundOfPayment(ids.next(), payment, now);
        // No refund was asked for yet, and no sweep can ask a provider that is not configured: a person gives it back.
        const isConfigured = providers.has(refund.provider);
        await (isConfigured
          ? tx.refunds.add(refund, entry)
          : tx.refunds.add(handOverRefund(refund).unwrap(), {
              ...entry,
              why: { code: 'refund_handed_over', note: why },
            }));
        if (!isConfigured) return Ok({ goesBack: 'not_configured' });
        return Ok({ goesBack: providers.named(refund.provider).capabilities.refund ? 'by_itself' : 'by_hand' });
      },
    );
    if (cancelled.isOk()) trigger.fire('payments');
    return cancelled;
  };
