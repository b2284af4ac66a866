import { expect } from 'chai';
import type { Database } from '../../src/database/database.ts';
import { withSession, type Session } from '../../src/database/session.ts';

/** A database that refuses some statements, and does each other to one row; and what it was sent. */
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
const asked = (text: string) => ({ text, values: [] });

const run = async (work: (session: Session) => unknown, refused: Readonly<Record<string, Error>> = {}) => {
  const { database, sent } = refusing(refused);
  const ended = await withSession(database, async (session) => {
    await work(session);
    return { value: 'kept', keep: true };
  }).catch((error: Error) => error);
  return { sent, ended };
};

describe('a session', () => {
  it('adds one row by one statement, which is a transaction by itself', async () => {
    const work = (session: Session) => session.addLater(asked('add'));
    expect(await run(work)).to.deep.equal({ sent: ['add'], ended: 'kept' });
  });

  it('adds several rows in one transaction', async () => {
    const work = (session: Session) => ['one', 'other'].forEach((text) => session.addLater(asked(text)));
    expect(await run(work)).to.deep.equal({ sent: [BEGIN, 'one', 'other', 'commit'], ended: 'kept' });
  });

  it('adds a row before what is sent after it, and after what was sent before', async () => {
    const work = async (session: Session) => {
      await session.send(asked('lock'));
      session.addLater(asked('add'));
      await session.send(asked('read'));
      session.addLater(asked('add more'));
    };
    const sent = [BEGIN, 'lock', 'add', 'read', 'add more', 'commit'];
    expect(await run(work)).to.deep.equal({ sent, ended: 'kept' });
  });

  it('sends nothing where the work does nothing', async () => {
    expect(await run(() => undefined)).to.deep.equal({ sent: [], ended: 'kept' });
  });

  it('sends nothing after a transaction that did not begin, outside which it would be kept', async () => {
    const refused = new Error('refused');
    const failed = await run((session) => session.send(asked('change')), { [BEGIN]: refused });
    expect(failed).to.deep.equal({ sent: [BEGIN, 'rollback'], ended: refused });
  });

  it('fails with its first failure, also where the work goes on', async () => {
    const refused = new Error('refused');
    const work = async (session: Session) => {
      await session.send(asked('one')).catch(() => undefined);
      session.addLater(asked('other'));
    };
    const failed = await run(work, { one: refused });
    expect(failed).to.deep.equal({ sent: [BEGIN, 'one', 'rollback'], ended: refused });
  });
});
