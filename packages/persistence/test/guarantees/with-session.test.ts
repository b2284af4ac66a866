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

const change = (session: Session) => session.send(asked('change'));
const add = (session: Session) => session.addLater(asked('add'));

const COURSES: readonly (readonly [
  title: string,
  work: (session: Session) => unknown,
  sent: readonly string[],
  keep?: boolean,
])[] = [
  ['adds one row by one statement, which is a transaction by itself', add, ['add']],
  [
    'adds several rows in one transaction',
    (session) => ['one', 'other'].forEach((text) => session.addLater(asked(text))),
    [BEGIN, 'one', 'other', 'commit'],
  ],
  [
    'adds a row before what is sent after it, and after what was sent before',
    async (session) => {
      await session.send(asked('lock'));
      add(session);
      await session.send(asked('read'));
      session.addLater(asked('add more'));
    },
    [BEGIN, 'lock', 'add', 'read', 'add more', 'commit'],
  ],
  ['sends nothing where the work does nothing', () => undefined, []],
  ['that is to keep nothing adds nothing that was not sent yet', add, [], false],
  ['that is to keep nothing takes back what was sent', change, [BEGIN, 'change', 'rollback'], false],
];

describe('a session', () => {
  for (const [title, work, sent, keep = true] of COURSES)
    it(title, async () => {
      expect(await run(work, { keep })).to.deep.equal({ sent, ended: 'kept' });
    });

  it('fails when the server has given the transaction up and answers COMMIT by ROLLBACK, with no error', async () => {
    const { ended } = await run(change, { answers: { commit: { command: 'ROLLBACK' } } });
    expect(String(ended)).to.contain('the transaction was rolled back instead of committed');
  });

  for (const before of [[], ['lock']])
    it(`meets a conflict where a row was not added ${before.length === 0 ? 'alone' : 'in a transaction'}`, async () => {
      const work = async (session: Session) => {
        for (const text of before) await session.send(asked(text));
        add(session);
      };
      const { ended, sent } = await run(work, { answers: { add: { rowCount: 0 } } });
      expect(isConflict(ended)).to.equal(true);
      expect(sent.at(-1)).to.equal(before.length === 0 ? 'add' : 'rollback');
    });

  it('sends nothing after a transaction that did not begin, outside which it would be kept', async () => {
    const refused = new Error('refused');
    const failed = await run(change, { answers: { [BEGIN]: refused } });
    expect(failed).to.deep.equal({ sent: [BEGIN, 'rollback'], ended: refused });
  });

  it('takes back what was sent by work that throws afterwards', async () => {
    const fault = new Error('a fault of the work');
    const failed = await run(async (session) => {
      await change(session);
      throw fault;
    });
    expect(failed).to.deep.equal({ sent: [BEGIN, 'change', 'rollback'], ended: fault });
  });

  it('fails with its first failure, also where the work goes on', async () => {
    const refused = new Error('refused');
    const work = async (session: Session) => {
      await session.send(asked('one')).catch(() => undefined);
      session.addLater(asked('other'));
    };
    const failed = await run(work, { answers: { one: refused } });
    expect(failed).to.deep.equal({ sent: [BEGIN, 'one', 'rollback'], ended: refused });
  });
});
