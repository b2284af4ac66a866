import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/** A payment or a contract. */
interface Subject {
  readonly what: 'payment' | 'contract';
  readonly companyId: string;
  readonly id: string;
}

/**
 * Adds an operator's decision to the history of a payment or contract whose status it does not change. The quote is
 * locked first, so that the status written to the history is the current one. Returns false if there is no such payment
 * or contract.
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
