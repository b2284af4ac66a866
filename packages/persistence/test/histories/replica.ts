import { Ok, type Bookkeeping, type Transaction } from '@vehicle-insurance/core';
import { memoryStore, type MemoryStore } from '@vehicle-insurance/testkit';

export interface Call {
  readonly port: keyof Transaction;
  readonly method: string;
  readonly given: readonly unknown[];
}

type Methods = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;

/** Ports that cannot be replayed: leases depend on the moment, and no stored data depends on them. */
const OF_THE_MOMENT: readonly string[] = ['leases'];

export const eachCall = (
  tx: Transaction,
  around: (call: () => Promise<unknown>, called: Call) => Promise<unknown>,
): Transaction =>
  Object.fromEntries(
    Object.entries(tx).map(([port, methods]) => [
      port,
      Object.fromEntries(
        Object.entries(methods as Methods).map(([method, call]) => [
          method,
          async (...given: readonly unknown[]) =>
            around(() => call(...given), { port: port as keyof Transaction, method, given }),
        ]),
      ),
    ]),
  ) as unknown as Transaction;

export const recordCalls = (tx: Transaction, calls: Call[]): Transaction =>
  eachCall(tx, (call, called) => {
    calls.push(called);
    return call();
  });

/** A store in memory to which another store's units of work are applied one by one, in the order of their commits. */
export type Replica = ReturnType<typeof replica>;

export const replica = (bookkeeping: Bookkeeping) => {
  const store = memoryStore({ bookkeeping });
  let isComparable = true;
  let last: Promise<unknown> = Promise.resolve();
  const also = (change: (store: MemoryStore) => Promise<unknown>): void => {
    last = last.then(() => change(store));
    last.catch(() => undefined);
  };
  return {
    also,
    apply: (calls: readonly Call[]): void =>
      also(() =>
        store.unitOfWork.run(async (tx) => {
          for (const { port, method, given } of calls)
            if (!OF_THE_MOMENT.includes(port)) await (tx[port] as unknown as Methods)[method]?.(...given);
          return Ok(undefined);
        }),
      ),
    /** Whether a call had the same result here; if not, the two stores cannot be compared. */
    expect: (same: boolean): void => {
      isComparable &&= same;
    },
    /** The store once everything has been applied; undefined if the two cannot be compared. */
    whole: async (): Promise<MemoryStore | undefined> => {
      await last;
      return isComparable ? store : undefined;
    },
  };
};
