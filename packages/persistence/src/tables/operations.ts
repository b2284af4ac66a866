import { defineEntity } from '@mikro-orm/core';
import type {
  ActionItemKind,
  AuditEntry,
  CatalogueDefinition,
  Change,
  ChangedStatus,
  Evidence,
  Job,
  Reason,
} from '@vehicle-insurance/core';
import {
  author,
  fromAuthor,
  instant,
  integer,
  json,
  jsonOrNull,
  lease,
  serialNumber,
  text,
  textOrNull,
  toSigned,
  uuid,
  type Row,
} from './columns.ts';

/** The audit entries: append-only. */
export const ChangeEntity = defineEntity({
  name: 'Change',
  tableName: 'change',
  properties: {
    companyId: uuid().primary(),
    subjectId: uuid().primary(),
    number: serialNumber().primary(),
    what: text<Change['what']>(),
    fromStatus: textOrNull(),
    toStatus: text(),
    at: instant(),
    why: json<Reason>(),
    ...author,
    evidence: jsonOrNull<Evidence>(),
  },
});

export const CatalogueEntity = defineEntity({
  name: 'Catalogue',
  tableName: 'catalogue',
  properties: { version: integer().primary(), definition: json<CatalogueDefinition>(), loadedBy: text() },
});

export const DismissalEntity = defineEntity({
  name: 'Dismissal',
  tableName: 'dismissal',
  properties: {
    companyId: uuid().primary(),
    subjectId: uuid().primary(),
    kind: text<ActionItemKind>().primary(),
    at: instant(),
  },
});

export const JobRunEntity = defineEntity({
  name: 'JobRun',
  tableName: 'job_run',
  properties: { job: text<Job>().primary(), at: instant() },
});

/**
 * `id` is the id of the object that the request creates. `answer` is the response, or null until the response is known.
 */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    companyId: uuid().primary(),
    key: text().primary(),
    fingerprint: text(),
    id: uuid(),
    answer: textOrNull(),
    expires: instant(),
    ...lease,
  },
});

export const toChange = (row: Omit<Row<typeof ChangeEntity>, 'companyId' | 'number'>): Change => ({
  what: row.what,
  id: row.subjectId,
  from: row.fromStatus,
  to: row.toStatus,
  at: row.at,
  why: row.why,
  ...toSigned(row),
  ...(row.evidence !== null && { evidence: row.evidence }),
});

export const fromChange = (companyId: string, change: ChangedStatus & AuditEntry) => ({
  companyId,
  subjectId: change.id,
  what: change.what,
  fromStatus: change.from,
  toStatus: change.to,
  at: change.at,
  why: change.why,
  ...fromAuthor(change.by),
  evidence: change.evidence ?? null,
});
