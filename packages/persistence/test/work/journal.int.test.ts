import type { EventType, JournalEvent } from '@vehicle-insurance/core';
import {
  anotherQuote,
  inUnit,
  readToNewest,
  SOME_MORNING,
  storedCompany,
  storedQuote,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { UNLIMITED } from '../../src/database/connecting.ts';
import { connectTo, openStore, storeForCases, testStore } from '../test-store.ts';

const ALL = { after: 0, limit: 100 } as const;

/** Number of changes that a trigger holds at their commit; distributed tables have no triggers. */
const CHANGES = 20;

describe('the journal', () => {
  const test = storeForCases();

  it('shows each change once, even if changes are committed in another order than they were written', async function () {
    if (isSpread()) return this.skip();
    const own = await testStore({ poolSize: CHANGES + 5, timeouts: UNLIMITED });
    const { unitOfWork, journal } = own.store;
    const { id } = await storedCompany(unitOfWork);
    const vehicles = await Promise.all(Array.from({ length: CHANGES }, () => storedVehicle(unitOfWork, id)));
    const { upTo: begun } = await journal.page(id, ALL);
    const gates = await connectTo(own.url);
    const atGate = (what: string, gate: number) => gates.query(`select pg_advisory_${what}($1)`, [gate]);
    for (let gate = 0; gate < CHANGES; gate += 1) await atGate('lock', gate);
    await own.sql(`
      create function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(new.number % ${CHANGES}); return null; end $$;
      create constraint trigger held after insert on event deferrable initially deferred
        for each row execute function wait_at_gate()`);
    const changes = vehicles.map((vehicle, index) =>
      inUnit(unitOfWork, async (tx) => {
        const found = await tx.vehicles.find(id, vehicle.id);
        if (found) (await tx.vehicles.save({ ...found, externalId: `late-${index}` }, SOME_MORNING)).unwrap();
      }),
    );
    const countOf = async (what: string) => (await gates.query<{ count: number }>(what)).rows[0]?.count;
    const waiting = `select count(*)::int as count from pg_locks join pg_database on oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`;
    while ((await countOf(waiting)) !== CHANGES);

    const seen: JournalEvent[] = [];
    const read = async () => {
      seen.push(...(await journal.page(id, { after: seen.at(-1)?.position ?? begun, limit: 100 })).data);
    };
    // The changes commit in steps of seven, so that the later of two neighbours often commits first.
    for (let turn = 0; turn < CHANGES; turn += 1) {
      const gate = (turn * 7 + 3) % CHANGES;
      await atGate('unlock', gate);
      const committed = `select count(*)::int as count from event where company_id = '${id}'
        and type = 'vehicle.changed' and number % ${CHANGES} = ${gate}`;
      while ((await countOf(committed)) !== 1);
      await read();
    }
    await Promise.all(changes);
    await read();
    await gates.end();
    await own.drop();
    expect(seen.map(({ subjectId }) => subjectId)).to.have.members(vehicles.map((vehicle) => vehicle.id));
    expect(seen.map(({ position }) => position)).to.deep.equal(vehicles.map((_, index) => begun + index + 1));
  });

  it('keeps the order of changes to one subject that several processes change in turn', async () => {
    const { unitOfWork, journal } = test.store;
    const other = await openStore({ url: test.url });
    const { company, vehicle } = await storedQuote(unitOfWork);
    for (let turn = 0; turn < 20; turn += 1)
      await inUnit((turn % 2 === 0 ? test.store : other).unitOfWork, async ({ vehicles }) => {
        const found = await vehicles.find(company.id, vehicle.id);
        const at = `2026-01-15T09:00:${String(40 - turn)}.000Z` as typeof SOME_MORNING;
        if (found) (await vehicles.save({ ...found, externalId: `turn ${turn}` }, at)).unwrap();
      });
    await other.close();
    const { data } = await journal.page(company.id, ALL);
    const seconds = data.filter(({ type }) => type === 'vehicle.changed').map(({ at }) => at.slice(17, 19));
    expect(seconds).to.deep.equal(Array.from({ length: 20 }, (_, turn) => String(40 - turn)));
  });

  it('can be read by type to the newest event, even past more events of other types than one read examines', async () => {
    const { unitOfWork, journal } = test.store;
    const { company, vehicle } = await storedQuote(unitOfWork);
    const add = async () => {
      await anotherQuote(unitOfWork, company, vehicle);
      await journal.catchUp();
    };
    await journal.catchUp();
    // Positions without a row represent deleted events, and later events of other types.
    await test.sql('update journal set newest = 12000, forgotten = 12000 where company_id = $1', [company.id]);
    await add();
    await test.sql('update journal set newest = 24000 where company_id = $1', [company.id]);
    await add();
    for (const limit of [1, 2, 100]) {
      const read = (type: EventType) => readToNewest(journal, company.id, { limit, types: [type] });
      expect(await read('quote.created')).to.deep.equal([12_001, 24_001]);
      expect(await read('payment.failed')).to.deep.equal([]);
    }
  });

  it('shows events with a position while another process assigns positions', async () => {
    const { unitOfWork, journal } = test.store;
    const { company, vehicle } = await storedQuote(unitOfWork);
    const { id } = company;
    await journal.page(id, ALL);
    await anotherQuote(unitOfWork, company, vehicle);
    const holder = await connectTo(test.url);
    await holder.query('begin');
    await holder.query('select from journal where company_id = $1 for no key update', [id]);
    expect(await journal.newest([id])).to.deep.equal(new Map([[id, 2]]));
    await holder.query('commit');
    await holder.end();
    expect(await journal.newest([id])).to.deep.equal(new Map([[id, 3]]));
  });

  it('assigns positions for every company except those that fail, even if many fail', async () => {
    const { unitOfWork, journal } = test.store;
    const companies = await Promise.all(Array.from({ length: 140 }, () => storedCompany(unitOfWork)));
    for (const { id } of companies)
      await test.sql(
        `insert into event (company_id, type, subject_id, at) values ($1, 'quote.created', gen_random_uuid(), now())`,
        [id],
      );
    const quiet = companies.filter((_, at) => at % 5 === 0).map(({ id }) => id);
    const list = quiet.map((id) => `'${id}'`).join();
    // The others remain unfinished, like busy companies whose events arrive as fast as they get positions.
    await test.sql(
      `alter table event add constraint busy check (position is null or company_id in (${list})) not valid`,
    );
    const failed = await journal.catchUp().then(String, String);
    await test.sql('alter table event drop constraint busy');
    expect(failed).to.match(/busy/);
    const waiting = await test.sql(
      'select count(*)::int as events from event where position is null and company_id = any ($1)',
      [quiet],
    );
    expect(waiting).to.deep.equal([{ events: 0 }]);
  });
});
