import type { Reason } from '../domain/reason.ts';
import type { Instant, LocalDate } from '../shared/calendar.ts';
import type { WorkKind } from './due-work.ts';

interface ItemKind {
  readonly subject: 'payment' | 'contract';
  /** The kind of work that fails; null where there is none. */
  readonly work: WorkKind | null;
}

const PAYMENT: ItemKind = { subject: 'payment', work: 'payments' };
const REFUND: ItemKind = { subject: 'payment', work: 'refunds' };
const DIFFERENCE: ItemKind = { subject: 'payment', work: null };
const CONTRACT: ItemKind = { subject: 'contract', work: null };
const CERTIFICATE: ItemKind = { subject: 'contract', work: 'certificates' };
const DOCUMENTS: ItemKind = { subject: 'contract', work: 'documents' };

/** The kinds of action items, most urgent first, with the work that fails and the subject it belongs to. */
const KINDS = {
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
  request_left_open: CERTIFICATE,
  overlapping_cover: CONTRACT,
  refund_manual: REFUND,
  refund_failing: REFUND,
  other_currency: { subject: 'payment', work: null },
  statement_differs: DIFFERENCE,
  document_late: DOCUMENTS,
} satisfies Readonly<Record<string, ItemKind>>;

/** A kind of action item. */
export type ActionItemKind = keyof typeof KINDS;
/** Every kind of action item, most urgent first. `docs/morning.md` has a section for each. */
export const ACTION_ITEM_KINDS = Object.keys(KINDS) as readonly ActionItemKind[];

/**
 * The subject in whose history items of this kind are recorded, and whose id they carry; a refund goes by its payment.
 */
export const subjectOfItem = (kind: ActionItemKind): ItemKind['subject'] => KINDS[kind].subject;

/**
 * The kinds of action items that a kind of work can cause. A dismissal of one of them takes the piece out of the
 * counts.
 */
export const actionItemKindsOf = (work: WorkKind): readonly ActionItemKind[] =>
  ACTION_ITEM_KINDS.filter((kind) => KINDS[kind].work === work);

/** Something an operator must look at: it waits longer than it should, whether its next attempt is due or not. */
export interface ActionItem {
  readonly kind: ActionItemKind;
  readonly companyId: string;
  readonly companyName: string;
  /** The payment's or contract's. */
  readonly id: string;
  /** When the problem began, as far as that is known; a dismissal covers what had begun before it. */
  readonly since: Instant;
  /** The last error: the outside system's last answer, or what else is known of it. */
  readonly why: Reason | null;
  /** The next attempt; null where only a person can help. */
  readonly nextTry: Instant | null;
  /** How many items of this kind there are, listed or not. */
  readonly total: number;
}

/** The times by which it is decided what is late. */
export interface Lateness {
  /** The confirmation window of a payment created then or before is over. */
  readonly windowsBegunUntil: Instant;
  /** What was due then or before, and is not done, is late. */
  readonly lateSince: Instant;
  /** A certificate asked for after this may still come without an operator, although cover has begun. */
  readonly certificatesAskedUntil: Instant;
  readonly today: LocalDate;
}

/**
 * An operator has decided that an item needs no action. It covers the problem as it stood at `at`: another kind, or the
 * same one begun anew after it, is listed again.
 */
export interface Dismissal extends Pick<ActionItem, 'kind' | 'companyId' | 'id'> {
  readonly at: Instant;
}

/** What operators have dismissed, inside a unit of work. */
export interface Dismissals {
  /** Dismisses an item, or dismisses it again: the latest counts. */
  add(dismissal: Dismissal): Promise<void>;
}
