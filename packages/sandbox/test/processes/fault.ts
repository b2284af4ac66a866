import type { Transaction } from '@vehicle-insurance/core';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { plainContractDocument } from '@vehicle-insurance/testkit';

// Before a call to the outside or after its answer; `within` a commit, when all is written but not committed, or
// `after` it. A commit is named by the reasons in its history, a call by its port and method.
export type Crossing = `${'before' | 'within' | 'after'} ${string}`;

export interface Fault {
  readonly at?: Crossing | undefined;
  /** `SIGSTOP` suspends the process until it is continued; otherwise it dies, as in a power cut. */
  readonly signal?: 'SIGSTOP';
}

/** Decorators that let the process die or stop at the set fault; they call `crossed` before that. */
export const mortal = (crossed: (crossing: Crossing) => void) => {
  let fault: Fault = {};

  const cross = (crossing: Crossing): void => {
    crossed(crossing);
    if (fault.at !== crossing) return;
    const { signal = 'SIGKILL' } = fault;
    fault = {};
    // As in a power cut, nothing is reported, closed or finished.
    process.kill(process.pid, signal);
  };

  const mortalCall =
    <Asked extends readonly unknown[], Said>(
      call: string | ((...asked: Asked) => string),
      method: (...asked: Asked) => Promise<Said>,
    ) =>
    async (...asked: Asked): Promise<Said> => {
      const name = typeof call === 'string' ? call : call(...asked);
      cross(`before ${name}`);
      const said = await method(...asked);
      cross(`after ${name}`);
      return said;
    };

  const mortalCalls = <Port extends object>(
    name: string,
    port: Port,
    methods: readonly (keyof Port & string)[],
  ): Port => ({
    ...port,
    ...Object.fromEntries(
      methods.map((method) => [
        method,
        mortalCall(`${name}.${method}`, port[method] as (...given: readonly unknown[]) => Promise<unknown>),
      ]),
    ),
  });

  return {
    set: (next: Fault): void => {
      fault = next;
    },
    decorators: {
      unitOfWork: ({ run }) => ({
        run: async (work) => {
          let commit: string | undefined;
          const done = await run(async (tx) => {
            const writes = new Set<string>();
            const decided = await work(recording(tx, writes));
            commit = decided.isOk() && writes.size > 0 ? `commit "${[...writes].join(', ')}"` : undefined;
            if (commit !== undefined) cross(`within ${commit}`);
            return decided;
          });
          if (commit !== undefined) cross(`after ${commit}`);
          return done;
        },
      }),
      dueWork: (dueWork) => ({
        ...dueWork,
        release: (claim) => mortalCall(`release ${claim.kind}`, dueWork.release)(claim),
        // A round that finds nothing is not a crossing.
        claim: async (queue, ...rest) => {
          const claims = await dueWork.claim(queue, ...rest);
          if (claims.length > 0) cross(`after claim ${queue.kind}`);
          return claims;
        },
      }),
      idempotencyKeys: (keys) => mortalCalls('idempotencyKeys', keys, ['claim', 'keep']),
      documents: (documents) => ({
        ...documents,
        put: mortalCall(({ key }) => `documents.put ${key.split('/').at(-1)}`, documents.put),
      }),
      // Drawing costs a second in each new process and is not part of the recovery.
      contractDocument: (document) => ({
        ...document,
        warmUp: () => undefined,
        render: mortalCall('contractDocument.render', plainContractDocument().render),
      }),
      mobileMoney: ([opening, ...others]) => [
        mortalCalls('mobileMoney', opening, ['open', 'read', 'search', 'expire', 'refund']),
        ...others,
      ],
      certificateAuthority: (authority) =>
        mortalCalls('certificateAuthority', authority, ['request', 'ask', 'find', 'image']),
    } satisfies ServiceDecorators,
  };
};

const WRITES = ['add', 'save', 'take', 'revoke'];

/** The transaction, which records the reason of each write, or its method if there is no reason. */
const recording = (tx: Transaction, writes: Set<string>): Transaction =>
  Object.fromEntries(
    Object.entries(tx).map(([name, repository]) => [
      name,
      Object.fromEntries(
        Object.entries(repository as Readonly<Record<string, (...asked: unknown[]) => unknown>>).map(
          ([method, does]) => [
            method,
            (...asked: unknown[]) => {
              if (WRITES.includes(method)) writes.add(reasonIn(asked) ?? `${name}.${method}`);
              return does(...asked);
            },
          ],
        ),
      ),
    ]),
  ) as unknown as Transaction;

const reasonIn = (asked: readonly unknown[]): string | undefined => {
  const entry = asked.find((each) => typeof each === 'object' && each !== null && 'why' in each);
  const { code, document, reason = document } = Object(entry?.why) as Readonly<Record<string, string | undefined>>;
  return reason === undefined ? code : `${code} ${reason}`;
};
