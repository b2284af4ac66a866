import { StoreUnavailable, type UnitOfWork } from '@vehicle-insurance/core';
import type { Persistence } from '@vehicle-insurance/persistence';
import type { Fault, FaultsByTest } from '../fault.ts';

const BEGIN = /^\s*(?:begin|start\s+transaction)\b[^;]*/i;
const COMMIT = /^\s*(?:commit|end)\s*;?\s*$/i;
const ROLLBACK = /^\s*(?:rollback|abort)\s*;?\s*$/i;

const asFault =
  (...codes: readonly string[]) =>
  (code: string): string =>
    codes.includes(code) ? 'XX001' : code;

const running =
  (change: (run: UnitOfWork['run'], touched: () => void) => UnitOfWork['run']): NonNullable<Fault['ports']> =>
  (store: Persistence, touched) => ({ ...store, unitOfWork: { run: change(store.unitOfWork.run, touched) } });

export const TRANSACTIONS: FaultsByTest = {
  'UnitOfWork commits nothing if the work throws, and throws the same error': {
    'every statement is a transaction of its own': (text) => text.replace(BEGIN, 'rollback'),
  },
  'UnitOfWork makes a unit that locks a quote wait for the unit that holds it, and then see its changes': {
    'a unit of work reads from a snapshot of its beginning': (text) =>
      text.replace(BEGIN, 'begin isolation level repeatable read'),
  },
  'UnitOfWork commits nothing if the work returns Err, and returns the same error': {
    'a refused unit of work is committed': (text) => text.replace(ROLLBACK, 'commit'),
  },
  'UnitOfWork commits everything if the work returns Ok, and returns the same': {
    'a commit rolls back but counts as a commit': {
      statement: (text) => text.replace(COMMIT, 'rollback'),
      done: (command) => (command === 'ROLLBACK' ? 'COMMIT' : command),
    },
  },
  'fails when the server answers it with ROLLBACK, even if no statement failed': {
    'ROLLBACK in response to a commit counts as a commit': {
      done: (command) => (command === 'ROLLBACK' ? 'COMMIT' : command),
    },
  },
  'throws when the connection is lost during the commit': {
    'a commit whose connection is lost counts as committed': { connection: 'a lost commit counts as committed' },
  },
  'fails when its connection is lost after the server has committed, and the unit of work is not repeated': {
    'work whose commit was lost is run again': {
      ports: running((run, touched) => async (work) => {
        try {
          return await run(work);
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          touched();
          return run(work);
        }
      }),
    },
  },
  'are retried after a deadlock, and both are committed': {
    'a deadlock ends the work': { code: asFault('40001', '40P01') },
  },
  'UnitOfWork refuses one of two units that set the same external id at once, and names the vehicle that has it': {
    'a value that another unit takes at the same time ends the work': { code: asFault('23505') },
  },
  'UnitOfWork loses no change if two units change one row without a lock': {
    'a retry does not run the work again': {
      ports: running((run, touched) => (work) => {
        let first: ReturnType<typeof work> | undefined;
        return run((tx) => {
          if (first) touched();
          first ??= work(tx);
          return first;
        });
      }),
    },
  },
  'UnitOfWork reads the current state of a row, even if it has read it before': {
    'a unit of work never reads a row again': {
      ports: running(
        (run, touched) => (work) =>
          run((tx) => {
            const read = new Map<string, ReturnType<typeof tx.payments.find>>();
            return work({
              ...tx,
              payments: {
                ...tx.payments,
                find: (companyId, id) => {
                  const key = `${companyId} ${id}`;
                  if (read.has(key)) touched();
                  const found = read.get(key) ?? tx.payments.find(companyId, id);
                  read.set(key, found);
                  return found;
                },
              },
            });
          }),
      ),
    },
  },
};
