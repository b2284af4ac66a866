import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Ok } from '../../shared/result.ts';
import { lockContract } from '../certificate/certificate-subject.ts';

type Given = Pick<Dependencies, 'unitOfWork' | 'contractQueries' | 'clock'>;

/** Contracts read by one query, besides those already retried. */
const BATCH = 100;

/**
 * An operator has every document made at once that waits for its next attempt, for example after the store was down;
 * `by` is the operator. The count of attempts is kept. Returns the contracts' ids.
 */
export const retryDocuments =
  ({ unitOfWork, contractQueries, clock }: Given) =>
  async ({ by }: { readonly by: By }): Promise<readonly string[]> => {
    const now = clock.now();
    const retried = new Set<string>();
    for (;;) {
      const listed = await contractQueries.list({ documentsDueAfter: now }, BATCH + retried.size);
      // One that a worker has just retried in vain is listed again, and is not retried a second time.
      const waiting = listed.filter(({ contract: { id } }) => !retried.has(id));
      if (waiting.length === 0) return [...retried];
      for (const details of waiting) {
        await unitOfWork.run<void, never>(async (tx) => {
          const { contract } = (await lockContract(tx, details)) ?? {};
          // A worker may have made them meanwhile.
          if (!contract?.documentsDue || contract.documentsDue.at <= now) return Ok(undefined);
          const documentsDue = { ...contract.documentsDue, at: now };
          return Ok(
            await tx.contracts.save(
              { ...contract, documentsDue },
              { at: now, why: { code: 'documents_requested' }, by },
            ),
          );
        });
        retried.add(details.contract.id);
      }
    }
  };
