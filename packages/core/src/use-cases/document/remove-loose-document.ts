import type { LooseDocument } from '../../domain/document/loose-document.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { later } from '../../shared/calendar.ts';
import { appointment } from '../../shared/due.ts';
import { Ok } from '../../shared/result.ts';
import { retryDelay } from '../../shared/retry-delay.ts';

/** What removing a stored file needs. */
export interface RemovingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly documents: Documents;
  readonly clock: Clock;
}

/**
 * Removes a stored file whose owner was never created. It is given up first and removed then: an owner that comes
 * late finds it given up, and never points at a file that is going.
 */
export const removeLooseDocument =
  (needs: RemovingNeeds) =>
  async (claim: Claim): Promise<void> => {
    const key = await giveUp(needs, claim);
    if (key === undefined) return;
    const removed = (await needs.documents.remove(key)).isOk();
    await change(needs, claim, (document) => ({
      ...document,
      due: removed ? null : anotherTry(needs, claim, document),
    }));
  };

/** The key of a document that nobody can own any more; `undefined` when it has its owner. */
const giveUp = (needs: RemovingNeeds, claim: Claim): Promise<string | undefined> =>
  change(needs, claim, (document) => ({ ...document, abandoned: true }));

const anotherTry = ({ clock }: RemovingNeeds, { id, attempt }: Claim, { due }: LooseDocument): LooseDocument['due'] =>
  appointment(
    later(clock.now(), { milliseconds: retryDelay(attempt - 1, `${id}${attempt}`) }),
    due,
    'it cannot be removed from the store',
  );

/** Changes the document unless it has its owner or is gone, and answers its key. */
const change = async (
  { unitOfWork }: RemovingNeeds,
  { companyId, id }: Claim,
  to: (document: LooseDocument) => LooseDocument,
): Promise<string | undefined> => {
  const changed = await unitOfWork.run<string | undefined, never>(async ({ looseDocuments }) => {
    const document = await looseDocuments.find(companyId, id);
    if (!document?.due) return Ok(undefined);
    await looseDocuments.save(to(document));
    return Ok(document.key);
  });
  return changed.unwrap();
};
