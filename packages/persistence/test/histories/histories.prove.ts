import { expect } from 'chai';
import { areFound } from './faults-found.ts';
import { livedOnSql, SEED, summaryOf } from './run-on-sql.ts';

const PARTS = 10;
const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? 3_000);

describe('the money path through many more random histories on PostgreSQL', function () {
  this.timeout(0);
  for (let part = 0; part < PARTS; part += 1)
    it(`keeps every law, ${part + 1} of ${PARTS}`, async () => {
      const lived = await livedOnSql(HISTORIES / PARTS, undefined, SEED + part * (HISTORIES / PARTS));
      console.log(summaryOf(lived));
      expect(lived.broken).to.equal(undefined);
    });

  areFound({
    'a row is saved whatever its version': 200,
    'a lease is judged by the time of the transaction': 100,
  });
});
