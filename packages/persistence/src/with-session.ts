import type { Database } from './database.ts';
import { isGone, withoutRow } from './failures.ts';
import { sessionOf, type Send, type Session } from './session.ts';

/** What work has come to, and whether what it did is to stay. */
export interface Finished<Value> {
  readonly value: Value;
  readonly keep: boolean;
}

/**
 * Runs `work` in a transaction of its own. When this answers, what the work did is kept (or, if it said so, undone);
 * when it throws, nothing is, except that a connection lost at the very end tells nobody what the server did.
 */
export const withSession = async <Value>(
  { orm, pool }: Database,
  work: (session: Session) => Promise<Finished<Value>>,
): Promise<Value> => {
  const client = await pool.connect();
  const failures: unknown[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;

  /**
   * Every statement passes here, MikroORM's as well, one after the other: none can fail without being noticed, and
   * none can be on its way when the transaction ends.
   */
  const send: Send = (text, values = []) => {
    if (ended) throw new Error('a unit of work went on after it had ended: await everything it does');
    const sent = last.then(() => client.query(text, [...values]));
    last = sent.catch((error: unknown) => failures.push(withoutRow(error)));
    return sent;
  };
  const end = async (statement: 'commit' | 'rollback') => {
    const ending = send(statement);
    ended = true;
    return ending;
  };

  try {
    await send('begin isolation level read committed');
    const { value, keep } = await work(sessionOf(orm.em.fork(), send, (error) => failures.push(error)));
    await last;
    if (failures.length > 0) throw failures[0];
    const { command } = await end(keep ? 'commit' : 'rollback');
    // PostgreSQL answers the COMMIT of a transaction it has given up with ROLLBACK, and with no error.
    if (keep && command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
    return value;
  } catch (error) {
    await last;
    if (!ended && !failures.some(isGone)) await end('rollback').catch(() => undefined);
    // The first failure is the cause; what came after it is PostgreSQL refusing to go on, or the work's own complaint.
    throw failures[0] ?? error;
  } finally {
    // A connection that has failed by itself is given to nobody else.
    client.release(failures.some(isGone));
  }
};
