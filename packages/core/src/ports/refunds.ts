import type { Refund } from '../domain/payment/refund.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';

/** Refunds, inside a unit of work. */
export interface Refunds {
  find(companyId: string, id: string): Promise<Refund | undefined>;
  /**
   * Adds the refund unless its session already has a refund. So a late payment that is seen several times is refunded
   * once.
   */
  add(refund: Refund, entry: AuditEntry): Promise<void>;
  save(refund: Refund, entry: AuditEntry): Promise<void>;
}
