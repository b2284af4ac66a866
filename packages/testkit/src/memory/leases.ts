import {
  CLAIM_SECONDS,
  queueName,
  type Claim,
  type Due,
  type DueWork,
  type Instant,
  type Leases,
  type WorkItem,
  type WorkQueue,
} from '@vehicle-insurance/core';
import { keyIn } from './table.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { leaseKey, piecesOf, type Piece } from './work.ts';

export const leasesIn = (unit: Unit): Leases => ({
  take: async (item, seconds) => {
    await unit.lock(leaseKey(item));
    const pieces = piecesOf(unit, item.kind);
    const piece = pieces.find(({ companyId, id }) => id === item.id && companyId === item.companyId);
    return piece && !isLeased(unit, item) ? lease(unit, piece, seconds) : undefined;
  },
  holds: async (claim) => {
    await unit.lock(leaseKey(claim));
    return unit.leases.get(leaseKey(claim))?.token === claim.lease && isLeased(unit, claim);
  },
  revoke: async (item) => {
    await unit.lock(leaseKey(item));
    free(unit, item);
  },
});

/** The due work of committed rows. A claim skips rows that a unit of work has locked. */
export const memoryDueWork = (memory: Memory): DueWork => ({
  queues: async (kinds, now) => {
    const unit = beginUnit(memory);
    const found = new Map<string, WorkQueue>();
    // One free row is enough to list its queue, in which thousands of rows may wait.
    for (const piece of kinds.flatMap((kind) => piecesOf(unit, kind, isDueBy(now)))) {
      const name = queueName(piece.queue);
      if (!found.has(name) && !isLeased(unit, piece)) found.set(name, piece.queue);
    }
    return [...found.values()];
  },
  claim: async (queue, now, limit) => {
    const unit = beginUnit(memory);
    const name = queueName(queue);
    const due = piecesOf(unit, queue.kind, isDueBy(now)).filter((piece) => queueName(piece.queue) === name);
    const claims: Claim[] = [];
    for (const piece of due.sort(byDue)) {
      if (claims.length === limit) break;
      if (isLeased(unit, piece) || unit.isLocked(leaseKey(piece))) continue;
      claims.push(lease(unit, piece, CLAIM_SECONDS[queue.kind]));
    }
    unit.commit();
    return claims;
  },
  release: async (claim) => {
    const unit = beginUnit(memory);
    if (unit.leases.get(leaseKey(claim))?.token === claim.lease) free(unit, claim);
    unit.commit();
  },
  next: async (...kinds) => {
    const unit = beginUnit(memory);
    const pieces = kinds.flatMap((kind) => piecesOf(unit, kind, (due) => due !== null));
    const waiting = pieces.filter((piece) => !isLeased(unit, piece));
    return waiting.sort(byDue)[0]?.due?.at;
  },
  forget: async (kind, limit) => {
    const unit = beginUnit(memory);
    const finished = piecesOf(unit, kind, (due) => due === null)
      .filter((piece) => !isLeased(unit, piece) && !unit.isLocked(leaseKey(piece)))
      .slice(0, limit);
    for (const { companyId, id } of finished)
      if (kind === 'notifications') memory.tables.notifications.committed.delete(id);
      else memory.tables.pendingUploads.committed.delete(keyIn(companyId, id));
    return finished.length;
  },
});

export const byDue = (a: Piece, b: Piece): number => {
  const [x, y] = [a.due?.at ?? '', b.due?.at ?? ''];
  return x < y ? -1 : x > y ? 1 : 0;
};

const isDueBy =
  (now: Instant) =>
  (due: Due | null): boolean =>
    due !== null && due.at <= now;

const isLeased = ({ leases, elapsed }: Unit, item: WorkItem): boolean => {
  const held = leases.get(leaseKey(item));
  return held !== undefined && held.token !== null && held.until > elapsed();
};

const lease = (unit: Unit, piece: Piece, seconds: number): Claim => {
  const attempt = (piece.due?.attempts ?? 0) + 1;
  if (piece.due) piece.put({ ...piece.due, attempts: attempt });
  const token = crypto.randomUUID();
  unit.leases.put({ item: leaseKey(piece), token, until: unit.elapsed() + seconds * 1000 });
  return { kind: piece.kind, companyId: piece.companyId, id: piece.id, lease: token, attempt };
};

const free = ({ leases }: Unit, item: WorkItem): void => leases.put({ item: leaseKey(item), token: null, until: 0 });
