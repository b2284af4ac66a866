import { retryRequest } from '../../domain/certificate/certificate-request.ts';
import type { ContractCancelled, ContractNotFound } from '../../domain/contract/contract.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import type { IllegalTransition } from '../../shared/machine.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { changeContract, type ContractRepositories } from './certificate-subject.ts';

/** The contract whose certificate is requested again, why, and by whom. */
export interface RetryCertificateCommand {
  readonly contractId: string;
  readonly why: string;
  readonly by: By;
}

type RetryCertificateDependencies = ContractRepositories & Pick<Dependencies, 'clock' | 'trigger'>;

/** An operator retries a pending or failed certificate request at once. */
export const retryCertificate =
  ({ clock, trigger, ...stores }: RetryCertificateDependencies) =>
  async (
    command: RetryCertificateCommand,
  ): Promise<Result<void, InvalidRequest | ContractNotFound | ContractCancelled | IllegalTransition>> => {
    const checked = fields(command, { contractId: plainText, why: shortText, by: author });
    if (checked.isErr()) return checked;
    const { contractId, why, by } = checked.value;
    const retried = await changeContract<ContractCancelled | IllegalTransition>(
      stores,
      contractId,
      async ({ contracts, certificateRequests }, { contract, request }) => {
        if (contract.cancelled) return Err({ code: 'contract_cancelled' });
        const now = clock.now();
        const again = retryRequest(request, now);
        if (again.isErr()) return again;
        const entry = { at: now, why: { code: 'operator_decided', note: why } as const, by };
        const changes = again.value.status !== request.status;
        // The operator and the reason are recorded even if nothing changes for callers.
        await certificateRequests.save(again.value, changes ? entry : { ...entry, evidence: { retried: why } });
        if (changes) await contracts.save({ ...contract, updated: now }, entry);
        return Ok(undefined);
      },
    );
    if (retried.isOk()) trigger.fire('certificates');
    return retried;
  };

const BATCH = 100;

/**
 * An operator retries every failed certificate request of a contract that is not cancelled, for example after the
 * authority was out of stock. Returns the contracts' ids.
 */
export const retryFailedCertificates =
  (dependencies: RetryCertificateDependencies) =>
  async (command: { readonly why: string; readonly by: By }): Promise<Result<readonly string[], InvalidRequest>> => {
    const checked = fields(command, { why: shortText, by: author });
    if (checked.isErr()) return checked;
    const { why, by } = checked.value;
    const retry = retryCertificate(dependencies);
    const retried: string[] = [];
    for (;;) {
      const failed = await dependencies.contractQueries.list({ certificate: 'failed' }, BATCH);
      const before = retried.length;
      for (const { contract } of failed)
        if ((await retry({ contractId: contract.id, why, by })).isOk()) retried.push(contract.id);
      // No request was retried: either none has failed, or another operator has just retried all of them.
      if (retried.length === before) return Ok(retried);
    }
  };
