import { expect } from 'chai';
import { NEW_SEED } from '../../../core/test/histories/keeps-every-law.ts';
import { areFound } from './faults-found.ts';
import { keptEveryLaw, livedOnSql, seedsFrom, summaryOf, TROUBLES, USUAL_ENDS } from './run-on-sql.ts';

const PARTS = 10;
const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? 200) / PARTS;

describe(`the money path through many more random histories on PostgreSQL (HISTORIES_SEED=${NEW_SEED})`, function () {
  this.timeout(0);
  const troubles = new Map<string, number>();
  const ends = new Set<string>();
  for (let part = 0; part < PARTS; part += 1)
    it(`keeps every law, ${part + 1} of ${PARTS}`, async () => {
      const lived = await livedOnSql(seedsFrom(NEW_SEED + part * HISTORIES, HISTORIES));
      console.log(summaryOf(lived));
      await keptEveryLaw(lived);
      expect(lived.compared, 'of those that end as a store in memory does').to.be.greaterThan(HISTORIES * 0.9);
      for (const kind of TROUBLES) troubles.set(kind, (troubles.get(kind) ?? 0) + lived[kind]);
      for (const end of lived.ends) ends.add(end);
    });

  it('meets every trouble, and comes to every usual end', () => {
    for (const kind of TROUBLES) expect(troubles.get(kind), `${kind} came`).to.be.greaterThan(0);
    expect([...ends]).to.include.members(USUAL_ENDS);
  });

  areFound({
    'a row is saved whatever its version': 200,
    'a lease is judged by the time of the transaction': 100,
  });
});
