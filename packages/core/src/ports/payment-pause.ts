import type { Note } from './history.ts';

/** Whether an operator has paused the opening of payments. Reaches every process within five seconds. */
export interface PaymentPause {
  active(): Promise<boolean>;
  pause(note: Note): Promise<void>;
  resume(note: Note): Promise<void>;
}
