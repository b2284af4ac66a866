import type { Reason } from '../domain/reason.ts';
import type { Instant, LocalDate } from '../shared/calendar.ts';
import type { WorkKind } from './due-work.ts';

interface ItemKind {
  readonly subject: 'payment' | 'contract';
  /** The kind of work that fails; null if no work is involved. */
  readonly work: WorkKind | null;
}

const PAYMENT: ItemKind = { subject: 'payment', work: 'payments' };
const REFUND: ItemKind = { subject: 'payment', work: 'refunds' };
const DIFFERENCE: ItemKind = { subject: 'payment', work: null };
const CONTRACT: ItemKind = { subject: 'contract', work: null };
const CERTIFICATE: ItemKind = { subject: 'contract', work: 'certificates' };
const DOCUMENTS: ItemKind = { subject: 'contract', work: 'documents' };

/**
 * The kinds of action items, most urgent first, with the work that fails and the kind of object to which the item
 * belongs.
 */
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
  certificate_not_annulled: CERTIFICATE,
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
 * The kind of object that items of this kind belong to. An item has that object's id and is recorded in its history.
 * The subject of a refund is its payment.
 */
export const subjectOfItem = (kind: ActionItemKind): ItemKind['subject'] => KINDS[kind].subject;

/**
 * The kinds of action items that a kind of work can cause. If such an item is dismissed, its piece of work is no longer
 * counted.
 */
export const actionItemKindsOf = (work: WorkKind): readonly ActionItemKind[] =>
  ACTION_ITEM_KINDS.filter((kind) => KINDS[kind].work === work);

/** A problem that an operator must resolve or dismiss. It is listed whether or not the work's next attempt is due. */
export interface ActionItem {
  readonly kind: ActionItemKind;
  readonly companyId: string;
  readonly companyName: string;
  /** The id of the payment or contract. */
  readonly id: string;
  /** When the problem began, as far as is known; a dismissal covers problems that began before the dismissal. */
  readonly since: Instant;
  /** The last error: the outside system's last answer, or another known cause. */
  readonly why: Reason | null;
  /** The next attempt; null if only a person can help. */
  readonly nextTry: Instant | null;
  /** The number of items of this kind, listed or not. */
  readonly total: number;
}

/** The times that decide which items are late. */
export interface Lateness {
  /** The confirmation window is over for payments created at this time or earlier. */
  readonly windowsBegunUntil: Instant;
  /** Unfinished work that began or was due at this time or earlier is late. */
  readonly lateSince: Instant;
  /**
   * A certificate that was requested after this time may still arrive without an operator's help, although cover has
   * begun.
   */
  readonly certificatesAskedUntil: Instant;
  readonly today: LocalDate;
}

/**
 * An operator's decision that an item needs no action. It covers only the problem as it was at `at`. The item is listed
 * again if it has another kind, or if the problem begins again later.
 */
export interface Dismissal extends Pick<ActionItem, 'kind' | 'companyId' | 'id'> {
  readonly at: Instant;
}

/** The dismissals of operators, inside a unit of work. */
export interface Dismissals {
  /** Dismisses an item. If it was dismissed before, the latest dismissal counts. */
  add(dismissal: Dismissal): Promise<void>;
}
