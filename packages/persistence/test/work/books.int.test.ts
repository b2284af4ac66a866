import { StoreUnavailable, type Entry } from '@vehicle-insurance/core';
import { anEntry, day, inUnit, realTimersDuring, SOME_MORNING, storedCompany } from '@vehicle-insurance/testkit';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { failureOf, storeForCases } from '../test-store.ts';

const NEVER_CHANGED = 'a booked entry never changes: reverse it with another entry';
const ADDED_ONCE = 'the postings of an entry must be added once, by one statement, and add up to zero';

describe('a booked entry', () => {
  const test = storeForCases();

  const storeEntry = async (bookedOn = '2026-01-15'): Promise<Entry> => {
    const { id: companyId } = await storedCompany(test.store.unitOfWork);
    const postings = [
      { account: 'wallet', amount: 7 },
      { account: 'suspense', amount: -7 },
    ] as const;
    const entry = anEntry({ companyId, bookedOn: day(bookedOn), postings });
    await inUnit(test.store.unitOfWork, ({ ledger }) => ledger.post(entry));
    return entry;
  };

  /** Closes the first, second, third or fourth month. */
  const close = (number: number, during: () => void = () => undefined) => {
    const closing = { number, month: `2026-0${number}`, at: SOME_MORNING, by: 'an operator', why: null };
    return test.store.books.close(closing, day(`2026-0${number}-28`), during);
  };

  const ADDED = `insert into posting (company_id, entry_id, number, account, amount) values`;
  for (const statement of [
    ...['booked_on = booked_on + 1', `cause = 'refund_done'`, `wallet = 'x'`, `insurer = 'x'`, 'at = now()']
      .concat('closing = null', 'id', 'company_id', 'subject_id')
      .map((set) => `update entry set ${set.includes('=') ? set : `${set} = gen_random_uuid()`} where id = $1`),
    'delete from entry where id = $1',
    'update posting set amount = amount + 1 where entry_id = $1',
    'delete from posting where entry_id = $1',
    ...[`update voucher set why = 'x'`, 'delete from voucher', 'truncate voucher'],
    ...['entry', 'posting', 'entry, posting', 'company cascade'].map((tables) => `truncate ${tables}`),
    `${ADDED} ($2, $1, 3, 'wallet', 1)`,
    `${ADDED} ($2, $1, 3, 'wallet', 1), ($2, $1, 4, 'suspense', -1)`,
    `insert into posting select company_id, gen_random_uuid(), 1, 'wallet', 2 from entry where id = $1`,
  ])
    it(`is protected by triggers, even from the owner of the tables: ${statement}`, async function () {
      // No distributed table has triggers; the rights of the service's role protect its rows.
      if (isSpread()) return this.skip();
      const entry = await storeEntry();
      const values = [entry.id, entry.companyId].filter((_, at) => statement.includes(`$${at + 1}`));
      const message = statement.startsWith('insert') ? ADDED_ONCE : NEVER_CHANGED;
      expect(await failureOf(test.sql(statement, values))).to.include({ message });
      expect(await test.store.books.entries(entry.companyId, null, 10)).to.deep.equal([entry]);
    });

  it('belongs to one closing', async function () {
    if (isSpread()) return this.skip();
    const { id } = await storeEntry();
    await test.sql('update entry set closing = 1 where id = $1', [id]);
    expect(await failureOf(test.sql('update entry set closing = 2 where id = $1', [id]))).to.include({
      message: NEVER_CHANGED,
    });
  });

  it('neither waits for a closing nor delays it, and belongs to the next closing if it is committed late', async () => {
    const { unitOfWork } = test.store;
    const january = await storeEntry('2026-01-15');
    const { companyId, postings } = january;
    const late = anEntry({ companyId, postings });
    const meanwhile = anEntry({ companyId, postings, bookedOn: day('2026-02-01') });
    let whileClosing: Promise<void> | undefined;
    await inUnit(unitOfWork, async ({ ledger }) => {
      await ledger.post(late);
      // One entry is posted but not committed; another one is posted and committed before the closing commits.
      const closed = close(1, () => {
        whileClosing ??= inUnit(unitOfWork, (tx) => tx.ledger.post(meanwhile));
      });
      expect(await closed).to.equal(true);
    });
    await whileClosing;
    const closings = async () => {
      const rows = await test.sql('select id, closing from entry');
      return Object.fromEntries(rows.map(({ id, closing }) => [String(id), closing])) as Record<string, unknown>;
    };
    expect(await closings()).to.include({ [january.id]: 1, [late.id]: null, [meanwhile.id]: null });
    expect(await close(2)).to.equal(true);
    expect(await closings()).to.include({ [january.id]: 1, [late.id]: 2, [meanwhile.id]: 2 });
  });

  it('stays unclosed if its closing is interrupted just before the end, and is closed by the next run', async function () {
    // No distributed table has triggers.
    if (isSpread()) return this.skip();
    const { books } = test.store;
    const { id, companyId } = await storeEntry('2026-03-15');
    const closingOf = async () => (await test.sql('select closing from entry where id = $1', [id]))[0]?.['closing'];
    await test.sql(`create function cut_off() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    await test.sql('create trigger cut_off before insert on closing_balance execute function cut_off()');
    expect(await failureOf(close(3))).to.be.instanceOf(StoreUnavailable);
    expect([await closingOf(), (await books.closings()).map(({ number }) => number)]).to.deep.equal([null, [1, 2]]);
    await test.sql('drop trigger cut_off on closing_balance');
    expect(await close(3)).to.equal(true);
    expect(await closingOf()).to.equal(3);
    const [wallet] = (await books.balances({ number: 3 })).filter(({ account }) => account === 'wallet');
    expect(wallet?.debit).to.equal(7);
    expect((await books.entries(companyId, null, 10)).map((entry) => entry.id)).to.deep.equal([id]);
  });

  it('is closed with thousands of others by one statement, which may take a minute', async function () {
    if (isSpread()) return this.skip();
    await storeEntry('2026-04-02');
    await test.sql('create table told_limit (of text)');
    await test.sql(`create function tell_limit() returns trigger language plpgsql as $$
      begin insert into told_limit values (current_setting('statement_timeout')); return new; end $$`);
    await test.sql(
      'create trigger tell_limit before insert on closing_balance for each row execute function tell_limit()',
    );
    try {
      const limits = await realTimersDuring(() => close(4));
      expect(limits, 'the wait for the answer').to.include(70_000);
      expect(await test.sql('select distinct of from told_limit')).to.deep.equal([{ of: '1min' }]);
    } finally {
      await test.sql('drop function tell_limit() cascade');
      await test.sql('drop table told_limit');
    }
  });
});
