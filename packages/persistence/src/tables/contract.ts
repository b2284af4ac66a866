import { defineEntity } from '@mikro-orm/core';
import type {
  Annulment,
  Cancellation,
  Certificate,
  CertificateRequest,
  CertificateStatus,
  ConcernKind,
  Contract,
  ContractStatus,
  Problem,
} from '@vehicle-insurance/core';
import {
  amount,
  date,
  flag,
  fromDue,
  instant,
  instantOrNull,
  integer,
  integerOrNull,
  jsonOrNull,
  lease,
  text,
  textOrNull,
  toDue,
  uuid,
  type Row,
  work,
} from './columns.ts';

export const ContractEntity = defineEntity({
  name: 'Contract',
  tableName: 'contract',
  properties: {
    companyId: uuid().primary(),
    id: uuid().primary(),
    ordinal: amount(),
    quoteId: uuid(),
    vehicleId: uuid(),
    vehicleOrdinal: amount(),
    quoteOrdinal: amount(),
    paymentId: uuid(),
    policyNumber: text(),
    status: text<ContractStatus>(),
    startDate: date(),
    endDate: date(),
    paidOn: date(),
    authorityCode: textOrNull(),
    certificateImage: textOrNull(),
    contractDocument: textOrNull(),
    overlapping: flag(),
    cancelledAt: instantOrNull(),
    cancelledReason: textOrNull(),
    cancellation: jsonOrNull<Omit<Cancellation, 'at' | 'reason'>>(),
    created: instant(),
    updated: instant(),
    ...work,
    ...lease,
  },
});

/** The notices of a contract's end that its company has not received yet. */
export const ContractEndingEntity = defineEntity({
  name: 'ContractEnding',
  tableName: 'contract_ending',
  properties: { companyId: uuid().primary(), contractId: uuid().primary(), due: date(), announced: integerOrNull() },
});

/** The company of each policy number, which is unique over all companies. */
export const PolicyNumberEntity = defineEntity({
  name: 'PolicyNumber',
  tableName: 'policy_number',
  properties: { policyNumber: text().primary(), companyId: uuid(), searchKey: text().default('') },
});

export const CertificateRequestEntity = defineEntity({
  name: 'CertificateRequest',
  tableName: 'certificate_request',
  properties: {
    companyId: uuid().primary(),
    contractId: uuid().primary(),
    status: text<CertificateStatus>(),
    requestNumber: textOrNull(),
    requestReference: textOrNull(),
    acceptedAt: instantOrNull(),
    certificate: jsonOrNull<Certificate>(),
    attached: instantOrNull(),
    refusals: integer(),
    firstRefused: instantOrNull(),
    refusal: jsonOrNull<Problem>(),
    annulment: textOrNull<Annulment>(),
    concern: textOrNull<ConcernKind>(),
    concernWhy: jsonOrNull<Problem>(),
    concernSince: instantOrNull(),
    answered: integer(),
    created: instant(),
    ...work,
    ...lease,
  },
});

/** The contract of each certificate number, which is unique over all companies. */
export const CertificateNumberEntity = defineEntity({
  name: 'CertificateNumber',
  tableName: 'certificate_number',
  properties: { certificateNumber: text().primary(), companyId: uuid(), contractId: uuid() },
});

type ContractRow = Omit<Row<typeof ContractEntity>, 'vehicleOrdinal' | 'quoteOrdinal'>;

export const toContract = ({
  overlapping,
  dueAt,
  attempts,
  lastError,
  failingSince,
  ...row
}: ContractRow): Contract => ({
  ...toContractShown(row),
  documentsDue: toDue({ dueAt, attempts, lastError, failingSince }),
  overlaps: overlapping,
});

/** The contract as callers see it, from some of the columns. */
export const toContractShown = <Some extends Pick<ContractRow, keyof Contract['documents']> & CancellationColumns>({
  certificateImage,
  contractDocument,
  cancelledAt,
  cancelledReason,
  cancellation,
  ...row
}: Some) => ({
  ...row,
  documents: { certificateImage, contractDocument },
  cancelled: toCancellation({ cancelledAt, cancelledReason, cancellation }),
});

type CancellationColumns = Pick<ContractRow, 'cancelledAt' | 'cancelledReason' | 'cancellation'>;

/** Null if the contract is not cancelled. */
export const toCancellation = ({
  cancelledAt: at,
  cancelledReason: reason,
  cancellation,
}: CancellationColumns): Cancellation | null =>
  at === null || reason === null || cancellation === null ? null : { at, reason, ...cancellation };

const fromCancellation = (cancelled: Cancellation | null): CancellationColumns => {
  if (cancelled === null) return { cancelledAt: null, cancelledReason: null, cancellation: null };
  const { at, reason, ...cancellation } = cancelled;
  return { cancelledAt: at, cancelledReason: reason, cancellation };
};

export const fromContract = ({ documents, documentsDue, overlaps, cancelled, ...contract }: Contract) => ({
  ...contract,
  ...documents,
  overlapping: overlaps,
  ...fromCancellation(cancelled),
  ...fromDue(documentsDue),
});

export const toCertificateRequest = ({
  requestNumber,
  requestReference,
  acceptedAt,
  concern,
  concernWhy,
  concernSince,
  dueAt,
  attempts,
  lastError,
  failingSince,
  ...row
}: Row<typeof CertificateRequestEntity>): CertificateRequest => ({
  ...row,
  accepted:
    requestNumber === null || requestReference === null || acceptedAt === null
      ? null
      : { requestNumber, requestReference, at: acceptedAt },
  concern:
    concern === null || concernWhy === null || concernSince === null
      ? null
      : { kind: concern, why: concernWhy, since: concernSince },
  due: toDue({ dueAt, attempts, lastError, failingSince }),
});

export const fromCertificateRequest = ({ accepted, concern, due, ...request }: CertificateRequest) => ({
  ...request,
  requestNumber: accepted?.requestNumber ?? null,
  requestReference: accepted?.requestReference ?? null,
  acceptedAt: accepted?.at ?? null,
  concern: concern?.kind ?? null,
  concernWhy: concern?.why ?? null,
  concernSince: concern?.since ?? null,
  ...fromDue(due),
});
