import type { Refund } from '../domain/payment/refund.ts';
import type { AuditEntry } from './history.ts';

/** Refunds, inside a unit of work. */
export interface Refunds {
  find(companyId: string, id: string): Promise<Refund | undefined>;
  /** Adds the refund unless its session has one already: however often a late payment is seen, it is refunded once. */
  add(refund: Refund, entry: AuditEntry): Promise<void>;
  save(refund: Refund, entry: AuditEntry): Promise<void>;
}
