import type { PendingUpload } from '../../domain/document/pending-upload.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import { nextAttempt, nextTry } from '../../shared/due.ts';
import { Ok } from '../../shared/result.ts';

type Given = Pick<Dependencies, 'unitOfWork' | 'documents' | 'clock'>;

/**
 * Removes a stored file whose vehicle was never created. It is marked as abandoned first: a vehicle that is created
 * late sees the mark, and never points at a file that is being removed.
 */
export const removePendingUpload =
  (given: Given) =>
  async (claim: Claim): Promise<void> => {
    const key = await giveUp(given, claim);
    if (key === undefined) return;
    const removed = (await given.documents.remove(key)).isOk();
    await change(given, claim, (document) => ({
      ...document,
      due: removed ? null : anotherTry(given, claim, document),
    }));
  };

/** Marks a document as abandoned and returns its key; `undefined` if it has its owner. */
const giveUp = (given: Given, claim: Claim): Promise<string | undefined> =>
  change(given, claim, (document) => ({ ...document, abandoned: true }));

const anotherTry = ({ clock }: Given, { id, attempt }: Claim, { due }: PendingUpload): PendingUpload['due'] =>
  nextAttempt(nextTry(clock.now(), attempt - 1, `${id}${attempt}`), due, { code: 'upload_not_removed' });

/** Changes the document unless it has its owner or is gone, and returns its key. */
const change = async (
  { unitOfWork }: Given,
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
