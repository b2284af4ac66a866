import { StoreUnavailable, type Transaction, type UnitOfWork } from '@vehicle-insurance/core';
import type { Journal, Write } from './journal.ts';
import { around, type Ports } from './ports.ts';
import type { Turns } from './turns.ts';

/** One process of the service: everything it has under way dies with it, at whatever call it has reached. */
export interface Process {
  readonly ports: Ports;
  readonly pause: (milliseconds: number) => Promise<void>;
  isAlive(): boolean;
  die(): void;
  /** Its next commit is not confirmed: it may have been kept, or not. */
  loseStore(kept: boolean): void;
}

const DEAD = new Error('its process has died');

export const beginProcess = (below: Ports, turns: Turns, journal: Journal, realTime: { now: number }): Process => {
  const life = {};
  const never = new Promise<never>(() => undefined);
  let alive = true;
  let storeLost: 'kept' | 'forgotten' | undefined;

  /** A turn outside a unit of work: who dies here leaves nothing behind but what was done before. */
  const turn = async (sleepUntil?: number): Promise<void> => {
    await (alive ? turns.wait(life, sleepUntil) : never);
    if (!alive) await never;
  };
  /** A turn inside a unit of work: the store notices the death, and rolls back. */
  const turnInUnit = async (): Promise<void> => {
    if (alive) await turns.wait(life);
    if (!alive) throw DEAD;
  };
  const gated = <Port extends object, Name extends keyof Port>(port: Port, names: readonly Name[]): Port =>
    around(port, names, (call) => async (...given) => {
      await turn();
      const answer = await call(...given);
      await turn();
      return answer;
    });

  const unitOfWork: UnitOfWork = {
    run: async (work) => {
      await turn();
      let writes: Write[] = [];
      const ran = below.unitOfWork.run(async (tx) => {
        writes = [];
        const result = await work(watched(tx, writes, turnInUnit));
        await turnInUnit();
        if (storeLost === 'forgotten') throw new StoreUnavailable();
        return result;
      });
      const result = await ran.catch(async (cause: unknown) => {
        if (storeLost === 'forgotten') storeLost = undefined;
        if (cause === DEAD) return never;
        throw cause;
      });
      if (result.isOk()) journal.commit(writes);
      if (storeLost === 'kept') {
        storeLost = undefined;
        throw new StoreUnavailable();
      }
      await turn();
      return result;
    },
  };

  return {
    ports: {
      unitOfWork,
      dueWork: gated(below.dueWork, ['queues', 'claim', 'release']),
      contractQueries: gated(below.contractQueries, ['find', 'inspect']),
      mobileMoney: gated(below.mobileMoney, ['open', 'read', 'search', 'expire', 'refund']),
      certificateAuthority: gated(below.certificateAuthority, ['request', 'ask', 'find', 'image']),
      documents: gated(below.documents, ['put']),
      contractDocument: gated(below.contractDocument, ['render']),
    },
    pause: (milliseconds) => turn(realTime.now + milliseconds),
    isAlive: () => alive,
    die: () => {
      alive = false;
      turns.wake(life);
    },
    loseStore: (kept) => {
      storeLost = kept ? 'kept' : 'forgotten';
    },
  };
};

/** A transaction that waits for its turn before it locks or writes, and says what it wrote. */
const watched = (tx: Transaction, writes: Write[], turn: () => Promise<void>): Transaction => {
  const written = <Port extends object>(what: Write['what'], port: Port, names: readonly (keyof Port)[]): Port =>
    around(port, names, (call) => async (...given) => {
      await turn();
      const kept = await call(...given);
      writes.push({ what, row: given[0], note: given[1] } as unknown as Write);
      return kept;
    });
  const waited = <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port =>
    around(port, names, (call) => async (...given) => {
      await turn();
      return call(...given);
    });
  return {
    ...tx,
    quotes: waited(tx.quotes, ['lock']),
    leases: waited(tx.leases, ['take', 'holds', 'revoke']),
    payments: written('payment', tx.payments, ['add', 'save']),
    refunds: written('refund', tx.refunds, ['add', 'save']),
    contracts: written('contract', tx.contracts, ['add', 'save']),
    certificateRequests: written('certificate', tx.certificateRequests, ['add', 'save']),
    notifications: written('notice', tx.notifications, ['add', 'save']),
  };
};
