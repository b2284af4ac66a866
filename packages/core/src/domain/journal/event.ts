import type { Instant } from '../../shared/calendar.ts';
import type { CertificateRequest, CertificateStatus } from '../certificate/certificate-request.ts';
import type { Contract, ContractStatus } from '../contract/contract.ts';
import type { PaymentStatus } from '../payment/payment.ts';
import type { RefundStatus } from '../payment/refund.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

/** Everything a caller can see change (docs/events.md). A type that exists keeps its meaning; new ones may be added. */
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
  'contract.expired',
  'contract.cancelled',
  'certificate.pending',
  'certificate.issued',
  'certificate.corrected',
  'certificate.failed',
  'certificate_image.ready',
  'contract_document.ready',
] as const;
/** What has happened, as a caller would say it. */
export type EventType = (typeof EVENT_TYPES)[number];

/** One change of a company's journal: what has happened to what. Reading the thing tells the rest. */
export interface JournalEvent {
  /** Place in the company's journal, from 1 and without gaps. */
  readonly position: number;
  readonly type: EventType;
  /** The business time of the change. */
  readonly at: Instant;
  /** The vehicle, quote, payment or contract that has changed. */
  readonly subjectId: string;
  /** The quote of a payment, by which callers read it; null of anything else. */
  readonly quoteId: string | null;
}

/** The journal no longer has what followed this position. */
export interface PositionForgotten {
  readonly code: 'position_forgotten';
}

/** What a payment's status tells callers, who never see one that is still opening. */
export const EVENT_OF_PAYMENT: Readonly<Record<PaymentStatus, EventType | null>> = {
  opening: null,
  pending: 'payment.pending',
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
};

/** What a refund's status tells callers: it is part of its payment. */
export const EVENT_OF_REFUND: Readonly<Record<RefundStatus, EventType>> = {
  due: 'payment.refund_due',
  manual: 'payment.refund_manual',
  done: 'payment.refunded',
};

/** What a contract's status tells callers. */
export const EVENT_OF_CONTRACT: Readonly<Record<ContractStatus, EventType>> = {
  pending: 'contract.opened',
  started: 'contract.started',
  expired: 'contract.expired',
};

/** What a certificate's status tells callers, once it has changed: the contract that is opened tells the first. */
export const EVENT_OF_CERTIFICATE: Readonly<Record<CertificateStatus, EventType>> = {
  pending: 'certificate.pending',
  issued: 'certificate.issued',
  failed: 'certificate.failed',
};

/** What a change of status tells callers; `from` is null of what is new. */
export const eventsOfStatus = <Status extends string>(
  told: Readonly<Record<Status, EventType | null>>,
  from: Status | null,
  to: Status,
): readonly EventType[] => {
  const type = from === to ? null : told[to];
  return type === null ? [] : [type];
};

/** What callers see of a contract that was `before`, null when it is opened. */
export const eventsOfContract = (before: Contract | null, after: Contract): readonly EventType[] => [
  ...eventsOfStatus(EVENT_OF_CONTRACT, before?.status ?? null, after.status),
  ...(after.cancelled && !before?.cancelled ? (['contract.cancelled'] as const) : []),
  ...(isStored(before, after, 'certificateImage') ? (['certificate_image.ready'] as const) : []),
  ...(isStored(before, after, 'contractDocument') ? (['contract_document.ready'] as const) : []),
];

const isStored = (before: Contract | null, { documents }: Contract, file: keyof Contract['documents']): boolean =>
  documents[file] !== null && documents[file] !== before?.documents[file];

/** What of an issued certificate can be corrected. */
const CORRECTABLE = ['certificateNumber', 'pdfLink', 'imageLink', 'qrCodeLink'] as const;

/** What callers see of a certificate that is no longer as it was `before`. */
export const eventsOfCertificate = (before: CertificateRequest, after: CertificateRequest): readonly EventType[] =>
  before.status === 'issued' && CORRECTABLE.some((field) => before.certificate?.[field] !== after.certificate?.[field])
    ? ['certificate.corrected']
    : eventsOfStatus(EVENT_OF_CERTIFICATE, before.status, after.status);

/** What callers see of a vehicle that was `before`. */
export const eventsOfVehicle = (before: Vehicle, after: Vehicle): readonly EventType[] =>
  before.externalId === after.externalId ? [] : ['vehicle.changed'];
