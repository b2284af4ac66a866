import type { Instant, LocalDate } from './calendar.ts';

/** What only a person can move on, most urgent first: where an operator's list begins. */
export const ATTENTION_KINDS = [
  'payment_past_window',
  'contract_past_last_day',
  'session_not_known',
  'certificate_without_look_up',
  'certificate_failed',
  'refund_manual',
  'refund_in_trouble',
] as const;
/** One of the reasons to be on an operator's list. */
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** One thing on an operator's list. */
export interface Attention {
  readonly kind: AttentionKind;
  readonly companyId: string;
  /** The payment's or contract's; a refund goes by its payment. */
  readonly id: string;
  /** When what it is about was created. */
  readonly since: Instant;
  /** What the outside said last, or what else is known of it. */
  readonly why: string | null;
}

/** What has to be known of the time to tell what is late. */
export interface Lateness {
  /** A payment created then or before has had its window. */
  readonly windowsBegunUntil: Instant;
  readonly today: LocalDate;
}
