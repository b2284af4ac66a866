import type {
  ActionItem,
  AuditEntry,
  CertificateRequest,
  Clock,
  Contract,
  Dismissal,
  Instant,
  Notification,
  Payment,
  Refund,
} from '@vehicle-insurance/core';
import type { Answered, Judge, Reply } from './judge.ts';
import type { Process } from './process.ts';

/** One row as a unit of work kept it. */
export type Write =
  | { readonly what: 'payment'; readonly row: Payment; readonly entry: AuditEntry }
  | { readonly what: 'refund'; readonly row: Refund; readonly entry: AuditEntry }
  | { readonly what: 'contract'; readonly row: Contract; readonly entry: AuditEntry }
  | { readonly what: 'certificate'; readonly row: CertificateRequest; readonly entry: AuditEntry }
  | { readonly what: 'notice'; readonly row: Notification }
  | { readonly what: 'dismissal'; readonly row: Dismissal }
  | { readonly what: 'pause'; readonly row: boolean }
  | { readonly what: 'revoked'; readonly row: string };

/** An item of the operator's list, as it is known by. */
export const itemOf = ({ kind, id }: Pick<ActionItem, 'kind' | 'id'>): string => `${kind} ${id}`;

/** What was committed, write by write, and which laws it broke. */
export interface Journal {
  readonly payments: ReadonlyMap<string, Payment>;
  /** By the session whose money goes back. */
  readonly refunds: ReadonlyMap<string, Refund>;
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly requests: ReadonlyMap<string, CertificateRequest>;
  /** Every status a payment has had, with the moment at which it got it. */
  readonly statuses: ReadonlyMap<string, readonly { readonly status: Payment['status']; readonly since: number }[]>;
  /** The sessions whose money an operator has given back, by a transfer of their own. */
  readonly transferred: ReadonlySet<string>;
  /** When each item of the operator's list was dismissed last. */
  readonly dismissals: ReadonlyMap<string, Instant>;
  /** How often each piece of work was claimed, by kind and id. */
  readonly claims: ReadonlyMap<string, number>;
  /** A number that grows with everything that happens. */
  moment(): number;
  /** How often anything was committed: as long as it stays the same, callers and operators are shown the same. */
  commits(): number;
  /** The sessions about which a provider was asked, and gave no answer. */
  readonly unanswered: ReadonlySet<unknown>;
  /** Since which moment openings are paused. */
  pausedSince(): number | undefined;
  /** Whether openings were paused at some moment since. */
  werePaused(since: number): boolean;
  commit(writes: readonly Write[], process: Process): void;
  claimed(item: string, lease: string, process: Process): void;
  released(lease: string): void;
  newestClaim(item: string): string | undefined;
  /** Whether a piece of work was ever claimed while a worker that lives had not released it: its lease had ended. */
  hasOverslept(item: string): boolean;
  /** An operator begins to record that the money of a session went back, without waiting for the provider. */
  givesBackUnanswered(sessionId: string): void;
  /** That was refused. */
  gaveNothingBack(sessionId: string): void;
  /** Whether it was recorded, or may be at any moment. */
  isGivenBackUnanswered(sessionId: string): boolean;
  dayChanged(): void;
  /** A process makes a session unpayable. */
  closes(sessionId: string, process: Process): void;
  answered(what: Answered): void;
  reply(reply: Reply): void;
  /** Something came about that a history is worth counting for. */
  saw(what: string): void;
  readonly seen: readonly string[];
  judgedBy(judges: readonly Judge[]): void;
  broke(law: string): void;
  readonly broken: readonly string[];
}

