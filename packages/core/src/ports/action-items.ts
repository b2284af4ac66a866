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

/** The kinds of action items, most urgent first. */
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
 * The kind of object to which action items of this kind belong. An item about a refund belongs to the refund's payment.
 */
export const subjectOfItem = (kind: ActionItemKind): ItemKind['subject'] => KINDS[kind].subject;

/**
 * The kinds of action items that a kind of work can cause. Work whose action item an operator dismissed no longer
 * counts as failing.
 */
export const actionItemKindsOf = (work: WorkKind): readonly ActionItemKind[] =>
  ACTION_ITEM_KINDS.filter((kind) => KINDS[kind].work === work);

/** A problem that an operator must resolve or dismiss. An item is listed even if its work will be attempted again. */
export interface ActionItem {
  readonly kind: ActionItemKind;
  readonly companyId: string;
  readonly companyName: string;
  /** The id of the payment or contract. */
  readonly id: string;
  /**
   * When the problem began, as far as is known. A dismissal covers a problem that began by the time of the dismissal.
   */
  readonly since: Instant;
  /** The last error, such as the outside system's last answer, or another known cause; null if unknown. */
  readonly why: Reason | null;
  /** When the work will be attempted again; null if no attempt is scheduled. */
  readonly nextTry: Instant | null;
  /** The number of items of this kind that match the query, listed or not. */
  readonly total: number;
}

/** The times that decide which items are late. */
export interface Lateness {
  /** The confirmation window is over for payments created at this time or earlier. */
  readonly windowsBegunUntil: Instant;
  /** Unfinished work that began, was due or began to fail at this time or earlier is late. */
  readonly lateSince: Instant;
  /** A certificate that was requested after this time is not late yet, even if cover has begun. */
  readonly certificatesAskedUntil: Instant;
  readonly today: LocalDate;
}

/**
 * An operator's decision that an action item needs no action. Items of other kinds stay listed. The same problem is
 * listed again if it begins again after `at`.
 */
export interface Dismissal extends Pick<ActionItem, 'kind' | 'companyId' | 'id'> {
  readonly at: Instant;
}

/** The dismissals of operators, inside a unit of work. */
export interface Dismissals {
  /** If the same item is dismissed twice, the later dismissal counts. */
  add(dismissal: Dismissal): Promise<void>;
}
