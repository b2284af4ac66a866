import type { AuditEntry } from '../domain/journal/fact.ts';

/** An operator's pause of payment openings. Every process applies a pause or its end from the next request on. */
export interface PaymentPause {
  active(): Promise<boolean>;
  /** If openings are already paused, replaces only the time, reason and operator. */
  pause(entry: AuditEntry): Promise<void>;
  /** Does nothing if openings are not paused. */
  resume(entry: AuditEntry): Promise<void>;
}
