import type { AuditEntry } from '../ports/history.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/** A payment or a contract. */
interface Subject {
  readonly what: 'payment' | 'contract';
  readonly companyId: string;
  readonly id: string;
}

/**
 * Keeps in its history what an operator has decided about a payment or a contract that stays as it is. Its quote is
 * locked first, since its status must still be the one that the line tells when the line is kept. False where there is no
 * such thing.
 */
export const recordInHistory = async (
  { payments, contracts, quotes, history }: Transaction,
  { what, companyId, id }: Subject,
  entry: AuditEntry,
): Promise<boolean> => {
  const kept = what === 'payment' ? payments : contracts;
  const known = await kept.find(companyId, id);
  if (!known) return false;
  await quotes.lock(companyId, known.quoteId);
  const { status } = (await kept.find(companyId, id)) ?? known;
  await history.add(companyId, { what, id, from: status, to: status, ...entry });
  return true;
};
