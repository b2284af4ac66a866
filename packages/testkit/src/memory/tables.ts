import {
  LIVE_STATES,
  type ApiKey,
  type Bookkeeping,
  type CatalogueVersion,
  type CertificateOwner,
  type CertificateRequest,
  type Change,
  type Closing,
  type Company,
  type Contract,
  type Difference,
  type Dismissal,
  type EndingNotices,
  type Entry,
  type EventType,
  type Instant,
  type Job,
  type KeyedRequest,
  type PendingUpload,
  type NewKey,
  type RecordedEntry,
  type Notification,
  type Payment,
  type Quote,
  type Refund,
  type StatementImport,
  type StatementLine,
  type StatementReading,
  type Vehicle,
  type Voucher,
} from '@vehicle-insurance/core';
import { memoryLocks, type Locks } from './locks.ts';
import { keyIn, table } from './table.ts';

/** A lease on a work item. `until` is in the store's own time. */
export interface Lease {
  readonly item: string;
  readonly token: string | null;
  readonly until: number;
}

/** A stored idempotency key with its lease. `leasedUntil` is in the store's own time. */
export interface KeptKey extends KeyedRequest, NewKey {
  readonly answer: string | null;
  readonly lease: string | null;
  readonly leasedUntil: number;
}

/** The notices of a contract's end. `due` is null after the last notice. */
interface OwnedNotices extends Owned<'contractId'>, Pick<EndingNotices, 'announced'> {
  readonly due: EndingNotices['due'] | null;
}

export type Tables = ReturnType<typeof memoryTables>;

/** The key of a dismissal. Each subject has at most one dismissal for each kind of problem. */
export const dismissalKey = ({ companyId, id, kind }: Omit<Dismissal, 'at'>): string =>
  `${keyIn(companyId, id)} ${kind}`;

const id = (row: { readonly id: string }): string => row.id;
const own = ({ companyId, id }: { readonly companyId: string; readonly id: string }): string => keyIn(companyId, id);

type Owned<Name extends string> = Readonly<Record<'companyId' | Name, string>>;
const ofCompany = { companies: ({ companyId }: Owned<never>) => companyId };
const ofQuote = { quotes: ({ companyId, quoteId }: Owned<'quoteId'>) => keyIn(companyId, quoteId) };
const ofPayment = { payments: ({ companyId, paymentId }: Owned<'paymentId'>) => keyIn(companyId, paymentId) };
const ofVehicle = { vehicles: ({ companyId, vehicleId }: Owned<'vehicleId'>) => keyIn(companyId, vehicleId) };
const ofContract = ({ companyId, contractId }: Owned<'contractId'>): string => keyIn(companyId, contractId);

const memoryTables = () => ({
  companies: table<Company>('company', id, { unique: [({ name }) => name, ({ number }) => String(number)] }),
  apiKeys: table<ApiKey>('API key', id, { unique: [({ hash }) => hash, ({ prefix }) => prefix], refersTo: ofCompany }),
  catalogues: table<CatalogueVersion>('catalogue', ({ version }) => String(version)),
  vehicles: table<Vehicle>('vehicle', own, {
    unique: [
      ({ companyId, licencePlate }) => keyIn(companyId, licencePlate),
      ({ companyId, externalId }) => (externalId === null ? null : keyIn(companyId, externalId)),
    ],
    refersTo: ofCompany,
  }),
  quotes: table<Quote>('quote', own, { refersTo: ofVehicle }),
  payments: table<Payment>('payment', own, {
    unique: [id, (payment) => (isLive(payment) ? keyIn(payment.companyId, payment.quoteId) : null)],
    refersTo: ofQuote,
  }),
  refunds: table<Refund>('refund', own, {
    unique: [({ companyId, sessionId }) => keyIn(companyId, sessionId)],
    refersTo: ofPayment,
  }),
  notifications: table<Notification>('notification', id),
  switches: table<{ readonly name: 'payments paused'; readonly pause: RecordedEntry | null }>(
    'switch',
    ({ name }) => name,
  ),
  counters: table<{ readonly companyId: string; readonly contracts: number }>('counter', ({ companyId }) => companyId),
  contracts: table<Contract>('contract', own, {
    unique: [({ companyId, quoteId }) => keyIn(companyId, quoteId), ({ policyNumber }) => policyNumber],
    refersTo: { ...ofQuote, ...ofPayment },
  }),
  endingNotices: table<OwnedNotices>('notices of an end', ofContract, { refersTo: { contracts: ofContract } }),
  certificateRequests: table<CertificateRequest>('certificate request', ofContract, {
    refersTo: { contracts: ofContract },
  }),
  certificateNumbers: table<{ readonly number: string; readonly owner: CertificateOwner | null }>(
    'certificate number',
    ({ number }) => number,
  ),
  pendingUploads: table<PendingUpload>('pending upload', own),
  dismissals: table<Dismissal>('dismissal', dismissalKey),
  statementLines: table<StatementLine>('statement line', ({ provider, transactionId, kind }) =>
    keyIn(provider, transactionId, kind),
  ),
  statementReadings: table<StatementReading>('statement reading', id, {
    unique: [({ provider, day }) => keyIn(provider, day)],
  }),
  statementImports: table<StatementImport>('statement import', id),
  differences: table<Difference>('difference', own, {
    unique: [({ companyId, paymentId, provider, subject }) => keyIn(companyId, paymentId, provider, subject)],
    refersTo: ofPayment,
  }),
  leases: table<Lease>('lease', ({ item }) => item),
  entries: table<Entry>('entry', own, {
    unique: [
      ({ companyId, cause, subjectId, paymentId }) => (paymentId === null ? null : keyIn(companyId, cause, subjectId)),
    ],
    refersTo: ofCompany,
  }),
  vouchers: table<Voucher>('voucher', id, { unique: [({ reverses }) => reverses] }),
});

export const TABLE_NAMES = Object.keys(memoryTables()) as readonly (keyof Tables)[];

/** A quote may have only one live payment. */
export const isLive = ({ status }: Payment): boolean => LIVE_STATES.some((live) => live === status);

/** An audit entry, with its company. */
export interface OwnedChange {
  readonly companyId: string;
  readonly line: Change;
}

/** A change that a caller can see. */
export interface OwnedEvent {
  readonly companyId: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly at: Instant;
}

/** All data of the store, and its locks. */
export interface Memory {
  readonly tables: Tables;
  readonly history: OwnedChange[];
  readonly closings: Closing[];
  /** The number of the closing of each closed entry, by the entry's key. */
  readonly closed: Map<string, number>;
  readonly events: OwnedEvent[];
  /** For each company, the position up to which events were deleted. */
  readonly forgotten: Map<string, number>;
  readonly lastRuns: Partial<Record<Job, Instant>>;
  readonly locks: Locks;
  /** Idempotency keys, by company and key. */
  readonly keys: Map<string, KeptKey>;
  /** Milliseconds of real time, for leases. */
  readonly elapsed: () => number;
  readonly bookkeeping: Bookkeeping;
}

export const emptyMemory = (elapsed: () => number, bookkeeping: Bookkeeping): Memory => ({
  tables: memoryTables(),
  history: [],
  closings: [],
  closed: new Map(),
  events: [],
  forgotten: new Map(),
  lastRuns: {},
  locks: memoryLocks(),
  keys: new Map(),
  elapsed,
  bookkeeping,
});
