import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import type { NAMING, OwnColumn } from './columns.ts';
import {
  AccountDayEntity,
  AccountMonthEntity,
  ClosingBalanceEntity,
  ClosingEntity,
  EntryEntity,
  EntryUnsummedEntity,
  PostingEntity,
  VoucherEntity,
} from './books.ts';
import { ApiKeyEntity, CompanyCounterEntity, CompanyEntity, ListCountEntity } from './company.ts';
import {
  CertificateNumberEntity,
  CertificateRequestEntity,
  ContractEndingEntity,
  ContractEntity,
  PolicyNumberEntity,
} from './contract.ts';
import { FigureDayEntity, FigureProgressEntity } from './figures.ts';
import { CatalogueEntity, ChangeEntity, DismissalEntity, IdempotencyKeyEntity, JobRunEntity } from './operations.ts';
import { EventEntity, JournalEntity } from './journal.ts';
import {
  NotificationEntity,
  PaymentEntity,
  PaymentPauseEntity,
  PaymentReferenceEntity,
  RefundEntity,
} from './payment.ts';
import {
  StatementDifferenceEntity,
  StatementImportEntity,
  StatementLineEntity,
  StatementReadingEntity,
} from './statement.ts';
import { QuoteEntity } from './quote.ts';
import { PendingUploadEntity, VehicleEntity } from './vehicle.ts';

/** Every table that the store reads or writes. */
export const ENTITIES = [
  AccountDayEntity,
  AccountMonthEntity,
  ApiKeyEntity,
  CatalogueEntity,
  CertificateNumberEntity,
  CertificateRequestEntity,
  ChangeEntity,
  ClosingBalanceEntity,
  ClosingEntity,
  CompanyCounterEntity,
  CompanyEntity,
  ContractEndingEntity,
  ContractEntity,
  DismissalEntity,
  EntryEntity,
  EntryUnsummedEntity,
  EventEntity,
  FigureDayEntity,
  FigureProgressEntity,
  IdempotencyKeyEntity,
  JobRunEntity,
  JournalEntity,
  ListCountEntity,
  NotificationEntity,
  PaymentEntity,
  PaymentPauseEntity,
  PaymentReferenceEntity,
  PendingUploadEntity,
  PolicyNumberEntity,
  PostingEntity,
  QuoteEntity,
  RefundEntity,
  StatementDifferenceEntity,
  StatementImportEntity,
  StatementLineEntity,
  StatementReadingEntity,
  VehicleEntity,
  VoucherEntity,
];

/** The tables by their names, as statements see them. */
export type Tables = InferKyselyDB<(typeof ENTITIES)[number], typeof NAMING>;
export type TableName = keyof Tables;
export type ColumnOf<Name extends TableName> = keyof Tables[Name] & string;

/**
 * The store's own columns of a table: `OwnColumn`, search keys, and ordinals. The core sees only the contract's ordinal
 * in its company's list. A quote also has `paid`. A refund also has the insurer and the coverage of its quote.
 */
export type OwnColumnOf<Name extends TableName> =
  | OwnColumn
  | (Name extends 'vehicle' | 'quote' ? 'ordinal' | 'searchKeys' : never)
  | (Name extends 'quote' ? 'paid' : never)
  | (Name extends 'quote' | 'contract' ? 'vehicleOrdinal' : never)
  | (Name extends 'contract' ? 'quoteOrdinal' : never)
  | (Name extends 'refund' ? 'insurer' | 'coverage' : never);

/** A row as the store reads it, without the store's own columns. */
export type RowOf<Name extends TableName> = Omit<Selectable<Tables[Name]>, OwnColumnOf<Name>>;
