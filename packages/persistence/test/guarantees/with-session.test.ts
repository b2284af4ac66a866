import { expect } from 'chai';
import type { Database } from '../../src/database.ts';
import { isConflict } from '../../src/failures.ts';
import { withSession, type Session } from '../../src/session.ts';

interface Answered {
  readonly command?: string;
  readonly rowCount?: number;
}

/** A database that answers a statement as it is told to, or else by its own words and one row; and what it was sent. */
const answering = (answers: Readonly<Record<string, Answered | Error>> = {}) => {
  const sent: string[] = [];
  const query = async (statement: string | { readonly text: string }) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    sent.push(text);
    const answer = answers[text];
    if (answer instanceof Error) throw answer;
    return { fields: [], rows: [], rowCount: 1, command: text.toUpperCase(), ...answer };
  };
  const pool = { connect: async () => ({ query, release: () => undefined }) };
  return { sent, database: { pool, isSpread: () => false } as unknown as Pick<Database, 'pool' | 'isSpread'> };
};

const BEGIN = 'begin isolation level read committed';
const asked = (text: string) => ({ text, values: [] });

/** Runs the work in a session that is kept, and says what was sent and how it ended. */
const run = async (
  work: (session: Session) => unknown,
  { answers, keep = true }: { readonly answers?: Readonly<Record<string, Answered | Error>>; keep?: boolean } = {},
) => {
  const { database, sent } = answering(answers);
  const ended = await withSession(database, async (session) => {
    await work(session);
    return { value: 'kept', keep };
  }).catch((error: Error) => error);
  return { sent, ended };
};

describe('a session that is to keep what it did', () => {
  it('says so once the server has committed', async () => {
    const { ended } = await run((session) => session.send(asked('change')));
    expect(ended).to.equal('kept');
  });

  it('fails when the server has given the transaction up and answers COMMIT by ROLLBACK, with no error', async () => {
    const { ended } = await run((session) => session.send(asked('change')), {
      answers: { commit: { command: 'ROLLBACK' } },
    });
    expect(String(ended)).to.contain('the transaction was rolled back instead of committed');
  });

  it('adds one row by one statement, which is a transaction by itself', async () => {
    const { sent, ended } = await run((session) => session.addLater(asked('add')));
    expect({ sent, ended }).to.deep.equal({ sent: ['add'], ended: 'kept' });
  });

  it('adds several rows in one transaction', async () => {
    const { sent } = await run((session) => ['one', 'other'].forEach((text) => session.addLater(asked(text))));
    expect(sent).to.deep.equal([BEGIN, 'one', 'other', 'commit']);
  });

  it('adds a row before what is sent after it, and after what was sent before', async () => {
    const { sent } = await run(async (session) => {
      await session.send(asked('lock'));
      session.addLater(asked('add'));
      await session.send(asked('read'));
      session.addLater(asked('add more'));
    });
    expect(sent).to.deep.equal([BEGIN, 'lock', 'add', 'read', 'add more', 'commit']);
  });

  it('sends nothing where the work does nothing', async () => {
    expect(await run(() => undefined)).to.deep.equal({ sent: [], ended: 'kept' });
  });
});

describe('a session that is to keep nothing', () => {
  it('adds nothing that was not sent yet', async () => {
    expect((await run((session) => session.addLater(asked('add')), { keep: false })).sent).to.deep.equal([]);
  });

  it('takes back what was sent', async () => {
    const { sent } = await run((session) => session.send(asked('change')), { keep: false });
    expect(sent).to.deep.equal([BEGIN, 'change', 'rollback']);
  });
});

describe('a session in which a statement fails', () => {
  const refused = new Error('refused');

  it('meets a conflict where a row was not added, alone or in a transaction', async () => {
    const answers = { add: { rowCount: 0 } };
    for (const before of [[], ['lock']]) {
      const { ended, sent } = await run(
        async (session) => {
          for (const text of before) await session.send(asked(text));
          session.addLater(asked('add'));
        },
        { answers },
      );
      expect(isConflict(ended)).to.equal(true);
      expect(sent.at(-1)).to.equal(before.length === 0 ? 'add' : 'rollback');
    }
  });

  it('sends nothing after a transaction that did not begin, outside which it would be kept', async () => {
    const { ended, sent } = await run((session) => session.send(asked('change')), { answers: { [BEGIN]: refused } });
    expect(ended).to.equal(refused);
    expect(sent).to.deep.equal([BEGIN, 'rollback']);
  });

  it('fails with its first failure, also where the work goes on', async () => {
    const { ended, sent } = await run(
      async (session) => {
        await session.send(asked('one')).catch(() => undefined);
        session.addLater(asked('other'));
      },
      { answers: { one: refused } },
    );
    expect(ended).to.equal(refused);
    expect(sent).to.deep.equal([BEGIN, 'one', 'rollback']);
  });
});
