import { rowsIn, type Answered } from './answered.ts';
import type { Database } from './database.ts';
import { isGone, withoutRow } from './failures.ts';
import type { Prepared } from './statement.ts';

/** What the repositories of one unit of work share: a transaction, and the rows it has found. */
export interface Session {
  /** Runs a statement, and returns its rows. */
  run<Row>(statement: Prepared<Row>): Promise<readonly Row[]>;
  send(statement: Prepared): Promise<Sent>;
  /** Each row that was found or added, as this transaction last knew it. */
  readonly found: Map<string, FoundRow>;
  /** Does something that fails the unit of work when it throws, also where the work takes no notice. */
  failingWith<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** A row of a table, and how often it has been changed. */
export interface FoundRow {
  readonly row: object;
  readonly version: number;
}

/** A statement's result. */
export interface Sent extends Answered {
  readonly rowCount: number | null;
  /** The command the server reports as done. */
  readonly command: string;
}

/** What work returned, and whether to commit it. */
export interface Finished<Value> {
  readonly value: Value;
  readonly keep: boolean;
}

/**
 * Runs `work` in a transaction of its own. When this resolves, the work is committed (or rolled back, if it said so);
 * when it throws, nothing was kept, with one exception: if the connection is lost during the commit, its result is
 * unknown.
 */
export const withSession = async <Value>(
  { pool }: Pick<Database, 'pool'>,
  work: (session: Session) => Promise<Finished<Value>>,
): Promise<Value> => {
  const client = await pool.connect();
  const failures: unknown[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;

  /**
   * Every statement goes through here, one at a time: no failure can go unnoticed, and none can be under way when the
   * transaction ends.
   */
  const send = (statement: Prepared | string): Promise<Sent> => {
    if (ended) throw new Error('a unit of work went on after it had ended: await everything it does');
    const sent = last.then((): Promise<Sent> => client.query(statement as Prepared) as unknown as Promise<Sent>);
    last = sent.catch((error: unknown) => failures.push(withoutRow(error)));
    return sent;
  };
  const end = async (statement: 'commit' | 'rollback') => {
    const ending = send(statement);
    ended = true;
    return ending;
  };

  const session: Session = {
    send,
    run: async <Row>(statement: Prepared<Row>) => rowsIn<Row>(await send({ ...statement, rowMode: 'array' })),
    found: new Map(),
    failingWith: (work) =>
      work().catch((error: unknown) => {
        failures.push(error);
        throw error;
      }),
  };

  try {
    await send('begin isolation level read committed');
    const { value, keep } = await work(session);
    await last;
    if (failures.length > 0) throw failures[0];
    const { command } = await end(keep ? 'commit' : 'rollback');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and with no error.
    if (keep && command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
    return value;
  } catch (error) {
    await last;
    if (!ended && !failures.some(isGone)) await end('rollback').catch(() => undefined);
    // The first failure is the cause; later ones are PostgreSQL refusing to go on, or the work's own reaction.
    throw failures[0] ?? error;
  } finally {
    // A connection that has failed is not used again.
    client.release(failures.some(isGone));
  }
};
