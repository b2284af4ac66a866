import type { Entry, Instant } from '@vehicle-insurance/core';
import {
  anEntry,
  day,
  freshId,
  freshText,
  inUnit,
  SOME_MORNING,
  storedContract,
  storedQuote,
  BY_A_TEST,
} from '@vehicle-insurance/testkit';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Persistence } from '../../src/index.ts';
import { failureOf, openStore, runSql, testStore, type TestStore } from '../test-store.ts';

const RIGHTS = new URL('../../../../docker/service-role.sql', import.meta.url);
const DENIED = /permission denied|must be (?:owner|superuser)/;

const rights = (role: string): string =>
  readFileSync(RIGHTS, 'utf8').replaceAll('vehicle_insurance_service', role).replace(":'password'", "'change me'");

const LATER = '2100-01-01T00:00:00.000Z' as Instant;
const DISABLING = { at: SOME_MORNING, why: BY_A_TEST, by: 'Awa' } as const;

describe("the service's role", () => {
  const role = freshText('service_').toLowerCase();
  let test: TestStore;
  let url: string;
  let store: Persistence;
  before(async () => {
    test = await testStore();
    await test.sql(rights(role));
    const own = new URL(test.url);
    Object.assign(own, { username: role, password: 'change me' });
    url = own.href;
    store = await openStore({ url });
  });
  after(async () => {
    await store.close();
    await test.sql(`drop owned by ${role}`);
    await test.drop();
    await runSql(test.url.replace(/\/[^/?]+(\?|$)/, '/postgres$1'), `drop role ${role}`);
  });

  const kept = async () =>
    Promise.all(
      ['change', 'payment_pause', 'statement_import', 'catalogue', 'policy_number', 'console.history'].map((table) =>
        test.sql(`select row_to_json(t)::text as row from ${table} t order by 1`),
      ),
    );

  const storeEntry = async (): Promise<Entry> => {
    const { quote, payment } = await storedContract(store.unitOfWork, await storedQuote(store.unitOfWork));
    const entry = anEntry({ companyId: quote.companyId, subjectId: payment.id, paymentId: payment.id });
    await inUnit(store.unitOfWork, ({ ledger }) => ledger.post(entry));
    return entry;
  };

  it('can insure, book and close a month with the rights in docker/service-role.sql', async () => {
    const { companyId } = await storeEntry();
    const closing = { number: 1, month: '2026-01', at: SOME_MORNING, by: 'an operator', why: null };
    expect(await store.books.close(closing, day('2026-01-31'), () => undefined)).to.equal(true);
    expect(await store.books.entries(companyId, null, 10)).to.have.length(1);
    const balances = await store.books.balances(closing);
    const more =
      'insert into closing_balance select number, company_id, insurer, wallet, account, debit + 1, credit from closing_balance';
    expect(String(await failureOf(runSql(url, more)))).to.contain('a closing never changes');
    expect(await store.books.balances(closing)).to.deep.equal(balances);
    expect(await store.dueWork.claim({ kind: 'certificates' }, SOME_MORNING, 10)).to.not.have.length(0);
  });

  it('can write history, number events, and delete expired events', async () => {
    const { companyId } = await storeEntry();
    const page = await store.journal.page(companyId, { after: 0, limit: 10 });
    expect(page.newest).to.be.greaterThan(0);
    expect(await store.journal.forget(LATER, LATER, 1_000)).to.be.greaterThan(0);
    expect((await store.journal.page(companyId, { after: 0, limit: 10 })).forgotten).to.equal(page.newest);
    await inUnit(store.unitOfWork, async ({ companies, paymentPause }) => {
      const company = await companies.find(companyId);
      if (company) await companies.save({ ...company, enabled: false }, DISABLING);
      await paymentPause.resume({ at: SOME_MORNING, why: BY_A_TEST, by: 'an operator' });
    });
    const ended = `insert into console.history (what, id, done, about) values ('session', '${freshId()}', 'ended', '{}')
      on conflict (id, done) do nothing`;
    await runSql(url, ended);
    await runSql(url, `delete from console.session`);
  });

  it('belongs to no other role, owns nothing, and has only rights to read and write rows', async () => {
    const [found] = await test.sql(
      `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "isSpecial",
         exists (select from pg_auth_members where member = r.oid) as "isMember",
         exists (select from pg_shdepend where refobjid = r.oid and deptype = 'o') as "isOwner",
         has_database_privilege(oid, current_database(), 'create')
           or has_schema_privilege(oid, 'public', 'create') or has_schema_privilege(oid, 'console', 'create') as "mayCreate"
       from pg_roles r where rolname = $1`,
      [role],
    );
    expect(found).to.deep.equal({ isSpecial: false, isMember: false, isOwner: false, mayCreate: false });
    const wider = ['truncate', 'references', 'trigger'].concat(
      ['select', 'insert', 'update', 'delete'].map((right) => `${right} with grant option`),
    );
    const tables = await test.sql(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'console')
         and has_table_privilege($1, oid, $2)`,
      [role, wider.join()],
    );
    expect(tables).to.deep.equal([]);
  });

  it('may not change or delete permanent records, except to close an entry, number events and delete expired events', async () => {
    const tables = ['change', 'payment_pause', 'statement_import', 'catalogue', 'policy_number', 'payment_reference'];
    const rows = await test.sql(
      `select oid::regclass::text as name, has_table_privilege($1, oid, 'delete') as "isDeletable",
         array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
           and has_column_privilege($1, pg_class.oid, attnum, 'update')) as changed
       from pg_class where oid = any ($2::regclass[])`,
      [role, [...tables, 'console.history', 'entry', 'posting', 'voucher', 'closing', 'closing_balance', 'event']],
    );
    const found = rows.filter(({ isDeletable, changed }) => isDeletable || (changed as string[]).length > 0);
    expect(rows).to.have.length(13);
    expect(found).to.have.deep.members([
      { name: 'entry', isDeletable: false, changed: ['closing'] },
      { name: 'event', isDeletable: true, changed: ['position'] },
    ]);
  });

  describe('in plain SQL', () => {
    let entry: Entry;
    let written: Awaited<ReturnType<typeof kept>>;
    before(async () => {
      entry = await storeEntry();
      written = await kept();
    });
    for (const statement of [
      `update change set by = 'another'`,
      'delete from change',
      `insert into change (company_id, subject_id, number, what, to_status, at, why) overriding system value
      select company_id, subject_id, number, what, to_status, at, why from change
      on conflict (company_id, subject_id, number) do update set why = '{}'`,
      'truncate console.history',
      'update entry set booked_on = booked_on + 1',
      'truncate entry, posting',
      'truncate company cascade',
      `copy posting from program 'true'`,
      'create table other_posting () inherits (posting)',
      'create temporary table other_entry () inherits (entry)',
      'create rule none as on insert to posting do instead nothing',
      'alter table posting enable replica trigger posting_changed',
      'set session_replication_role = replica',
      'create or replace function refuse_booked() returns trigger language plpgsql as $$ begin return new; end $$',
      `merge into posting using entry on posting.company_id = entry.company_id and posting.entry_id = entry.id
      when matched then update set amount = amount + 1`,
      // No distributed table has triggers.
      ...(isSpread() ? [] : ['drop trigger posting_changed on posting']),
      'drop table posting',
    ])
      it(`cannot ${statement.replaceAll(/\s+/g, ' ')}`, async () => {
        expect(String(await failureOf(runSql(url, statement)))).to.match(DENIED);
      });

    it('has changed no permanent record', async () => {
      expect(await store.books.entries(entry.companyId, null, 10)).to.deep.equal([entry]);
      expect(await kept()).to.deep.equal(written);
    });
  });

  it('cannot delete entries even without the triggers, and the triggers stop it even with the right', async function () {
    if (isSpread()) return this.skip();
    const { id } = await storeEntry();
    await test.sql('alter table entry disable trigger user');
    expect(String(await failureOf(runSql(url, 'delete from entry where id = $1', [id])))).to.match(DENIED);
    await test.sql('alter table entry enable trigger user');
    expect(String(await failureOf(test.sql('delete from entry where id = $1', [id])))).to.contain(
      'a booked entry never changes',
    );
  });
});
