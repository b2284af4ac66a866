import { withdrawRequest } from '../../domain/certificate/withdrawn-request.ts';
import type { ContractCancelled, ContractNotFound } from '../../domain/contract/contract.ts';
import { isOpened } from '../../domain/payment/payment.ts';
import { handOverRefund, refundOfPayment } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { changeContract, type ContractRepositories } from '../certificate/certificate-subject.ts';

/** The contract to cancel, why, and by whom. The company sees the reason. */
export interface CancelContractCommand {
  readonly contractId: string;
  readonly why: string;
  readonly by: By;
}

/** The contract's certificate is issued: a refund would not invalidate a paper that the police accept. */
export interface CertificateIssued {
  readonly code: 'certificate_issued';
}

/**
 * Who refunds the charge: the service, or a person if the provider has no refund call. If the provider is no longer
 * configured, that person must first check the provider's website.
 */
export interface CancelledContract {
  readonly paymentId: string;
  readonly refundMode: 'automatic' | 'manual' | 'not_configured';
}

/** Why a contract was not cancelled. */
export type CancelContractError = InvalidRequest | ContractNotFound | ContractCancelled | CertificateIssued;
type CancelContractDependencies = ContractRepositories & Pick<Dependencies, 'providers' | 'clock' | 'ids' | 'trigger'>;

/**
 * An operator cancels a contract that cannot be certified. No certificate is requested any more, but a request in
 * progress is still looked up. In the same transaction, a refund of the whole charge becomes due, or `manual` if the
 * provider is no longer configured. The contract's status does not change.
 */
export const cancelContract =
  ({ providers, clock, ids, trigger, ...stores }: CancelContractDependencies) =>
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
        // No sweep can call a provider that is not configured, so a person makes the refund.
        const isConfigured = providers.has(refund.provider);
        await (isConfigured
          ? tx.refunds.add(refund, entry)
          : tx.refunds.add(handOverRefund(refund).unwrap(), {
              ...entry,
              why: { code: 'refund_handed_over', note: why },
            }));
        const { paymentId } = contract;
        if (!isConfigured) return Ok({ paymentId, refundMode: 'not_configured' });
        const { refund: isAutomatic } = providers.named(refund.provider).capabilities;
        return Ok({ paymentId, refundMode: isAutomatic ? 'automatic' : 'manual' });
      },
    );
    if (cancelled.isOk()) trigger.fire('payments');
    return cancelled;
  };
