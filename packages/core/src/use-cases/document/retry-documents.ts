import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Ok } from '../../shared/result.ts';
import { lockContract } from '../certificate/certificate-subject.ts';

type RetryDocumentsDependencies = Pick<Dependencies, 'unitOfWork' | 'contractQueries' | 'clock'>;

/** Maximum number of contracts that one query reads, in addition to the contracts already retried. */
const BATCH = 100;

/**
 * An operator (`by`) makes all documents that wait for their next attempt due now, for example after the store was
 * down. The number of attempts stays the same. Returns the contracts' ids.
 */
export const retryDocuments =
  ({ unitOfWork, contractQueries, clock }: RetryDocumentsDependencies) =>
  async ({ by }: { readonly by: By }): Promise<readonly string[]> => {
    const now = clock.now();
    const retried = new Set<string>();
    for (;;) {
      const listed = await contractQueries.list({ documentsDueAfter: now }, BATCH + retried.size);
      // The list contains a contract again if a worker has just retried its documents without success. Such a contract
      // is not retried a second time.
      const waiting = listed.filter(({ contract: { id } }) => !retried.has(id));
      if (waiting.length === 0) return [...retried];
      for (const details of waiting) {
        await unitOfWork.run<void, never>(async (tx) => {
          const { contract } = (await lockContract(tx, details)) ?? {};
          // A worker may have stored the documents in the meantime.
          if (!contract?.documentsDue || contract.documentsDue.at <= now) return Ok(undefined);
          const documentsDue = { ...contract.documentsDue, at: now };
          return Ok(
            await tx.contracts.save(
              { ...contract, documentsDue },
              // The operator is recorded even if nothing changes for callers.
              { at: now, why: { code: 'documents_requested' }, by, evidence: { attempts: documentsDue.attempts } },
            ),
          );
        });
        retried.add(details.contract.id);
      }
    }
  };
