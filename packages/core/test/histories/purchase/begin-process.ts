import {
  StoreUnavailable,
  type Claim,
  type Clock,
  type Instant,
  type Outcome,
  type Result,
  type Session,
  type Transaction,
  type UnitOfWork,
  type WorkItem,
} from '@vehicle-insurance/core';
import type { Journal, Write } from './journal.ts';
import type { Heard, Process } from './process.ts';
import { around, CommittedUnconfirmed, type Call, type Ports } from './ports.ts';
import type { Turns } from './turns.ts';

const DEAD = new Error('the process has died');

const nameOf = ({ kind, companyId, id }: WorkItem): string => `${kind} ${companyId} ${id}`;

interface Begun {
  readonly name: string;
  readonly below: Ports;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly journal: Journal;
  readonly realTime: { readonly now: number };
}

export const beginProcess = ({ name, below, clock, turns, journal, realTime }: Begun): Process => {
  const life = {};
  const never = new Promise<never>(() => undefined);
  const heard = new Map<string, Heard>();
  /** By session: when the query began that has closed the session and is about to read it again. */
  const closing = new Map<string, Instant>();
  /** By session: when it was last read, with or without an answer. The process may close it next. */
  const read = new Map<string, Instant>();
  const claims = new Map<string, string>();
  let alive = true;
  let missedStore = false;
  let storeLost: 'kept' | 'forgotten' | undefined;

  /** A turn outside a unit of work. A process that dies here leaves only its earlier commits behind. */
  const turn = async (sleepUntil?: number): Promise<void> => {
    await (alive ? turns.wait(life, sleepUntil) : never);
    if (!alive) await never;
  };
  /** A turn inside a unit of work. The store notices the death and rolls back. */
  const turnInUnit = async (): Promise<void> => {
    if (alive) await turns.wait(life);
    if (!alive) throw DEAD;
  };
  const gate = <Port extends object, Name extends keyof Port>(
    port: Port,
    names: readonly Name[],
    answered: (name: Name, answer: unknown, asked: Instant, given: readonly unknown[]) => void = () => undefined,
  ): Port =>
    around(port, names, (call, name) => async (...given) => {
      const asked = clock.now();
      await turn();
      const answer = await call(...given);
      answered(name, answer, asked, given);
      await turn();
      return answer;
    });

  const hear = (session: Session, asked: Instant): void => {
    const before = heard.get(session.id);
    const isOtherTime = before?.session.state === 'paid' && before.session.completed !== session.completed;
    heard.set(session.id, {
      session,
      asked: closing.get(session.id) ?? asked,
      isRedated: before?.isRedated === true || isOtherTime,
    });
  };
  const hasRead = (id: string, asked: Instant): void => {
    if (closing.delete(id)) read.delete(id);
    else read.set(id, asked);
  };
  const noteClaim = (claim: Claim): void => {
    claims.set(nameOf(claim), claim.lease);
    journal.claimed(nameOf(claim), claim.lease, process);
  };
  const { mobileMoney } = below;
  const unitOfWork: UnitOfWork = {
    run: async (work) => {
      await turn();
      let writes: Write[] = [];
      let taken: Claim[] = [];
      const ran = below.unitOfWork.run(async (tx) => {
        writes = [];
        taken = [];
        const take = (claim: Claim): void => {
          taken.push(claim);
          noteClaim(claim);
        };
        const result = await work(watch(tx, writes, { turn: turnInUnit, claimed: take }));
        await turnInUnit();
        if (storeLost === 'forgotten') throw new StoreUnavailable();
        return result;
      });
      const result = await ran.catch(async (cause: unknown) => {
        if (storeLost === 'forgotten') {
          storeLost = undefined;
          if (writes.length > 0) journal.saw('a commit was lost');
        }
        // A claim that was rolled back was never held.
        if (!(cause instanceof CommittedUnconfirmed)) for (const { lease } of taken) journal.released(lease);
        missedStore ||= cause instanceof StoreUnavailable;
        if (cause instanceof CommittedUnconfirmed) journal.commit(writes, process);
        if (cause === DEAD) return never;
        throw cause;
      });
      if (result.isOk()) journal.commit(writes, process);
      if (storeLost === 'kept') {
        storeLost = undefined;
        missedStore = true;
        if (writes.length > 0) journal.saw('a commit was not confirmed');
        throw new StoreUnavailable();
      }
      await turn();
      return result;
    },
  };

  const process: Process = {
    name,
    clock,
    heard,
    holds: (item) => {
      const lease = claims.get(nameOf(item));
      return lease !== undefined && journal.newestClaim(nameOf(item)) === lease;
    },
    ports: {
      unitOfWork,
      dueWork: gate(below.dueWork, ['queues', 'claim', 'release'], (call, answer, _, [given]) => {
        if (call === 'claim') (answer as readonly Claim[]).forEach(noteClaim);
        if (call === 'release') journal.released((given as Claim).lease);
      }),
      contractQueries: gate(below.contractQueries, ['find', 'inspect', 'list']),
      paymentQueries: gate(below.paymentQueries, ['find']),
      contractDays: gate(below.contractDays, ['start', 'expire', 'announceEndings'], (_, moved) => {
        if ((moved as number) > 0) journal.dayChanged();
      }),
      idempotencyKeys: gate(below.idempotencyKeys, ['claim', 'keep', 'release']),
      mobileMoney: mobileMoney.map((provider) =>
        gate(
          {
            ...provider,
            expire: (id) => {
              closing.set(id, read.get(id) ?? clock.now());
              journal.closes(id, process);
              return provider.expire(id);
            },
          },
          ['open', 'read', 'search', 'expire', 'refund'],
          (call, answer, asked, [given]) => {
            const said = answer as Awaited<ReturnType<typeof provider.read | typeof provider.search>>;
            if (said.outcome === 'done') {
              if (call === 'open' || call === 'read') hear(said.value as Session, asked);
              if (call === 'search') (said.value as readonly Session[]).forEach((session) => hear(session, asked));
            }
            if (call === 'read') hasRead(given as string, asked);
            journal.reply({ call, given, said: answer as Outcome<unknown, unknown>, process });
            journal.answered({ call, given, outcome: said.outcome, asked, process });
          },
        ),
      ),
      certificateAuthority: gate(
        below.certificateAuthority,
        ['request', 'ask', 'find', 'annul', 'image', 'code'],
        (call, said, _, [given]) => journal.reply({ call, given, said: said as Outcome<unknown, unknown>, process }),
      ),
      documents: gate(below.documents, ['put'], (call, stored, _, [given]) => {
        if ((stored as Result<void, unknown>).isErr()) journal.reply({ call, given, said: 'not stored', process });
      }),
      contractDocument: gate(below.contractDocument, ['render']),
    },
    pause: (milliseconds) => turn(realTime.now + milliseconds),
    // A failed item keeps its lease until it is retried later, but no worker is working on it any more.
    aroundWork: async (claim, work) => {
      try {
        await work();
      } finally {
        if (alive) journal.released(claim.lease);
      }
    },
    hasMissedStore: () => missedStore,
    isAlive: () => alive,
    die: () => {
      alive = false;
      turns.wake(life);
    },
    loseStore: (kept) => {
      storeLost = kept ? 'kept' : 'forgotten';
    },
  };
  return process;
};

