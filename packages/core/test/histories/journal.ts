import {
  certificateMachine,
  contractMachine,
  LIVE_STATES,
  paymentMachine,
  refundMachine,
  type CertificateRequest,
  type Clock,
  type Contract,
  type Due,
  type Notification,
  type AuditEntry,
  type Payment,
  type Refund,
} from '@vehicle-insurance/core';

/** One row as a unit of work kept it. */
export type Write =
  | { readonly what: 'payment'; readonly row: Payment; readonly note: AuditEntry }
  | { readonly what: 'refund'; readonly row: Refund; readonly note: AuditEntry }
  | { readonly what: 'contract'; readonly row: Contract; readonly note: AuditEntry }
  | { readonly what: 'certificate'; readonly row: CertificateRequest; readonly note: AuditEntry }
  | { readonly what: 'notice'; readonly row: Notification; readonly note?: undefined };

/** What was committed, write by write, and which laws it broke. */
export interface Journal {
  readonly payments: ReadonlyMap<string, Payment>;
  readonly refunds: ReadonlyMap<string, Refund>;
  /** The sessions whose money goes back because it came too late for a payment that was still waiting for it. */
  readonly late: ReadonlySet<string>;
  /** The sessions whose money an operator has given back, by a transfer of their own. */
  readonly transferred: ReadonlySet<string>;
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly requests: ReadonlyMap<string, CertificateRequest>;
  /** Every status a payment has had, with the moment at which it got it. */
  readonly statuses: ReadonlyMap<string, readonly { readonly status: Payment['status']; readonly since: number }[]>;
  /** A number that grows with everything that happens. */
  moment(): number;
  commit(writes: readonly Write[]): void;
  /** Somebody is asking the provider about a payment. */
  asked(paymentId: string): void;
  broke(law: string): void;
  readonly broken: readonly string[];
}

const MACHINES = {
  payment: paymentMachine.table,
  refund: refundMachine.table,
  contract: contractMachine.table,
  certificate: certificateMachine.table,
} as const;
/** In which states a row is made: a session too many becomes an attempt that has failed already. */
const BEGINNINGS = {
  payment: ['opening', 'failed'],
  refund: ['due'],
  contract: ['pending'],
  certificate: ['pending'],
} as const;

export const journal = (clock: Clock): Journal => {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const late = new Set<string>();
  const transferred = new Set<string>();
  const contracts = new Map<string, Contract>();
  const requests = new Map<string, CertificateRequest>();
  const statuses = new Map<string, { status: Payment['status']; since: number }[]>();
  const noticedAt = new Map<string, number>();
  const askedAt = new Map<string, number>();
  const broken: string[] = [];
  let moment = 0;

  const broke = (law: string): void => void broken.push(`${law} (at ${clock.now()})`);
  const moves = (what: keyof typeof MACHINES, from: string | undefined, to: string): void => {
    if (from === to) return;
    const table = MACHINES[what] as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const legal =
      from === undefined
        ? BEGINNINGS[what].some((state) => state === to)
        : Object.values(table[from] ?? {}).includes(to);
    if (!legal) broke(`a ${what} went from ${from ?? 'nothing'} to ${to}`);
  };
  const waitsFor = (what: string, due: Due | null): void => {
    if (!due) broke(`${what} waits for nothing`);
  };

  const keepPayment = (row: Payment, { why, by }: AuditEntry): void => {
    const before = payments.get(row.id);
    moves('payment', before?.status, row.status);
    if (row.status === 'opening' || row.status === 'pending') waitsFor(`a payment that is ${row.status}`, row.due);
    const isOverdue = (askedAt.get(row.id) ?? 0) < (noticedAt.get(row.id) ?? 0);
    if (before && by === undefined && isOverdue && row.due && row.due.at > clock.now())
      broke('an appointment was made over a notification that nobody has looked into');
    if (why === 'a notification came') noticedAt.set(row.id, moment);
    if (before?.status !== row.status)
      statuses.set(row.id, [...(statuses.get(row.id) ?? []), { status: row.status, since: moment }]);
    payments.set(row.id, row);
    const live = [...payments.values()].filter(
      ({ quoteId, status }) => quoteId === row.quoteId && LIVE_STATES.some((state) => state === status),
    );
    if (live.length > 1) broke('a quote has two live payments');
  };
  const keepRefund = (row: Refund, { why }: AuditEntry): void => {
    const before = refunds.get(row.sessionId);
    if (before && before.id !== row.id) return;
    moves('refund', before?.status, row.status);
    if (row.status === 'due') waitsFor('a refund', row.due);
    if (!before && why === 'expired') late.add(row.sessionId);
    if (why.startsWith('given back by hand')) transferred.add(row.sessionId);
    refunds.set(row.sessionId, row);
  };
  const keepRequest = (row: CertificateRequest): void => {
    moves('certificate', requests.get(row.contractId)?.status, row.status);
    if (row.status === 'pending') waitsFor('a certificate', row.due);
    requests.set(row.contractId, row);
  };
  const keepContract = (row: Contract): void => {
    moves('contract', contracts.get(row.id)?.status, row.status);
    const { certificateImage, contractDocument } = row.documents;
    const isIssued = requests.get(row.id)?.status === 'issued';
    if (isIssued && (certificateImage === null || contractDocument === null))
      waitsFor('a missing document', row.documentsDue);
    contracts.set(row.id, row);
  };

  return {
    payments,
    refunds,
    late,
    transferred,
    contracts,
    requests,
    statuses,
    broken,
    broke,
    moment: () => moment,
    asked: (paymentId) => void askedAt.set(paymentId, (moment += 1)),
    commit: (writes) => {
      moment += 1;
      for (const { what, row, note: entry } of writes) {
        if (what === 'payment') keepPayment(row, entry);
        else if (what === 'refund') keepRefund(row, entry);
        else if (what === 'certificate') keepRequest(row);
        else if (what === 'contract') keepContract(row);
      }
    },
  };
};
