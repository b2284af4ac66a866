import type { AuditEntry } from '../domain/journal/fact.ts';

/** Whether an operator has paused the opening of payments. Holds for every process from its next request on. */
export interface PaymentPause {
  active(): Promise<boolean>;
  /** If openings are paused already, it only replaces since when, why and by whom. */
  pause(entry: AuditEntry): Promise<void>;
  /** Does nothing if they are not paused. */
  resume(entry: AuditEntry): Promise<void>;
}
