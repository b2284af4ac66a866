import type { By } from '../../shared/author.ts';
import type { Instant } from '../../shared/calendar.ts';
import type { Evidence } from '../../shared/outcome.ts';
import type { CertificateRequest } from '../certificate/certificate-request.ts';
import { keyState, type ApiKey } from '../company/api-key.ts';
import { companyState, type Company } from '../company/company.ts';
import type { Contract } from '../contract/contract.ts';
import type { Payment } from '../payment/payment.ts';
import type { Refund } from '../payment/refund.ts';
import type { Reason } from '../reason.ts';

/** When, why and by whom something changed. */
export interface AuditEntry {
  readonly at: Instant;
  /** When the money moved outside the service, if earlier than `at`. Only the books use this time. */
  readonly happened?: Instant | undefined;
  readonly why: Reason;
  /** The person who requested the change; absent if the service acted automatically. */
  readonly by?: By | undefined;
  /** Kept for disputes: the outside system's response, or what an operator entered. */
  readonly evidence?: Evidence | undefined;
}

/** The kinds of object that have a history. */
export const HISTORIES = ['payment', 'refund', 'contract', 'certificate', 'company', 'key'] as const;

/** A line of a history: a change of status, or only new evidence (`from` then equals `to`). */
export interface ChangedStatus {
  readonly what: (typeof HISTORIES)[number];
  readonly id: string;
  /** Null if the object was created by this change. */
  readonly from: string | null;
  readonly to: string;
}

interface Change<What extends ChangedStatus['what'], Row> {
  readonly what: What;
  /** Null for a new object. */
  readonly before: Row | null;
  readonly after: Row;
  readonly entry: AuditEntry;
}

interface RefundChange extends Change<'refund', Refund> {
  readonly payment: Payment;
}

/**
 * One change of an object that has states. In the same transaction, the store derives the history, the events and the
 * entries of the books from the fact. After the commit, the store notifies listeners.
 */
export type Fact =
  | Change<'payment', Payment>
  | RefundChange
  | Change<'contract', Contract>
  | Change<'certificate', CertificateRequest>
  | Change<'company', Company>
  | Change<'key', ApiKey>;

const idOf = (fact: Fact): string => (fact.what === 'certificate' ? fact.after.contractId : fact.after.id);

/** The fact's line in the history. Undefined if the status is unchanged and there is no evidence. */
export const lineOf = (fact: Fact): (ChangedStatus & AuditEntry) | undefined => {
  const { what } = fact;
  const { happened: _, ...entry } = fact.entry;
  const line = { ...entry, what, id: idOf(fact), ...statusesOf(fact) };
  return line.from !== line.to || entry.evidence !== undefined ? line : undefined;
};

const statusesOf = (fact: Fact): Pick<ChangedStatus, 'from' | 'to'> => {
  switch (fact.what) {
    case 'payment':
    case 'refund':
    case 'contract':
    case 'certificate':
      return { from: fact.before?.status ?? null, to: fact.after.status };
    case 'company':
      return { from: fact.before && companyState(fact.before), to: companyState(fact.after) };
    case 'key':
      return { from: fact.before && keyState(fact.before), to: keyState(fact.after) };
  }
};

/** The company and the object to which a fact belongs. A refund belongs to its payment. */
export const subjectOf = (fact: Fact): { readonly companyId: string; readonly subjectId: string } => ({
  companyId: fact.what === 'company' ? fact.after.id : fact.after.companyId,
  subjectId: fact.what === 'refund' ? fact.after.paymentId : idOf(fact),
});

/** A change of a payment, refund or certificate request that metrics count. */
export type Counted =
  | {
      readonly what: 'payment';
      readonly provider: string;
      readonly outcome: Payment['status'];
      /** Why the payment failed; empty if the payment did not fail. */
      readonly reason: string;
    }
  | { readonly what: 'refund'; readonly provider: string; readonly outcome: Refund['status'] }
  | { readonly what: 'certificate'; readonly outcome: CertificateRequest['status'] | 'refused' };

/**
 * The changes that metrics count: each status that a payment or certificate request enters, each status that a refund
 * enters after its creation, and each refusal of a certificate by the authority.
 */
export const countsOf = (fact: Fact): readonly Counted[] => {
  const { from, to } = statusesOf(fact);
  const isEntered = from !== to;
  switch (fact.what) {
    case 'payment': {
      const { provider, status: outcome, failureReason } = fact.after;
      return isEntered ? [{ what: 'payment', provider, outcome, reason: failureReason ?? '' }] : [];
    }
    case 'refund': {
      const { provider, status: outcome } = fact.after;
      return isEntered && fact.before ? [{ what: 'refund', provider, outcome }] : [];
    }
    case 'certificate':
      return [
        ...(fact.before && fact.after.refusals > fact.before.refusals
          ? ([{ what: 'certificate', outcome: 'refused' }] as const)
          : []),
        ...(isEntered ? ([{ what: 'certificate', outcome: fact.after.status }] as const) : []),
      ];
    case 'contract':
    case 'company':
    case 'key':
      return [];
  }
};
