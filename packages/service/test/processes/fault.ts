import type { Transaction } from '@vehicle-insurance/core';
import type { Adapters } from '../../src/composition/adapters.ts';

/**
 * Where a process dies. In a call of a port: before the port was asked, or after it has answered. In the unit of work
 * that makes a write (`payments.add` and so on): `within` it, when all is written and nothing committed, or `after` it,
 * when all is committed and nobody knows yet.
 */
export interface Fault {
  readonly in: string;
  readonly moment: 'before' | 'within' | 'after';
}

/** The adapters, dying where `set` says. */
export interface Mortal {
  set(fault: Fault): void;
  adapters(reached: Adapters): Adapters;
}

export const mortal = (): Mortal => {
  let fault: Fault | undefined;

  const strike = (where: string, moment: Fault['moment']): void => {
    if (where !== fault?.in || moment !== fault.moment) return;
    // As a power cut: nothing is told, closed or finished.
    process.kill(process.pid, 'SIGKILL');
  };

  const watched =
    <Asked extends readonly unknown[], Said>(call: string, method: (...asked: Asked) => Promise<Said>) =>
    async (...asked: Asked): Promise<Said> => {
      strike(call, 'before');
      const said = await method(...asked);
      strike(call, 'after');
      return said;
    };

  const watchedStore = (store: Adapters['store']): Adapters['store'] => ({
    ...store,
    unitOfWork: {
      run: async (work) => {
        const writes = new Set<string>();
        const done = await store.unitOfWork.run(async (tx) => {
          const decided = await work(noting(tx, writes));
          for (const write of writes) strike(write, 'within');
          return decided;
        });
        for (const write of writes) strike(write, 'after');
        return done;
      },
    },
    dueWork: {
      ...store.dueWork,
      release: (claim) => watched(`release ${claim.kind}`, store.dueWork.release)(claim),
      // A look that finds nothing happens all the time and is no place to die.
      claim: async (queue, ...rest) => {
        // Documents come after the certificate, and drawing them would only slow every next start down.
        const claims = queue.kind === 'documents' ? [] : await store.dueWork.claim(queue, ...rest);
        if (claims.length > 0) strike(`claim ${queue.kind}`, 'after');
        return claims;
      },
    },
  });

  return {
    set: (next) => {
      fault = next;
    },
    adapters: (reached) => {
      const { mobileMoney, certificateAuthority, contractDocument } = reached;
      return {
        ...reached,
        store: watchedStore(reached.store),
        contractDocument: { ...contractDocument, warmUp: () => undefined },
        mobileMoney: {
          ...mobileMoney,
          open: watched('mobileMoney.open', mobileMoney.open),
          read: watched('mobileMoney.read', mobileMoney.read),
        },
        certificateAuthority: {
          ...certificateAuthority,
          request: watched('certificateAuthority.request', certificateAuthority.request),
        },
      };
    },
  };
};

/** The transaction, noting what is written through it: `contracts.add`, `payments.save`, … */
const noting = (tx: Transaction, writes: Set<string>): Transaction =>
  Object.fromEntries(
    Object.entries(tx).map(([name, repository]) => [
      name,
      Object.fromEntries(
        Object.entries(repository as Readonly<Record<string, (...asked: unknown[]) => unknown>>).map(
          ([method, does]) => [
            method,
            (...asked: unknown[]) => {
              writes.add(`${name}.${method}`);
              return does(...asked);
            },
          ],
        ),
      ),
    ]),
  ) as unknown as Transaction;
