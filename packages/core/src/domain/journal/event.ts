import type { Instant } from '../../shared/calendar.ts';
import { isSameCertificate } from '../certificate/certificate.ts';
import type { CertificateRequest, CertificateStatus } from '../certificate/certificate-request.ts';
import type { Contract, ContractStatus } from '../contract/contract.ts';
import type { Payment, PaymentStatus } from '../payment/payment.ts';
import type { RefundStatus } from '../payment/refund.ts';
import type { Fact } from './fact.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

/**
 * The types of change that a caller can see (docs/events.md). New types may be added, but no type changes its meaning.
 */
export const EVENT_TYPES = [
  'vehicle.registered',
  'vehicle.changed',
  'quote.created',
  'payment.pending',
  'payment.succeeded',
  'payment.failed',
  'payment.refund_due',
  'payment.refund_manual',
  'payment.refunded',
  'contract.opened',
  'contract.started',
  'contract.ending',
  'contract.expired',
  'contract.cancelled',
  'certificate.pending',
  'certificate.issued',
  'certificate.corrected',
  'certificate.failed',
  'certificate_image.ready',
  'contract_document.ready',
] as const;
/** The type of an event. */
export type EventType = (typeof EVENT_TYPES)[number];

/** One event of a company's journal. Callers read the changed object for the details. */
export interface JournalEvent {
  /** Position in the company's journal, from 1 and without gaps. */
  readonly position: number;
  readonly type: EventType;
  /** The business time of the change. */
  readonly at: Instant;
  /** The vehicle, quote, payment or contract that has changed. */
  readonly subjectId: string;
  /** For a payment, the id of the quote, because callers read payments by quote. Null for any other object. */
  readonly quoteId: string | null;
}

/** The events right after the requested position have been deleted from the journal. */
export interface PositionForgotten {
  readonly code: 'position_forgotten';
}

/** The event for each status that an object can enter; null if there is none. */
export const EVENT_OF = {
  /** Callers never see a payment that is still opening. */
  payment: {
    opening: null,
    pending: 'payment.pending',
    succeeded: 'payment.succeeded',
    failed: 'payment.failed',
  } satisfies EventByStatus<PaymentStatus>,
  /** For callers, a refund is part of its payment. */
  refund: {
    due: 'payment.refund_due',
    manual: 'payment.refund_manual',
    done: 'payment.refunded',
  } satisfies EventByStatus<RefundStatus>,
  contract: {
    pending: 'contract.opened',
    started: 'contract.started',
    expired: 'contract.expired',
  } satisfies EventByStatus<ContractStatus>,
  /** A contract's first certificate request has no event, because `contract.opened` already announces the request. */
  certificate: {
    pending: 'certificate.pending',
    issued: 'certificate.issued',
    failed: 'certificate.failed',
  } satisfies EventByStatus<CertificateStatus>,
} as const;

type EventByStatus<Status extends string> = Readonly<Record<Status, EventType | null>>;

/** The events of a fact, in order. */
export const eventsOf = (fact: Fact): readonly EventType[] => {
  switch (fact.what) {
    case 'payment':
      return eventsOfPayment(fact.before?.status ?? null, fact.after);
    case 'refund': {
      const { before, after, payment } = fact;
      // Callers see only the refund of a payment's own session, never the refund of a duplicate session.
      const isShown =
        payment.provider === after.provider && payment.session?.id === after.sessionId && payment.duplicateOf === null;
      return isShown ? eventsOfStatus(EVENT_OF.refund, before?.status ?? null, after.status) : [];
    }
    case 'contract':
      return eventsOfContract(fact.before, fact.after);
    case 'certificate':
      return fact.before ? eventsOfCertificate(fact.before, fact.after) : [];
    case 'company':
    case 'key':
      return [];
  }
};

const eventsOfStatus = <Status extends string>(
  events: EventByStatus<Status>,
  from: Status | null,
  to: Status,
): readonly EventType[] => {
  const type = from === to ? null : events[to];
  return type === null ? [] : [type];
};

/** Callers never see a payment for a duplicate session. */
const eventsOfPayment = (from: PaymentStatus | null, { status, duplicateOf }: Payment): readonly EventType[] =>
  duplicateOf === null ? eventsOfStatus(EVENT_OF.payment, from, status) : [];

const eventsOfContract = (before: Contract | null, after: Contract): readonly EventType[] => [
  ...eventsOfStatus(EVENT_OF.contract, before?.status ?? null, after.status),
  ...(after.cancelled && !before?.cancelled ? (['contract.cancelled'] as const) : []),
  ...(isStored(before, after, 'certificateImage') ? (['certificate_image.ready'] as const) : []),
  ...(isStored(before, after, 'contractDocument') ? (['contract_document.ready'] as const) : []),
];

const isStored = (before: Contract | null, { documents }: Contract, file: keyof Contract['documents']): boolean =>
  documents[file] !== null && documents[file] !== before?.documents[file];

const eventsOfCertificate = (before: CertificateRequest, after: CertificateRequest): readonly EventType[] =>
  before.status === 'issued' && !isSameCertificate(before.certificate, after.certificate)
    ? ['certificate.corrected']
    : eventsOfStatus(EVENT_OF.certificate, before.status, after.status);

/** The events of a change to a vehicle. */
export const eventsOfVehicle = (before: Vehicle, after: Vehicle): readonly EventType[] =>
  before.externalId === after.externalId ? [] : ['vehicle.changed'];
