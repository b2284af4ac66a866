import {
  LIVE_STATES,
  type ApiKey,
  type CatalogueVersion,
  type CertificateOwner,
  type CertificateRequest,
  type Change,
  type Company,
  type Contract,
  type Dismissal,
  type Instant,
  type Job,
  type KeyedRequest,
  type LooseDocument,
  type NewKey,
  type Note,
  type Notice,
  type Payment,
  type Quote,
  type Refund,
  type Vehicle,
} from '@vehicle-insurance/core';
import { memoryLocks, type Locks } from './locks.ts';
import { table } from './table.ts';

/** Who works on a piece of work, and until when on the store's own clock. */
export interface Lease {
  readonly item: string;
  readonly token: string | null;
  readonly until: number;
}

/** What is kept of a request's key, and who answers it until when on the store's own clock. */
export interface KeptKey extends KeyedRequest, NewKey {
  readonly answer: string | null;
  readonly lease: string | null;
  readonly leasedUntil: number;
}

/** Everything the store keeps. */
export type Tables = ReturnType<typeof memoryTables>;

/** What a company's own is found by; notices, which know no company, have an empty one. */
export const keyIn = (companyId: string, id: string): string => `${companyId}/${id}`;

/** What a dismissal is found by: of one kind of trouble with one thing there is one. */
export const dismissalKey = ({ companyId, id, kind }: Omit<Dismissal, 'at'>): string =>
  `${keyIn(companyId, id)} ${kind}`;

const own = ({ companyId, id }: { readonly companyId: string; readonly id: string }): string => keyIn(companyId, id);
const id = (row: { readonly id: string }): string => row.id;

const memoryTables = () => ({
  companies: table<Company>('company', id, [({ name }) => name, ({ number }) => String(number)]),
  apiKeys: table<ApiKey>('API key', id, [({ hash }) => hash]),
  catalogues: table<CatalogueVersion>('catalogue', ({ version }) => String(version)),
  vehicles: table<Vehicle>('vehicle', own, [
    ({ companyId, licencePlate }) => keyIn(companyId, licencePlate),
    ({ companyId, externalId }) => (externalId === null ? null : keyIn(companyId, externalId)),
  ]),
  quotes: table<Quote>('quote', own),
  payments: table<Payment>('payment', own, [
    id,
    ({ companyId, quoteId, status }) => (isLive(status) ? keyIn(companyId, quoteId) : null),
  ]),
  refunds: table<Refund>('refund', own, [({ companyId, sessionId }) => keyIn(companyId, sessionId)]),
  notices: table<Notice>('notice', id),
  switches: table<{ readonly name: 'payments paused'; readonly pause: Note | null }>('switch', ({ name }) => name),
  counters: table<{ readonly companyId: string; readonly contracts: number }>('counter', ({ companyId }) => companyId),
  contracts: table<Contract>('contract', own, [
    ({ companyId, quoteId }) => keyIn(companyId, quoteId),
    ({ policyNumber }) => policyNumber,
  ]),
  certificateRequests: table<CertificateRequest>('certificate request', ({ companyId, contractId }) =>
    keyIn(companyId, contractId),
  ),
  certificateNumbers: table<{ readonly number: string; readonly owner: CertificateOwner | null }>(
    'certificate number',
    ({ number }) => number,
  ),
  looseDocuments: table<LooseDocument>('loose document', own),
  dismissals: table<Dismissal>('dismissal', dismissalKey),
  leases: table<Lease>('lease', ({ item }) => item),
});

const isLive = (status: Payment['status']): boolean => LIVE_STATES.some((live) => live === status);

/** The store itself: its tables, the history, and who waits for whom. */
export interface Memory {
  readonly tables: Tables;
  readonly history: Change[];
  readonly lastRuns: Partial<Record<Job, Instant>>;
  readonly locks: Locks;
  /** Idempotency keys, by company and key. */
  readonly keys: Map<string, KeptKey>;
  /** Milliseconds of real time, for leases. */
  readonly elapsed: () => number;
}

export const emptyMemory = (elapsed: () => number): Memory => ({
  tables: memoryTables(),
  history: [],
  lastRuns: {},
  locks: memoryLocks(),
  keys: new Map(),
  elapsed,
});
