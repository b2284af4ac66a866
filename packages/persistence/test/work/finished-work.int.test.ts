import { expect } from 'chai';
import { finishedQuery } from '../../src/work/due-work.ts';
import { storeForCases } from '../test-store.ts';

/** Waiting notifications about another shop's payments, as on an account shared with a large shop. */
const WAITING = 50_000;
const FINISHED = 7_000;

const NOTIFICATIONS = `
  insert into notification (id, provider, reference, received, due_at, attempts)
  select gen_random_uuid(), 'wave', 'foreign-' || n, now(), case when n > $1 then now() end, 0
  from generate_series(1, $1 + $2::int) n`;

describe('finished work', function () {
  this.timeout(60_000);
  const test = storeForCases();
  before(async () => {
    await test.sql(NOTIFICATIONS, [FINISHED, WAITING]);
    await test.sql('analyze notification');
  });

  const count = async (where: string) =>
    (await test.sql(`select count(*)::int as count from notification where ${where}`))[0]?.['count'];

  it('is found by its own index, even if much other work waits', async () => {
    for (const kind of ['notifications', 'pending_uploads'] as const) {
      const [row] = await test.sql(`explain (format json) ${finishedQuery(kind).replace('$1', '5000')}`);
      expect(JSON.stringify(row), kind).to.match(/"Index Name":"(notification|pending_upload)_finished"/);
    }
  });

  // Proves: notification-of-opening-or-unknown
  it('is deleted in batches by several processes that do not wait for each other', async () => {
    const forgotten = await Promise.all([1, 2, 3].map(() => test.store.dueWork.forget('notifications', 3_000)));
    expect(forgotten.reduce((sum, one) => sum + one, 0)).to.be.within(3_000, FINISHED);
    while ((await test.store.dueWork.forget('notifications', 3_000)) > 0);
    expect([await count('due_at is null'), await count('due_at is not null')]).to.deep.equal([0, WAITING]);
  });
});
