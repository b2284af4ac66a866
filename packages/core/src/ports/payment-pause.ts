import type { AuditEntry } from './history.ts';

/** Whether an operator has paused the opening of payments. Reaches every process within five seconds. */
export interface PaymentPause {
  active(): Promise<boolean>;
  pause(entry: AuditEntry): Promise<void>;
  resume(entry: AuditEntry): Promise<void>;
}
