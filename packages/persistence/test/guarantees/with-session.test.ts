import { expect } from 'chai';
import type { Database } from '../../src/database/database.ts';
import { withSession, type Session } from '../../src/database/session.ts';

/** A database that fails certain statements and reports one row for all others; also records the statements. */
const refusing = (refused: Readonly<Record<string, Error>>) => {
  const sent: string[] = [];
  const query = async (statement: string | { readonly text: string }) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    sent.push(text);
    if (refused[text]) throw refused[text];
    return { fields: [], rows: [], rowCount: 1, command: text.toUpperCase() };
  };
  const pool = { connect: async () => ({ query, release: () => undefined }) };
  return { sent, database: { pool, isSpread: () => false } as unknown as Pick<Database, 'pool' | 'isSpread'> };
};

const BEGIN = 'begin isolation level read committed';
const aStatement = (text: string) => ({ text, values: [] });

const run = async (work: (session: Session) => unknown, refused: Readonly<Record<string, Error>> = {}) => {
  const { database, sent } = refusing(refused);
  const ended = await withSession(database, async (session) => {
    await work(session);
    return { value: 'kept', keep: true };
  }).catch((error: Error) => error);
  return { sent, ended };
};

describe('a session', () => {
  it('adds a single row in one statement, without BEGIN and COMMIT', async () => {
    const work = (session: Session) => session.addLater(aStatement('add'));
    expect(await run(work)).to.deep.equal({ sent: ['add'], ended: 'kept' });
  });

  it('adds several rows in one transaction', async () => {
    const work = (session: Session) => ['one', 'other'].forEach((text) => session.addLater(aStatement(text)));
    expect(await run(work)).to.deep.equal({ sent: [BEGIN, 'one', 'other', 'commit'], ended: 'kept' });
  });

  it('adds a queued row in the order of the other statements', async () => {
    const work = async (session: Session) => {
      await session.send(aStatement('lock'));
      session.addLater(aStatement('add'));
      await session.send(aStatement('read'));
      session.addLater(aStatement('add more'));
    };
    const sent = [BEGIN, 'lock', 'add', 'read', 'add more', 'commit'];
    expect(await run(work)).to.deep.equal({ sent, ended: 'kept' });
  });

  it('sends nothing if the work does nothing', async () => {
    expect(await run(() => undefined)).to.deep.equal({ sent: [], ended: 'kept' });
  });

  it('sends no statement after a failed BEGIN, since it would be committed at once', async () => {
    const refused = new Error('refused');
    const failed = await run((session) => session.send(aStatement('change')), { [BEGIN]: refused });
    expect(failed).to.deep.equal({ sent: [BEGIN, 'rollback'], ended: refused });
  });

  it('fails with its first failure, even if the work continues', async () => {
    const refused = new Error('refused');
    const work = async (session: Session) => {
      await session.send(aStatement('one')).catch(() => undefined);
      session.addLater(aStatement('other'));
    };
    const failed = await run(work, { one: refused });
    expect(failed).to.deep.equal({ sent: [BEGIN, 'one', 'rollback'], ended: refused });
  });
});
