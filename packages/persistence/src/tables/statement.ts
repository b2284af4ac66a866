import { defineEntity } from '@mikro-orm/core';
import type {
  Difference,
  DifferenceKind,
  StatementImport,
  StatementLine,
  StatementReading,
} from '@vehicle-insurance/core';
import {
  amount,
  amountOrNull,
  author,
  date,
  instant,
  instantOrNull,
  lease,
  text,
  textOrNull,
  toSigned,
  fromSigned,
  uuid,
  withDue,
  withoutDue,
  work,
  type Row,
} from './columns.ts';

/** The lines of providers' statements, by the provider's own ids. */
export const StatementLineEntity = defineEntity({
  name: 'StatementLine',
  tableName: 'statement_line',
  properties: {
    provider: text().primary(),
    transactionId: text().primary(),
    kind: text<StatementLine['kind']>().primary(),
    amount: amount(),
    fee: amount(),
    currency: text(),
    reference: textOrNull(),
    at: instant(),
  },
});

export const StatementReadingEntity = defineEntity({
  name: 'StatementReading',
  tableName: 'statement_reading',
  properties: { id: uuid().primary(), provider: text(), day: date(), read: instantOrNull(), ...work, ...lease },
});

/** Append-only: who imported which statement, and why. */
export const StatementImportEntity = defineEntity({
  name: 'StatementImport',
  tableName: 'statement_import',
  properties: {
    id: uuid().primary(),
    at: instant(),
    provider: text(),
    from: date().strictNullable(),
    until: date().strictNullable(),
    lines: amount(),
    kept: amount(),
    mapping: text(),
    why: textOrNull(),
    ...author,
  },
});

/** The discrepancies between statements and our records. */
export const StatementDifferenceEntity = defineEntity({
  name: 'StatementDifference',
  tableName: 'statement_difference',
  properties: {
    companyId: uuid().primary(),
    id: uuid().primary(),
    paymentId: uuid(),
    provider: text(),
    kind: text<DifferenceKind>(),
    subject: text(),
    transactionId: textOrNull(),
    here: amountOrNull(),
    there: amountOrNull(),
    fee: amountOrNull(),
    currency: text(),
    hereCurrency: text(),
    status: text<Difference['status']>(),
    at: instant(),
    found: instant(),
    explanation: textOrNull(),
  },
});

export const toReading = (row: Row<typeof StatementReadingEntity>): StatementReading => withDue(row);
export const fromReading = (reading: StatementReading) => withoutDue(reading);

type ImportRow = Row<typeof StatementImportEntity>;

export const toImport = ({
  id,
  at,
  provider,
  from,
  until,
  lines,
  kept,
  mapping,
  why,
  ...row
}: ImportRow): StatementImport => ({
  ...{ id, at, provider, from, until, lines, kept, mapping, why },
  ...toSigned(row),
});
export const fromImport = ({ by, account, confirmedBy, ...imported }: StatementImport): ImportRow => ({
  ...imported,
  ...fromSigned({ by, account, confirmedBy }),
});
