import { StoreUnavailable, type ContractDays, type Store, type UnitOfWork } from '@vehicle-insurance/core';
import { persistence, type Persistence } from '@vehicle-insurance/persistence';
import { aBookkeeping } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { around, CommittedUnconfirmed, type Call as PortCall } from '../../../core/test/histories/purchase/ports.ts';
import type { Ground } from '../../../core/test/histories/purchase/world.ts';
import type { Fault } from '../broken/fault.ts';
import { wire } from '../broken/wire.ts';
import { asSandbox, clearing, connectTo } from '../test-store.ts';
import { gate, KINDS, type Kind } from './gate.ts';
import { anAttempt, portLaws } from './port-laws.ts';
import { REAL_TIME, setRealTime } from './real-time.ts';
import { eachCall, recordCalls, replica, type Call, type Replica } from './replica.ts';

/** A time limit in milliseconds that no statement of a history reaches, even on a busy machine. */
const NEVER = 120_000;
const TIMEOUTS = { lock: NEVER, statement: NEVER, answer: 0 } as const;

/** Changes all unlocked rows, as another program would that claims and immediately releases them. */
const meddleWith = (table: string, id = 'id'): string => `
  update ${table} set version = version + 1
  where ctid = any (array(select ctid from ${table} for no key update skip locked)) returning ${id} as id`;
const MEDDLED_WITH = [
  ...['payment', 'refund', 'contract'].map((table) => meddleWith(table)),
  meddleWith('certificate_request', 'contract_id'),
];

/**
 * How often each kind of trouble occurred. A conflict means that work was retried because another change of its row
 * came first.
 */
export type Counts = Record<Kind | 'conflict', number>;

export interface SqlGround {
  next(seed: number): Promise<{
    readonly ground: Ground;
    readonly replica: Replica;
    readonly broken: readonly string[];
  }>;
  readonly counts: Counts;
  touched(): number;
  close(): Promise<void>;
}

/** Two programs with their own connections to one database; their statements wait for their turn. */
export const sqlGround = async (fault?: Fault): Promise<SqlGround> => {
  const { url, drop } = await testDatabase({ migrate: asSandbox });
  const control = await connectTo(url);
  await control.query(REAL_TIME);
  if (fault?.schema !== undefined) await control.query(fault.schema);
  const clear = await clearing(control);

  let elapsed = (): number => 0;
  let pass = (_: number): void => undefined;
  let told = -1;
  let changed = (_: readonly string[]): void => undefined;
  const counts = Object.fromEntries([...KINDS, 'conflict'].map((kind) => [kind, 0])) as Counts;
  const statements = gate(
    {
      elapsed: () => elapsed(),
      pass: (milliseconds) => pass(milliseconds),
      meddle: async () => {
        for (const statement of MEDDLED_WITH) {
          const { rows } = await control.query<{ id: string }>(statement);
          changed(rows.map(({ id }) => id));
        }
      },
      keepTime: async () => {
        if (told === elapsed()) return;
        told = elapsed();
        await control.query(setRealTime(told));
      },
      blocked: async (pids) =>
        (
          await control.query<{ pid: number }>(
            'select pid from unnest($1::int[]) pid where cardinality(pg_blocking_pids(pid)) > 0',
            [pids],
          )
        ).rows.map(({ pid }) => pid),
    },
    counts,
    fault,
  );
  const way = await wire(url, (line) => statements.handlerOf(line));
  const readersWay = await wire(url, (line) => statements.handlerOf(line, true));
  const bookkeeping = { ...aBookkeeping() };
  const options = { environment: 'sandbox', timeouts: TIMEOUTS, bookkeeping } as const;
  const open = () => persistence({ ...options, url: way.url, poolSize: 30 });
  const programs: readonly [Persistence, Persistence] = [await open(), await open()];
  const direct = await persistence({ ...options, url: readersWay.url });

  return {
    counts,
    touched: statements.touched,
    next: async (seed) => {
      const copy = replica(bookkeeping);
      const laws = portLaws(() => elapsed());
      changed = laws.changed;
      let runs = 0;
      /** Alternates the programs, so that simultaneous work runs in both. */
      const program = (): Persistence => programs[(runs += 1) % 2] ?? direct;
      const recordUnits = (run: UnitOfWork['run']): UnitOfWork => ({
        run: async (work) => {
          let calls: Call[] = [];
          let attempt = anAttempt();
          const kept = (): void => {
            laws.committed(attempt);
            copy.apply(calls);
          };
          const ended = await run(async (tx) => {
            if (calls.length > 0) counts.conflict += 1;
            calls = [];
            attempt = anAttempt();
            return laws.during(attempt, recordCalls(tx, calls), work);
          }).catch((error: unknown) => {
            if (!(error instanceof StoreUnavailable) || !statements.takeKept()) throw error;
            kept();
            throw new CommittedUnconfirmed();
          });
          if (ended.isOk()) kept();
          return ended;
        },
      });
      const movedBy = (days: () => ContractDays): ContractDays =>
        around(direct.contractDays, ['start', 'expire', 'announceEndings'], (_, event) => async (...given) => {
          const call = async (on: ContractDays): Promise<number> => Number(await (on[event] as PortCall)(...given));
          const many = await call(days());
          if (many > 0) copy.also(async ({ contractDays }) => copy.expect((await call(contractDays)) === many));
          return many;
        });
      const inTurns = (store: Store): Store => {
        /** A port that sends each call to the next program and waits for it. */
        const inTurn = <
          Name extends 'dueWork' | 'contractQueries' | 'paymentQueries' | 'contractDays' | 'idempotencyKeys',
        >(
          name: Name,
        ): Store[Name] => {
          const methods = Object.keys(store[name]) as (keyof Store[Name])[];
          return around(store[name], methods, (_, method) => (...given) => {
            const call = program()[name][method] as (...asked: never[]) => Promise<unknown>;
            return statements.during(() => call(...given));
          });
        };
        const dueWork = inTurn('dueWork');
        return {
          ...store,
          unitOfWork: recordUnits((work) =>
            statements.during(() =>
              program().unitOfWork.run((tx) => statements.between(() => work(eachCall(tx, statements.during)))),
            ),
          ),
          dueWork: {
            ...dueWork,
            claim: async (...given) => {
              const claims = await dueWork.claim(...given);
              laws.claimed(claims);
              return claims;
            },
          },
          contractQueries: inTurn('contractQueries'),
          paymentQueries: inTurn('paymentQueries'),
          contractDays: movedBy(() => inTurn('contractDays')),
          idempotencyKeys: inTurn('idempotencyKeys'),
        };
      };
      const ground: Ground = {
        settle: statements.settle,
        reached: inTurns,
        open: async (read, letPass, zone) => {
          [elapsed, pass, bookkeeping.zone] = [read, letPass, zone];
          await statements.open();
          await clear();
          await statements.shut(seed);
          return {
            ...direct,
            unitOfWork: recordUnits(direct.unitOfWork.run),
            contractDays: movedBy(() => direct.contractDays),
            endLeases: async () => {
              await statements.open();
              await direct.clearLeases();
            },
          };
        },
      };
      return { ground, replica: copy, broken: laws.broken };
    },
    close: async () => {
      await Promise.all([...programs, direct].map((store) => store.close()));
      await way.close();
      await readersWay.close();
      await control.end();
      await drop();
    },
  };
};
