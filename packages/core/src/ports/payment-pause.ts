import type { AuditEntry } from '../domain/journal/fact.ts';

/** The pause of payment openings by an operator. It affects every process from its next request on. */
export interface PaymentPause {
  active(): Promise<boolean>;
  /** If openings are already paused, replaces only the time, reason and operator. */
  pause(entry: AuditEntry): Promise<void>;
  /** Does nothing if openings are not paused. */
  resume(entry: AuditEntry): Promise<void>;
}
