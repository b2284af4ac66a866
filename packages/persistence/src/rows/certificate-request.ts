import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type {
  AcceptedRequest,
  Certificate,
  CertificateConcern,
  CertificateRequest,
  CertificateStatus,
  ConcernKind,
} from '@vehicle-insurance/core';
import { dueColumns, fromDue, instant, instantOrNull, toDue } from './columns.ts';

export const CertificateRequestRow = defineEntity({
  name: 'CertificateRequestRow',
  tableName: 'certificate_request',
  properties: {
    company_id: p.uuid().primary(),
    contract_id: p.uuid().primary(),
    status: p.string().$type<CertificateStatus>(),
    request_number: p.string().strictNullable(),
    request_reference: p.string().strictNullable(),
    accepted_at: p.string().strictNullable(),
    certificate: p.json<Certificate>().strictNullable(),
    attached: p.boolean(),
    refusals: p.integer(),
    first_refused: p.string().strictNullable(),
    refusal: p.string().strictNullable(),
    concern: p.string().$type<ConcernKind>().strictNullable(),
    concern_why: p.string().strictNullable(),
    concern_since: p.string().strictNullable(),
    answered: p.integer(),
    created: p.string(),
    ...dueColumns,
  },
});
export type CertificateRequestRow = InferEntity<typeof CertificateRequestRow>;

export const toCertificateRequest = (row: CertificateRequestRow): CertificateRequest => ({
  contractId: row.contract_id,
  companyId: row.company_id,
  status: row.status,
  accepted: acceptance(row),
  certificate: row.certificate,
  attached: row.attached,
  refusals: row.refusals,
  firstRefused: instantOrNull(row.first_refused),
  refusal: row.refusal,
  concern: concernIn(row),
  answered: row.answered,
  created: instant(row.created),
  due: toDue(row),
});

const concernIn = ({
  concern: kind,
  concern_why: why,
  concern_since,
}: CertificateRequestRow): CertificateConcern | null =>
  kind === null || why === null || concern_since === null ? null : { kind, why, since: instant(concern_since) };

const acceptance = ({
  request_number,
  request_reference,
  accepted_at,
}: CertificateRequestRow): AcceptedRequest | null =>
  request_number === null || request_reference === null || accepted_at === null
    ? null
    : { requestNumber: request_number, requestReference: request_reference, at: instant(accepted_at) };

export const fromCertificateRequest = (request: CertificateRequest) => ({
  company_id: request.companyId,
  contract_id: request.contractId,
  status: request.status,
  request_number: request.accepted?.requestNumber ?? null,
  request_reference: request.accepted?.requestReference ?? null,
  accepted_at: request.accepted?.at ?? null,
  certificate: request.certificate,
  attached: request.attached,
  refusals: request.refusals,
  first_refused: request.firstRefused,
  refusal: request.refusal,
  concern: request.concern?.kind ?? null,
  concern_why: request.concern?.why ?? null,
  concern_since: request.concern?.since ?? null,
  answered: request.answered,
  created: request.created,
  ...fromDue(request.due),
});
