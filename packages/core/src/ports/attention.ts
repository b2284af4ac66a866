import type { Instant, LocalDate } from '../shared/calendar.ts';
import type { WorkKind } from './due-work.ts';

interface Troubled {
  readonly subject: 'payment' | 'contract';
  /** The work that comes to nothing; null where none is tried. */
  readonly work: WorkKind | null;
}

const PAYMENT: Troubled = { subject: 'payment', work: 'payments' };
const REFUND: Troubled = { subject: 'payment', work: 'refunds' };
const CONTRACT: Troubled = { subject: 'contract', work: null };
const CERTIFICATE: Troubled = { subject: 'contract', work: 'certificates' };
const DOCUMENTS: Troubled = { subject: 'contract', work: 'documents' };

/** What can have trouble that an operator must know of, most urgent first, and what it is trouble with. */
const TROUBLES = {
  payment_past_window: PAYMENT,
  credentials_refused: CERTIFICATE,
  certificate_not_ours: CERTIFICATE,
  certificate_after_cancel: CERTIFICATE,
  contract_past_last_day: CERTIFICATE,
  cover_without_certificate: CERTIFICATE,
  session_not_known: PAYMENT,
  payment_unreadable: PAYMENT,
  certificate_of_another_contract: CERTIFICATE,
  certificate_without_look_up: CERTIFICATE,
  certificate_failed: CERTIFICATE,
  certificate_late: CERTIFICATE,
  overlapping_cover: CONTRACT,
  refund_manual: REFUND,
  refund_in_trouble: REFUND,
  document_late: DOCUMENTS,
} satisfies Readonly<Record<string, Troubled>>;

/** One of the reasons to be on an operator's list. */
export type AttentionKind = keyof typeof TROUBLES;
/** Every reason to be on an operator's list, most urgent first. `docs/morning.md` has a section for each. */
export const ATTENTION_KINDS = Object.keys(TROUBLES) as readonly AttentionKind[];

/** Whose history tells of a trouble of this kind, and whose id its items carry; a refund goes by its payment. */
export const subjectOf = (kind: AttentionKind): Troubled['subject'] => TROUBLES[kind].subject;

/** The troubles a kind of work can have: a dismissal of one of them, and of nothing else, takes its piece out of the counts. */
export const attentionKindsOf = (work: WorkKind): readonly AttentionKind[] =>
  ATTENTION_KINDS.filter((kind) => TROUBLES[kind].work === work);

/** One thing on an operator's list: it waits longer than it should, whether its next attempt is due or not. */
export interface Attention {
  readonly kind: AttentionKind;
  readonly companyId: string;
  readonly companyName: string;
  /** The payment's or contract's. */
  readonly id: string;
  /** When this trouble began, as far as that is known; a dismissal covers what had begun before it. */
  readonly since: Instant;
  /** The last error: what the outside said last, or what else is known of it. */
  readonly why: string | null;
  /** When it is tried again by itself; null where only a person moves it on. */
  readonly nextTry: Instant | null;
}

/** What has to be known of the time to tell what is late. */
export interface Lateness {
  /** A payment created then or before has had its window. */
  readonly windowsBegunUntil: Instant;
  /** What was to be done then or before, and is not, is late. */
  readonly lateSince: Instant;
  /** A certificate asked for after this may still come by itself although cover has begun. */
  readonly certificatesAskedUntil: Instant;
  readonly today: LocalDate;
}

/**
 * An operator has said that an item needs no action. It covers the trouble as it stood at `at`: another kind of
 * trouble, or the same one begun anew after it, is listed again.
 */
export interface Dismissal extends Pick<Attention, 'kind' | 'companyId' | 'id'> {
  readonly at: Instant;
}

/** What operators have dismissed, inside a unit of work. */
export interface Dismissals {
  /** Dismisses an item, or dismisses it again: the latest counts. */
  add(dismissal: Dismissal): Promise<void>;
}