export const journal = (clock: Clock): Journal => {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const contracts = new Map<string, Contract>();
  const requests = new Map<string, CertificateRequest>();
  const transferred = new Set<string>();
  const dismissals = new Map<string, Instant>();
  const unanswered = new Set<unknown>();
  const statuses = new Map<string, { status: Payment['status']; since: number }[]>();
  const newest = new Map<string, string>();
  /** The workers that have not released their leases. */
  const holders = new Map<string, Process>();
  const overslept = new Set<string>();
  const givenBackUnanswered = new Map<string, number>();
  const claims = new Map<string, number>();
  const broken: string[] = [];
  const seen: string[] = [];
  let judges: readonly Judge[] = [];
  let moment = 0;
  let commits = 0;
  let pausedSince: number | undefined;
  let resumed = -1;

  const keep = <Row>(rows: Map<string, Row>, key: string, row: Row): Row | undefined => {
    const before = rows.get(key);
    rows.set(key, row);
    return before;
  };
  const write = (written: Write, process: Process): void => {
    switch (written.what) {
      case 'payment': {
        const { row, entry } = written;
        const before = keep(payments, row.id, row);
        if (before?.status !== row.status)
          statuses.set(row.id, [...(statuses.get(row.id) ?? []), { status: row.status, since: moment }]);
        for (const { payment } of judges) payment?.({ before, after: row, entry, process });
        return;
      }
      case 'refund': {
        const { row, entry } = written;
        const known = refunds.get(row.sessionId);
        // The store keeps the first refund of a session.
        if (known && known.id !== row.id) return;
        const before = keep(refunds, row.sessionId, row);
        if (entry.why.startsWith('given back by hand')) transferred.add(row.sessionId);
        for (const { refund } of judges) refund?.({ before, after: row, entry, process });
        return;
      }
      case 'certificate': {
        const { row, entry } = written;
        const before = keep(requests, row.contractId, row);
        for (const { certificate } of judges) certificate?.({ before, after: row, entry, process });
        return;
      }
      case 'contract': {
        const { row, entry } = written;
        const before = keep(contracts, row.id, row);
        for (const { contract } of judges) contract?.({ before, after: row, entry, process });
        return;
      }
      case 'dismissal':
        return void dismissals.set(itemOf(written.row), written.row.at);
      case 'revoked':
        return void newest.delete(written.row);
      case 'pause':
        if (!written.row && pausedSince !== undefined) resumed = moment;
        pausedSince = written.row ? (pausedSince ?? moment) : undefined;
        return;
      case 'notice':
        return;
    }
  };

  const committed = (): void => {
    moment += 1;
    commits += 1;
  };

  return {
    payments,
    refunds,
    contracts,
    requests,
    statuses,
    transferred,
    dismissals,
    unanswered,
    claims,
    broken,
    seen,
    saw: (what) => void seen.push(what),
    broke: (law) => void broken.push(`${law} (at ${clock.now()})`),
    moment: () => moment,
    commits: () => commits,
    pausedSince: () => pausedSince,
    werePaused: (since) => pausedSince !== undefined || resumed >= since,
    claimed: (item, lease, process) => {
      if (holders.get(newest.get(item) ?? '')?.isAlive() === true) overslept.add(item);
      newest.set(item, lease);
      holders.set(lease, process);
      claims.set(item, (claims.get(item) ?? 0) + 1);
    },
    released: (lease) => void holders.delete(lease),
    newestClaim: (item) => newest.get(item),
    hasOverslept: (item) => overslept.has(item),
    givesBackUnanswered: (id) => void givenBackUnanswered.set(id, (givenBackUnanswered.get(id) ?? 0) + 1),
    gaveNothingBack: (id) => void givenBackUnanswered.set(id, (givenBackUnanswered.get(id) ?? 0) - 1),
    isGivenBackUnanswered: (id) => (givenBackUnanswered.get(id) ?? 0) > 0,
    dayChanged: committed,
    closes: (sessionId, process) => {
      for (const { closes } of judges) closes?.(sessionId, process);
    },
    answered: (what) => {
      moment += 1;
      if (what.call === 'read' && what.outcome === 'unknown') unanswered.add(what.given);
      for (const { answered } of judges) answered?.(what);
    },
    reply: (what) => {
      for (const { reply } of judges) reply?.(what);
    },
    judgedBy: (all) => {
      judges = all;
    },
    commit: (writes, process) => {
      committed();
      for (const each of writes) write(each, process);
      for (const { commit } of judges) commit?.();
    },
  };
};
