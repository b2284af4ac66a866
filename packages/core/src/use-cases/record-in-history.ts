import type { Contract } from '../domain/contract/contract.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

interface Subject {
  readonly what: 'payment' | 'contract';
  readonly companyId: string;
  readonly id: string;
}

interface Kind<Kept> {
  find(companyId: string, id: string): Promise<Kept | undefined>;
  save(kept: Kept, entry: AuditEntry): Promise<void>;
}

type Decision = AuditEntry & Required<Pick<AuditEntry, 'evidence'>>;

/**
 * Adds an entry to the history of a payment or contract, and changes nothing else. Locks the quote first, so that the
 * entry shows the current status. Returns false if the payment or contract does not exist.
 */
export const recordInHistory = async (
  { payments, contracts, quotes }: Transaction,
  { what, companyId, id }: Subject,
  entry: Decision,
): Promise<boolean> => {
  const record = async <Kept extends Payment | Contract>(kept: Kind<Kept>): Promise<boolean> => {
    const known = await kept.find(companyId, id);
    if (!known) return false;
    await quotes.lock(companyId, known.quoteId);
    await kept.save((await kept.find(companyId, id)) ?? known, entry);
    return true;
  };
  return what === 'payment' ? record(payments) : record(contracts);
};
