import { retryRequest } from '../../domain/certificate/certificate-request.ts';
import type { ContractCancelled, ContractNotFound } from '../../domain/contract/contract.ts';
import type { Bell } from '../../ports/bell.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContractViews } from '../../ports/contracts.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import type { IllegalTransition } from '../../shared/machine.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText } from '../../shared/text.ts';

/** The contract whose certificate to ask for again, why, and who says so. */
export interface RetryCertificateCommand {
  readonly contractId: string;
  readonly why: string;
  readonly by: string;
}

/** Has a certificate that is pending or has failed asked for now. */
export type RetryCertificate = (
  command: RetryCertificateCommand,
) => Promise<Result<void, InvalidRequest | ContractNotFound | ContractCancelled | IllegalTransition>>;

/** An operator has a pending certificate asked for now, or a failed one again. */
export const retryCertificate =
  ({
    unitOfWork,
    contractViews,
    clock,
    bell,
  }: {
    unitOfWork: UnitOfWork;
    contractViews: ContractViews;
    clock: Clock;
    bell: Bell;
  }): RetryCertificate =>
  async (command) => {
    const checked = fields(command, { contractId: plainText, why: plainText, by: plainText });
    if (checked.isErr()) return checked;
    const { contractId, why, by } = checked.value;
    const view = await contractViews.inspect(contractId);
    if (!view) return Err({ code: 'contract_not_found' });
    const { companyId } = view.contract;
    const retried = await unitOfWork.run<void, ContractNotFound | ContractCancelled | IllegalTransition>(
      async ({ quotes, contracts, certificateRequests }) => {
        await quotes.lock(companyId, view.quote.id);
        const request = await certificateRequests.find(companyId, contractId);
        const contract = await contracts.find(companyId, contractId);
        if (!request || !contract) return Err({ code: 'contract_not_found' });
        if (contract.cancelled) return Err({ code: 'contract_cancelled' });
        const now = clock.now();
        const again = retryRequest(request, now);
        if (again.isErr()) return again;
        const note = { at: now, why, by };
        const changes = again.value.status !== request.status;
        // Who asked for it and why is remembered, also where nothing changes that callers see.
        await certificateRequests.save(again.value, changes ? note : { ...note, evidence: { retried: why } });
        if (changes) await contracts.save({ ...contract, updated: now }, note);
        return Ok(undefined);
      },
    );
    if (retried.isOk()) bell.ring('certificates');
    return retried;
  };
