import type { ContractNotFound } from '../contract/contract.ts';
import type { ContractViews } from '../contract/ports.ts';
import type { Bell } from '../kernel/bell.ts';
import type { IllegalTransition } from '../kernel/machine.ts';
import type { Clock } from '../kernel/ports.ts';
import { fields, type InvalidRequest } from '../kernel/invalid-request.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { plainText } from '../kernel/text.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { retryRequest } from './certificate-request.ts';

/** The contract whose certificate to ask for again, why, and who says so. */
export interface RetryCertificateCommand {
  readonly contractId: string;
  readonly why: string;
  readonly by: string;
}

/** Has one failed certificate asked for again. */
export type RetryCertificate = (
  command: RetryCertificateCommand,
) => Promise<Result<void, InvalidRequest | ContractNotFound | IllegalTransition>>;

/** An operator has a failed certificate asked for again. */
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
    const retried = await unitOfWork.run<void, ContractNotFound | IllegalTransition>(
      async ({ quotes, contracts, certificateRequests }) => {
        await quotes.lock(companyId, view.quote.id);
        const request = await certificateRequests.find(companyId, contractId);
        const contract = await contracts.find(companyId, contractId);
        if (!request || !contract) return Err({ code: 'contract_not_found' });
        const now = clock.now();
        const again = retryRequest(request, now);
        if (again.isErr()) return again;
        const note = { at: now, why, by };
        await certificateRequests.save(again.value, note);
        await contracts.save({ ...contract, updated: now }, note);
        return Ok(undefined);
      },
    );
    if (retried.isOk()) bell.ring('certificates');
    return retried;
  };
