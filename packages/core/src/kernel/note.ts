import type { Instant } from './calendar.ts';
import type { Evidence } from './outcome.ts';

/** Why something changed: written into the history beside the states it left and entered. */
export interface Note {
  readonly at: Instant;
  readonly why: string;
  /** Who asked for it, when it was a person; absent when the service acted by itself. */
  readonly by?: string;
  /** What the outside said, kept for disputes. */
  readonly evidence?: Evidence | undefined;
}

/** One line of the history of a payment, refund, contract or certificate. */
export interface Change extends Note {
  readonly what: 'payment' | 'refund' | 'contract' | 'certificate';
  readonly id: string;
  /** Null for the change that created it. */
  readonly from: string | null;
  readonly to: string;
}
