import type { PendingUpload } from '../../domain/document/pending-upload.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import { nextAttempt, nextTry } from '../../shared/due.ts';
import { Ok } from '../../shared/result.ts';

type RemovePendingUploadDependencies = Pick<Dependencies, 'unitOfWork' | 'documents' | 'clock'>;

/**
 * Removes a stored file whose vehicle was never created. The file is marked as abandoned first. So a vehicle that is
 * created later cannot refer to a file that is being removed.
 */
export const removePendingUpload =
  (dependencies: RemovePendingUploadDependencies) =>
  async (claim: Claim): Promise<void> => {
    const key = await giveUp(dependencies, claim);
    if (key === undefined) return;
    const removed = (await dependencies.documents.remove(key)).isOk();
    await change(dependencies, claim, (document) => ({
      ...document,
      due: removed ? null : anotherTry(dependencies, claim, document),
    }));
  };

/** Marks a document as abandoned and returns its key; undefined if the document has an owner or was removed. */
const giveUp = (dependencies: RemovePendingUploadDependencies, claim: Claim): Promise<string | undefined> =>
  change(dependencies, claim, (document) => ({ ...document, abandoned: true }));

const anotherTry = (
  { clock }: RemovePendingUploadDependencies,
  { id, attempt }: Claim,
  { due }: PendingUpload,
): PendingUpload['due'] =>
  nextAttempt(nextTry(clock.now(), attempt - 1, `${id}${attempt}`), due, { code: 'upload_not_removed' });

/**
 * Changes the document and returns its key. Undefined, without a change, if the document has an owner or was removed.
 */
const change = async (
  { unitOfWork }: RemovePendingUploadDependencies,
  { companyId, id }: Claim,
  to: (document: PendingUpload) => PendingUpload,
): Promise<string | undefined> => {
  const changed = await unitOfWork.run<string | undefined, never>(async ({ pendingUploads }) => {
    const document = await pendingUploads.find(companyId, id);
    if (!document?.due) return Ok(undefined);
    await pendingUploads.save(to(document));
    return Ok(document.key);
  });
  return changed.unwrap();
};