const calling = <Port extends object>(
  port: Port,
  names: readonly (keyof Port)[],
  change: (call: Call, name: keyof Port) => Call,
): Port =>
  new Proxy(port, {
    get: (all, name) => {
      const call = all[name as keyof Port];
      return names.includes(name as keyof Port) ? change(call as Call, name as keyof Port) : call;
    },
  });

/** A transaction that waits for its turn before it locks or writes, and reports its writes. */
const watch = (
  tx: Transaction,
  writes: Write[],
  { turn, claimed }: { readonly turn: () => Promise<void>; readonly claimed: (claim: Claim) => void },
): Transaction => {
  const recordWrites = <Port extends object>(what: Write['what'], port: Port, names: readonly (keyof Port)[]): Port =>
    calling(port, names, (call) => async (...given) => {
      await turn();
      const kept = await call(...given);
      writes.push({ what, row: given[0], entry: given[1] } as unknown as Write);
      return kept;
    });
  const waitBefore = <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port =>
    calling(port, names, (call) => async (...given) => {
      await turn();
      return call(...given);
    });
  // Created on demand, since a unit of work needs few of them.
  return new Proxy(tx, {
    get: (below, name: keyof Transaction) => {
      switch (name) {
        case 'quotes':
          return waitBefore(below.quotes, ['lock']);
        case 'paymentPause':
          return calling(below.paymentPause, ['pause', 'resume'], (call, name) => async (...given) => {
            await call(...given);
            writes.push({ what: 'pause', row: name === 'pause' });
          });
        case 'leases':
          return calling(below.leases, ['take', 'holds', 'revoke'], (call, name) => async (...given) => {
            await turn();
            const claim = await call(...given);
            if (name === 'take' && claim) claimed(claim as Claim);
            if (name === 'revoke') writes.push({ what: 'revoked', row: nameOf(given[0] as unknown as WorkItem) });
            return claim;
          });
        case 'payments':
          return recordWrites('payment', below.payments, ['add', 'save']);
        case 'refunds':
          return recordWrites('refund', below.refunds, ['add', 'save']);
        case 'contracts':
          return recordWrites('contract', below.contracts, ['add', 'save']);
        case 'certificateRequests':
          return recordWrites('certificate', below.certificateRequests, ['add', 'save']);
        case 'notifications':
          return recordWrites('notice', below.notifications, ['add', 'save']);
        case 'dismissals':
          return recordWrites('dismissal', below.dismissals, ['add']);
        default:
          return below[name];
      }
    },
  });
};
