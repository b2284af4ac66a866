import type { EventType, Fact, Instant, Quote } from '@vehicle-insurance/core';
import { BATCH } from './connecting.ts';
import type { Database } from './database.ts';
import { conflict, isGone, isOutdated, withoutRow } from './failures.ts';
import { rowsIn, type Answered, type Prepared } from './prepared-statement.ts';

/**
 * The state that the repositories of a unit of work share: a transaction, and the rows that the transaction has found.
 */
export interface Session {
  run<Row>(statement: Prepared<Row>): Promise<readonly Row[]>;
  send(statement: Prepared): Promise<Sent>;
  /**
   * Queues a statement that adds a row. The session sends the queued statement before the next statement, at the latest
   * on commit. If a unit of work consists of one queued statement, the session needs no BEGIN and COMMIT. If the
   * statement adds no row, another unit of work was faster, which counts as a conflict.
   */
  addLater(statement: Prepared): void;
  /** Whether tables may be spread over several nodes. */
  readonly isSpread: boolean;
  /** Whether this is a retry after a conflict. */
  readonly isRunAgain: boolean;
  /** Each row that was found or added, with the content that this transaction last read or wrote. */
  readonly found: Map<string, FoundRow>;
  /** Each quote that was read. The content of a quote never changes. */
  readonly quotes: Map<string, Quote>;
  /** The facts that listeners receive after the commit. */
  readonly facts: Fact[];
  /** The events that callers see after the commit. */
  readonly events: NewEvent[];
  /** Runs a step whose error fails the unit of work, even if the work catches the error. */
  failingWith<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** A change that a caller can see. */
export interface NewEvent {
  readonly companyId: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly at: Instant;
}

/** A row of a table, and its version, which grows with each change. */
export interface FoundRow {
  readonly row: object;
  readonly version: number;
}

export interface Sent extends Answered {
  readonly rowCount: number | null;
  /** The command that the server reports as done. */
  readonly command: string;
}

/** The result of the work, and whether to commit. */
export interface Finished<Value> {
  readonly value: Value;
  readonly keep: boolean;
}

/**
 * Runs `work` in a transaction, which begins with the first statement. When the promise resolves, the work is
 * committed, or rolled back if `keep` is false. When the promise rejects, nothing was stored, with one exception: if
 * the connection is lost during the commit, the result is unknown. If the whole work is one statement queued by
 * `addLater`, it is sent without BEGIN and COMMIT.
 */
export const withSession = async <Value>(
  { pool, isSpread }: Pick<Database, 'pool' | 'isSpread'>,
  work: (session: Session) => Promise<Finished<Value>>,
  isRunAgain = false,
): Promise<Value> => {
  const client = await pool.connect();
  const failures: unknown[] = [];
  const added: Prepared[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let [begun, ended] = [false, false];

  /**
   * Sends every statement, one at a time. So no failure goes unnoticed, and no statement is still running when the
   * transaction ends. After a failure, only the rollback is sent: after a failed `begin`, the server would commit any
   * other statement at once.
   */
  const next = (statement: Prepared | string, check?: (sent: Sent) => void): Promise<Sent> => {
    const sent = last.then(async () => {
      if (failures.length > 0 && statement !== 'rollback') throw failures[0];
      const done = (await client.query(statement as Prepared)) as unknown as Sent;
      check?.(done);
      return done;
    });
    last = sent.catch((error: unknown) => failures.push(withoutRow(error)));
    return sent;
  };
  const sendLater = (statement: Prepared | string, check?: (sent: Sent) => void): void =>
    void next(statement, check).catch(() => undefined);
  const begin = (): void => {
    if (!begun) sendLater('begin isolation level read committed');
    begun = true;
  };
  const sendAdded = (): void => {
    for (const statement of added.splice(0)) sendLater(statement, addsOne);
  };
  const refuseWhenEnded = (): void => {
    if (ended) throw new Error('a unit of work continued after its end: await all its statements');
  };
  const commit = async (): Promise<void> => {
    if (added.length > 1) begin();
    sendAdded();
    await last;
    if (failures.length > 0) throw failures[0];
    if (!begun) return;
    const { command } = await next('commit');
    begun = false;
    // After a failed transaction, PostgreSQL answers COMMIT with ROLLBACK and without an error.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
  };
  const rollback = async (): Promise<void> => {
    if (begun) await next('rollback');
    begun = false;
  };

  const send = async (statement: Prepared): Promise<Sent> => {
    refuseWhenEnded();
    begin();
    sendAdded();
    return next(statement);
  };
  const session: Session = {
    send,
    addLater: (statement) => {
      refuseWhenEnded();
      added.push(statement);
    },
    run: async <Row>(statement: Prepared<Row>) => rowsIn<Row>(await send({ ...statement, rowMode: 'array' })),
    isSpread: isSpread(),
    isRunAgain,
    found: new Map(),
    quotes: new Map(),
    facts: [],
    events: [],
    failingWith: (work) =>
      work().catch((error: unknown) => {
        failures.push(error);
        throw error;
      }),
  };

  try {
    const { value, keep } = await work(session);
    await last;
    ended = true;
    if (failures.length > 0) throw failures[0];
    await (keep ? commit() : rollback());
    return value;
  } catch (error) {
    await last;
    ended = true;
    if (!failures.some(isGone)) await rollback().catch(() => undefined);
    // The first failure is the cause. Later failures come from the aborted transaction, or from the work's reaction.
    throw failures[0] ?? error;
  } finally {
    // Closes a connection that is lost, or on which a prepared statement is outdated.
    client.release(failures.some((error) => isGone(error) || isOutdated(error)));
  }
};

const addsOne = ({ rowCount }: Sent): void => {
  if (rowCount !== 1) throw conflict('a row was not added: another transaction has added one with the same key');
};

/** Runs work in a transaction with the statement time-out of a batch. */
export const inBatchTransaction = <Value>(
  database: Database,
  work: (session: Session) => Promise<Value>,
): Promise<Value> =>
  withSession(database, async (session) => {
    await session.send({ text: `set local statement_timeout = ${BATCH.statement}`, values: [] });
    return { value: await work(session), keep: true };
  }).catch((error: unknown) => {
    throw database.failed(error);
  });
