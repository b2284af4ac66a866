import type { JournalEvent, Vehicle } from '@vehicle-insurance/core';
import {
  anotherQuote,
  inUnit,
  SOME_MORNING,
  storedCompany,
  storedQuote,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import type { Persistence } from '@vehicle-insurance/persistence';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { UNLIMITED } from '../../src/connecting.ts';
import { openStore, testStore, type TestStore } from '../test-store.ts';

const ALL = { after: 0, limit: 100 } as const;

/** Changes that wait at their commit, where a trigger can hold them: no distributed table has one. */
const CHANGES = 20;

/** Lets transactions commit in any order, one at a time, or in groups. */
const held = () => {
  const waiting: (() => void)[] = [];
  return {
    hold: () => new Promise<void>((go) => waiting.push(go)),
    held: () => waiting.length,
    /** One of those that wait, by any number. */
    release: (which: number) => waiting.splice(which % waiting.length, 1)[0]?.(),
  };
};

describe('the journal', () => {
  let test: TestStore;
  before(async () => {
    test = await testStore({ poolSize: 60, timeouts: UNLIMITED });
  });
  after(() => test.drop());

  const changeOf = (
    { unitOfWork }: Persistence,
    vehicle: Vehicle,
    externalId: string,
    before: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> =>
    inUnit(unitOfWork, async ({ vehicles }) => {
      const found = await vehicles.find(vehicle.companyId, vehicle.id);
      if (found) (await vehicles.save({ ...found, externalId }, SOME_MORNING)).unwrap();
      await before();
    });

  it('shows a reader each of fifty changes once, however late and in whatever order they commit', async () => {
    const { unitOfWork, journal } = test.store;
    const { id } = await storedCompany(unitOfWork);
    const vehicles = await Promise.all(Array.from({ length: 50 }, () => storedVehicle(unitOfWork, id)));
    const { upTo: begun } = await journal.page(id, ALL);
    const { hold, held: holding, release } = held();
    const wrote: string[] = [];
    const changes = vehicles.map(async (vehicle, index) => {
      await changeOf(test.store, vehicle, `late-${index}`, hold);
      wrote.push(vehicle.id);
    });
    while (holding() < vehicles.length) await inUnit(unitOfWork, ({ companies }) => companies.find(id));

    const seen: JournalEvent[] = [];
    let after = begun;
    for (let turn = 0; seen.length < vehicles.length; turn += 1) {
      // By turns one is let go, several are, and the reader reads while they commit.
      for (let many = 0; many <= turn % 3 && holding() > 0; many += 1) release(turn * 7 + many * 3);
      const page = await journal.page(id, { after, limit: 1 + (turn % 5) });
      seen.push(...page.data);
      after = page.upTo;
    }
    await Promise.all(changes);
    expect(seen.map(({ subjectId }) => subjectId))
      .to.have.members(wrote)
      .and.to.have.lengthOf(vehicles.length);
    expect(seen.map(({ position }) => position)).to.deep.equal(vehicles.map((_, index) => begun + index + 1));
  });

  /**
   * Changes that have all been written, and told of, before the first of them commits; they commit in another order,
   * while a reader reads. What the reader has seen, and what was changed.
   */
  const readWhileTheyCommit = async (
    { store, url, sql }: TestStore,
    readAfter: (companyId: string, after: number) => Promise<readonly Pick<JournalEvent, 'position' | 'subjectId'>[]>,
  ) => {
    const { unitOfWork } = store;
    const { id } = await storedCompany(unitOfWork);
    const vehicles = await Promise.all(Array.from({ length: CHANGES }, () => storedVehicle(unitOfWork, id)));
    const before = await readAfter(id, 0);
    const gates = new pg.Client({ connectionString: url });
    await gates.connect();
    const atGate = (what: string, gate: number) => gates.query(`select pg_advisory_${what}($1)`, [gate]);
    for (let gate = 0; gate < CHANGES; gate += 1) await atGate('lock', gate);
    await sql(`
      create function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(new.number % ${CHANGES}); return null; end $$;
      create constraint trigger held after insert on event deferrable initially deferred
        for each row execute function wait_at_gate()`);
    const changes = vehicles.map((vehicle, index) => changeOf(store, vehicle, `late-${index}`));
    const countOf = async (what: string) => (await gates.query<{ count: number }>(what)).rows[0]?.count;
    const waiting = `select count(*)::int as count from pg_locks join pg_database on oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`;
    while ((await countOf(waiting)) !== CHANGES);

    const seen: Pick<JournalEvent, 'position' | 'subjectId'>[] = [];
    const read = async () => void seen.push(...(await readAfter(id, (seen.at(-1) ?? before.at(-1))?.position ?? 0)));
    // By sevens, so that of neighbours the later is often the first.
    for (let turn = 0; turn < CHANGES; turn += 1) {
      const gate = (turn * 7 + 3) % CHANGES;
      await atGate('unlock', gate);
      const committed = `select count(*)::int as count from event where company_id = '${id}'
        and type = 'vehicle.changed' and number % ${CHANGES} = ${gate}`;
      while ((await countOf(committed)) !== 1);
      await read();
    }
    await Promise.all(changes);
    await gates.end();
    await read();
    await sql('drop trigger held on event; drop function wait_at_gate');
    return { seen, begun: before.length, changed: vehicles.map((vehicle) => vehicle.id) };
  };

  it('shows each change once that was written long before it is committed', async function () {
    if (isSpread()) return this.skip();
    const own = await testStore({ poolSize: CHANGES + 5, timeouts: UNLIMITED });
    const { seen, begun, changed } = await readWhileTheyCommit(own, async (companyId, after) => {
      const { data } = await own.store.journal.page(companyId, { after, limit: 100 });
      return data;
    });
    await own.drop();
    expect(seen.map(({ subjectId }) => subjectId)).to.have.members(changed);
    expect(seen.map(({ position }) => position)).to.deep.equal(changed.map((_, index) => begun + index + 1));
  });

  it('would miss some of them, if positions came from a sequence as they are written', async function () {
    if (isSpread()) return this.skip();
    const another = await testStore({ poolSize: CHANGES + 5, timeouts: UNLIMITED });
    await another.sql(`
      create sequence place;
      create function take_place() returns trigger language plpgsql as
      $$ begin new.position := nextval('place'); return new; end $$;
      create trigger placed before insert on event for each row execute function take_place()`);
    const { seen, changed } = await readWhileTheyCommit(another, async (companyId, after) => {
      const rows = await another.sql(
        'select position, subject_id from event where company_id = $1 and position > $2 order by position',
        [companyId, after],
      );
      return rows.map((row) => ({ position: Number(row['position']), subjectId: String(row['subject_id']) }));
    });
    await another.drop();
    expect(seen).to.have.length.lessThan(changed.length);
  });

  it('keeps the order of a subject that several processes change in turn', async () => {
    const { unitOfWork, journal } = test.store;
    const other = await openStore({ url: test.url });
    try {
      const { company, vehicle } = await storedQuote(unitOfWork);
      for (let turn = 0; turn < 20; turn += 1)
        await inUnit((turn % 2 === 0 ? test.store : other).unitOfWork, async ({ vehicles }) => {
          const found = await vehicles.find(company.id, vehicle.id);
          const at = `2026-01-15T09:00:${String(40 - turn)}.000Z` as typeof SOME_MORNING;
          if (found) (await vehicles.save({ ...found, externalId: `turn ${turn}` }, at)).unwrap();
        });
      const { data } = await journal.page(company.id, ALL);
      const seconds = data.filter(({ type }) => type === 'vehicle.changed').map(({ at }) => at.slice(17, 19));
      expect(seconds).to.deep.equal(Array.from({ length: 20 }, (_, turn) => String(40 - turn)));
    } finally {
      await other.close();
    }
  });

  it('readers see the events that have a position while another process gives positions', async () => {
    const { unitOfWork, journal } = test.store;
    const stored = await storedQuote(unitOfWork);
    const { id } = stored.company;
    await journal.page(id, ALL);
    await anotherQuote(unitOfWork, stored.company, stored.vehicle);
    const holder = new pg.Client({ connectionString: test.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from journal where company_id = $1 for no key update', [id]);
      expect(await journal.newest([id])).to.deep.equal(new Map([[id, 2]]));
      await holder.query('commit');
    } finally {
      await holder.end();
    }
    expect(await journal.newest([id])).to.deep.equal(new Map([[id, 3]]));
  });

  it('catching up gives positions to the events of every company but the one that fails', async () => {
    const { unitOfWork, journal } = test.store;
    const [one, other] = [await storedQuote(unitOfWork), await storedQuote(unitOfWork)];
    await test.sql(
      `alter table event add constraint broken check (position is null or company_id <> '${one.company.id}') not valid`,
    );
    const failed = await journal.catchUp().then(String, String);
    await test.sql('alter table event drop constraint broken');
    expect(failed).to.match(/broken/);
    const waiting = await test.sql('select company_id from event where position is null and company_id = any ($1)', [
      [one.company.id, other.company.id],
    ]);
    expect(new Set(waiting.map((row) => row['company_id']))).to.deep.equal(new Set([one.company.id]));
  });

  it('gives positions to the events of every company, however many others have some that wait', async () => {
    const { unitOfWork, journal } = test.store;
    const companies = await Promise.all(
      Array.from({ length: 140 }, async () => (await storedQuote(unitOfWork)).company.id),
    );
    const quiet = companies.filter((_, at) => at % 5 === 0);
    const list = quiet.map((id) => `'${id}'`).join();
    // The others stay as they are, as busy ones do, to which events come as fast as they get positions.
    await test.sql(
      `alter table event add constraint busy check (position is null or company_id in (${list})) not valid`,
    );
    await journal.catchUp().catch(() => undefined);
    await test.sql('alter table event drop constraint busy');
    const waiting = await test.sql(
      'select count(*)::int as events from event where position is null and company_id = any ($1)',
      [quiet],
    );
    expect(waiting).to.deep.equal([{ events: 0 }]);
  });
});
