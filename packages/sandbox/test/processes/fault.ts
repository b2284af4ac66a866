import type { Transaction } from '@vehicle-insurance/core';
import type { ServiceDecorators } from '@vehicle-insurance/service';

/**
 * Where a process dies. In a call of a port: before the port was asked, or after it has answered. In the unit of work
 * that makes a write (`payments.add` and so on): `within` it, when all is written and nothing committed, or `after` it,
 * when all is committed and not yet reported.
 */
export interface Fault {
  readonly in: string;
  readonly moment: 'before' | 'within' | 'after';
}

/** Decorators with which the process dies where `set` says. */
export interface Mortal {
  set(fault: Fault): void;
  readonly decorators: ServiceDecorators;
}

export const mortal = (): Mortal => {
  let fault: Fault | undefined;

  const strike = (where: string, moment: Fault['moment']): void => {
    if (where !== fault?.in || moment !== fault.moment) return;
    // As a power cut: nothing is told, closed or finished.
    process.kill(process.pid, 'SIGKILL');
  };

  const mortalCall =
    <Asked extends readonly unknown[], Said>(call: string, method: (...asked: Asked) => Promise<Said>) =>
    async (...asked: Asked): Promise<Said> => {
      strike(call, 'before');
      const said = await method(...asked);
      strike(call, 'after');
      return said;
    };

  return {
    set: (next) => {
      fault = next;
    },
    decorators: {
      unitOfWork: ({ run }) => ({
        run: async (work) => {
          const writes = new Set<string>();
          const done = await run(async (tx) => {
            const decided = await work(recording(tx, writes));
            for (const write of writes) strike(write, 'within');
            return decided;
          });
          for (const write of writes) strike(write, 'after');
          return done;
        },
      }),
      dueWork: (dueWork) => ({
        ...dueWork,
        release: (claim) => mortalCall(`release ${claim.kind}`, dueWork.release)(claim),
        // Rounds that find nothing are frequent, and no place to die.
        claim: async (queue, ...rest) => {
          // Documents come after the certificate, and drawing them would only slow every next start down.
          const claims = queue.kind === 'documents' ? [] : await dueWork.claim(queue, ...rest);
          if (claims.length > 0) strike(`claim ${queue.kind}`, 'after');
          return claims;
        },
      }),
      contractDocument: (document) => ({ ...document, warmUp: () => undefined }),
      mobileMoney: ([opening, ...others]) => [
        {
          ...opening,
          open: mortalCall('mobileMoney.open', opening.open),
          read: mortalCall('mobileMoney.read', opening.read),
        },
        ...others,
      ],
      certificateAuthority: (authority) => ({
        ...authority,
        request: mortalCall('certificateAuthority.request', authority.request),
      }),
    },
  };
};

/** The transaction, recording what is written through it: `contracts.add`, `payments.save`, … */
const recording = (tx: Transaction, writes: Set<string>): Transaction =>
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
