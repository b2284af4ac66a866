import { expect } from 'chai';
import type { Database } from '../src/database.ts';
import { withSession } from '../src/session.ts';

/** A database that answers every statement with the command it names, but COMMIT as it is told to. */
const answeringCommitBy = (command: string): Pick<Database, 'pool'> => {
  const client = {
    query: async (text: string) => ({ rows: [], rowCount: 0, command: text === 'commit' ? command : text }),
    release: () => undefined,
  };
  return { pool: { connect: async () => client } } as unknown as Pick<Database, 'pool'>;
};

describe('a session that is to keep what it did', () => {
  const run = (command: string) =>
    withSession(answeringCommitBy(command), async () => ({ value: 'kept', keep: true })).catch(
      ({ message }: Error) => message,
    );

  it('says so once the server has committed', async () => {
    expect(await run('COMMIT')).to.equal('kept');
  });

  it('fails when the server has given the transaction up and answers COMMIT by ROLLBACK, with no error', async () => {
    expect(await run('ROLLBACK')).to.equal('the transaction was rolled back instead of committed');
  });
});
