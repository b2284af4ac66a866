import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Cancellation, Contract, ContractStatus, LocalDate } from '@vehicle-insurance/core';
import { dueColumns, fromDue, instant, toDue } from './columns.ts';

export const ContractRow = defineEntity({
  name: 'ContractRow',
  tableName: 'contract',
  properties: {
    company_id: p.uuid().primary(),
    id: p.uuid().primary(),
    ordinal: p.integer(),
    quote_id: p.uuid(),
    vehicle_id: p.uuid(),
    payment_id: p.uuid(),
    policy_number: p.string(),
    status: p.string().$type<ContractStatus>(),
    start_date: p.string().$type<LocalDate>(),
    end_date: p.string().$type<LocalDate>(),
    paid_on: p.string().$type<LocalDate>(),
    certificate_image: p.string().strictNullable(),
    contract_document: p.string().strictNullable(),
    overlapping: p.boolean(),
    cancelled_at: p.string().strictNullable(),
    cancelled_reason: p.string().strictNullable(),
    created: p.string(),
    updated: p.string(),
    ...dueColumns,
  },
});
export type ContractRow = InferEntity<typeof ContractRow>;

export const toContract = (row: ContractRow): Contract => ({
  id: row.id,
  companyId: row.company_id,
  quoteId: row.quote_id,
  vehicleId: row.vehicle_id,
  paymentId: row.payment_id,
  ordinal: row.ordinal,
  policyNumber: row.policy_number,
  status: row.status,
  startDate: row.start_date,
  endDate: row.end_date,
  paidOn: row.paid_on,
  documents: { certificateImage: row.certificate_image, contractDocument: row.contract_document },
  documentsDue: toDue(row),
  overlaps: row.overlapping,
  cancelled: cancellation(row),
  created: instant(row.created),
  updated: instant(row.updated),
});

const cancellation = ({ cancelled_at, cancelled_reason }: ContractRow): Cancellation | null =>
  cancelled_at === null || cancelled_reason === null ? null : { at: instant(cancelled_at), reason: cancelled_reason };

export const fromContract = (contract: Contract) => ({
  company_id: contract.companyId,
  id: contract.id,
  ordinal: contract.ordinal,
  quote_id: contract.quoteId,
  vehicle_id: contract.vehicleId,
  payment_id: contract.paymentId,
  policy_number: contract.policyNumber,
  status: contract.status,
  start_date: contract.startDate,
  end_date: contract.endDate,
  paid_on: contract.paidOn,
  certificate_image: contract.documents.certificateImage,
  contract_document: contract.documents.contractDocument,
  overlapping: contract.overlaps,
  cancelled_at: contract.cancelled?.at ?? null,
  cancelled_reason: contract.cancelled?.reason ?? null,
  created: contract.created,
  updated: contract.updated,
  ...fromDue(contract.documentsDue),
});
