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

export type Write =
  | { readonly what: 'payment'; readonly row: Payment; readonly entry: AuditEntry }
  | { readonly what: 'refund'; readonly row: Refund; readonly entry: AuditEntry }
  | { readonly what: 'contract'; readonly row: Contract; readonly entry: AuditEntry }
  | { readonly what: 'certificate'; readonly row: CertificateRequest; readonly entry: AuditEntry }
  | { readonly what: 'notice'; readonly row: Notification }
  | { readonly what: 'dismissal'; readonly row: Dismissal }
  | { readonly what: 'pause'; readonly row: boolean }
  | { readonly what: 'revoked'; readonly row: string };

export const itemOf = ({ kind, id }: Pick<ActionItem, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The record of all commits, write by write, and of the laws they broke. */
export type Journal = ReturnType<typeof journal>;

export const journal = (clock: Clock) => {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const contracts = new Map<string, Contract>();
  const requests = new Map<string, CertificateRequest>();
  /** Sessions whose money an operator refunded with a transfer. */
  const transferred = new Set<string>();
  const dismissals = new Map<string, Instant>();
  const unanswered = new Set<unknown>();
  const statuses = new Map<string, { status: Payment['status']; since: number }[]>();
  const newest = new Map<string, string>();
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
        if (entry.why.code === 'refunded_by_transfer') transferred.add(row.sessionId);
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

  const noteCommit = (): void => {
    moment += 1;
    commits += 1;
  };

  return {
    ...{ payments, refunds, contracts, requests, statuses, transferred, dismissals, unanswered, claims, broken, seen },
    /** Counts an occurrence for the ends of the history. */
    saw: (what: string) => void seen.push(what),
    broke: (law: string) => void broken.push(`${law} (at ${clock.now()})`),
    moment: (): number => moment,
    /** The number of commits. While it does not change, callers and operators see the same data. */
    commits: (): number => commits,
    pausedSince: () => pausedSince,
    werePaused: (since: number): boolean => pausedSince !== undefined || resumed >= since,
    claimed: (item: string, lease: string, process: Process): void => {
      if (holders.get(newest.get(item) ?? '')?.isAlive() === true) overslept.add(item);
      newest.set(item, lease);
      holders.set(lease, process);
      claims.set(item, (claims.get(item) ?? 0) + 1);
    },
    released: (lease: string) => void holders.delete(lease),
    newestClaim: (item: string) => newest.get(item),
    /** Whether work was ever claimed while a living worker still worked on it, because its lease had ended. */
    hasOverslept: (item: string): boolean => overslept.has(item),
    /** An operator starts to record a transfer for a session without waiting for the provider. */
    givesBackUnanswered: (id: string) => void givenBackUnanswered.set(id, (givenBackUnanswered.get(id) ?? 0) + 1),
    gaveNothingBack: (id: string) => void givenBackUnanswered.set(id, (givenBackUnanswered.get(id) ?? 0) - 1),
    isGivenBackUnanswered: (id: string): boolean => (givenBackUnanswered.get(id) ?? 0) > 0,
    dayChanged: noteCommit,
    closes: (sessionId: string, process: Process): void => {
      for (const { closes } of judges) closes?.(sessionId, process);
    },
    answered: (what: Answered): void => {
      moment += 1;
      if (what.call === 'read' && what.outcome === 'unknown') unanswered.add(what.given);
      for (const { answered } of judges) answered?.(what);
    },
    reply: (what: Reply): void => {
      for (const { reply } of judges) reply?.(what);
    },
    judgedBy: (all: readonly Judge[]): void => {
      judges = all;
    },
    commit: (writes: readonly Write[], process: Process): void => {
      noteCommit();
      for (const each of writes) write(each, process);
      for (const { commit } of judges) commit?.();
    },
  };
};
