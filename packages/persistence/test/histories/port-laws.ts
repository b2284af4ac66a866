import { CLAIM_SECONDS, type Claim, type Payment, type Transaction, type WorkItem } from '@vehicle-insurance/core';
import { around } from '../../../core/test/histories/purchase/ports.ts';

export interface Attempt {
  readonly quotes: Set<string>;
  readonly pieces: Set<string>;
  readonly read: Map<string, { readonly at: number; readonly row?: Payment }>;
  /** Whether the unit of work has overwritten a change that it had not seen. */
  isBlind: boolean;
}

export const anAttempt = (): Attempt => ({ quotes: new Set(), pieces: new Set(), read: new Map(), isBlind: false });

const nameOf = ({ kind, companyId, id }: WorkItem): string => [kind, companyId, id].join(' ');

/** Checks the ports' guarantees for overlapping units of work (locks, leases, versions) in the history's real time. */
export const portLaws = (elapsed: () => number) => {
  const underWay = new Set<Attempt>();
  const ends = new Map<string, number>();
  const changedAt = new Map<string, number>();
  const broken: string[] = [];
  let moment = 0;

  const changed = (ids: readonly string[]): void => {
    moment += 1;
    for (const id of ids) changedAt.set(id, moment);
  };
  const othersHold = (own: Attempt | undefined, held: 'quotes' | 'pieces', name: string): boolean =>
    [...underWay].some((each) => each !== own && each[held].has(name));
  const noteLease = (own: Attempt | undefined, claim: Claim, seconds: number): void => {
    ends.set(claim.lease, elapsed() + seconds * 1_000);
    if (othersHold(own, 'pieces', nameOf(claim)))
      broken.push('a lease was given to another while a unit decided under it');
  };

  const watch = (tx: Transaction, own: Attempt): Transaction => ({
    ...tx,
    quotes: {
      ...tx.quotes,
      lock: async (companyId, id) => {
        const quote = await tx.quotes.lock(companyId, id);
        // A request for a quote of another company locks nothing.
        if (!quote) return quote;
        if (othersHold(own, 'quotes', id)) broken.push('two units of work held one quote at once');
        own.quotes.add(id);
        return quote;
      },
    },
    leases: {
      take: async (item, seconds) => {
        const claim = await tx.leases.take(item, seconds);
        if (!claim) return claim;
        noteLease(own, claim, seconds);
        // Taking a lease reads the piece again.
        own.read.set(item.id, { at: moment });
        return claim;
      },
      holds: async (claim) => {
        const holds = await tx.leases.holds(claim);
        if (holds && (ends.get(claim.lease) ?? Infinity) <= elapsed()) broken.push('a lease was held that was over');
        if (holds) own.pieces.add(nameOf(claim));
        return holds;
      },
      revoke: async (item) => {
        await tx.leases.revoke(item);
        if (othersHold(own, 'pieces', nameOf(item)))
          broken.push('a lease was taken away while a unit decided under it');
      },
    },
    payments: around(tx.payments, ['find', 'live', 'withReference', 'save'], (call, name) => async (...given) => {
      if (name === 'save') {
        const [{ id }] = given as readonly unknown[] as readonly [Payment];
        const { at = Infinity, row } = own.read.get(id) ?? {};
        // Saving an unchanged row writes nothing.
        const isSame = JSON.stringify(row) === JSON.stringify(given[0]);
        own.isBlind ||= !isSame && (changedAt.get(id) ?? 0) > at;
        return call(...given);
      }
      const found = (await call(...given)) as Payment | undefined;
      if (found) own.read.set(found.id, { at: moment, row: found });
      return found;
    }),
  });

  return {
    broken: broken as readonly string[],
    claimed: (claims: readonly Claim[]): void => {
      for (const claim of claims) noteLease(undefined, claim, CLAIM_SECONDS[claim.kind]);
      changed(claims.map(({ id }) => id));
    },
    /**
     * Another process has changed these payments, as a claim does. A unit of work that read such a payment earlier must
     * not save it.
     */
    changed: (ids: readonly string[]): void => {
      changed(ids);
      const pieces = new Set([...underWay].flatMap((attempt) => [...attempt.pieces]));
      if (ids.some((id) => [...pieces].some((piece) => piece.startsWith('payments ') && piece.endsWith(` ${id}`))))
        broken.push('a payment was changed by another while a unit decided under its lease');
    },
    /** Checks one attempt at a unit of work. When its work has ended, another unit of work may hold its locks. */
    during: <Value>(own: Attempt, tx: Transaction, work: (tx: Transaction) => Promise<Value>): Promise<Value> => {
      underWay.add(own);
      return work(watch(tx, own)).finally(() => underWay.delete(own));
    },
    committed: ({ isBlind }: Attempt): void => {
      if (isBlind) broken.push('a change was saved over another that had not been seen');
    },
  };
};
