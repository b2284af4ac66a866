import { StoreUnavailable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Query } from '../src/database.ts';
import { plain, type Prepared } from '../src/statement.ts';
import { overParts, SOME_COMPANIES } from '../src/work/parts.ts';
import { failureOf } from './test-store.ts';

const DUE = plain<string>('due', `select id from payment where due_at <= $1${SOME_COMPANIES} limit 3`, ['today']);
const COMPANIES = [['a', 'b'], ['c']] as const;

/** A cluster of two nodes with three companies, each with a row; some nodes cannot be reached. */
const cluster = (away: Set<number>, asked: Prepared[] = [], isDistributed = true): Query =>
  (async ({ name = '', text, values }: Prepared) => {
    if (name === 'parts') {
      if (!isDistributed) throw new Error('relation "pg_dist_placement" does not exist');
      return COMPANIES.map((companies, part) => ({ part, companies }));
    }
    asked.push({ name, text, values });
    const wanted = (values as readonly (readonly string[])[])[1] ?? COMPANIES.flat();
    if (COMPANIES.some((companies, part) => away.has(part) && companies.some((each) => wanted.includes(each))))
      throw new StoreUnavailable('the database cannot be reached');
    return wanted;
  }) as Query;

describe('reading over all companies', () => {
  it('is one statement while every node answers', async () => {
    const asked: Prepared[] = [];
    expect(await overParts(cluster(new Set(), asked))(DUE)).to.deep.equal(['a', 'b', 'c']);
    expect(asked).to.have.length(1);
  });

  it('finds the companies of the nodes that answer, while one does not', async () => {
    const asked: Prepared[] = [];
    const read = overParts(cluster(new Set([0]), asked));
    expect(await read(DUE)).to.deep.equal(['c']);
    expect(asked.at(-1)).to.deep.include({ name: 'due, in part', values: ['today', ['c']] });
    expect(asked.at(-1)?.text).to.contain('due_at <= $1 and company_id = any ($2::uuid[]) limit 3');
    asked.length = 0;
    expect(await read(DUE), 'a node that was away is not asked at once again').to.deep.equal(['c']);
    expect(asked).to.have.length(1);
  });

  it('fails where no node answers, and where nothing is distributed', async () => {
    const read = overParts(cluster(new Set([0, 1])));
    expect(await failureOf(read(DUE))).to.be.instanceOf(StoreUnavailable);
    expect(await failureOf(read(DUE))).to.be.instanceOf(StoreUnavailable);
    const undistributed = overParts(cluster(new Set([0, 1]), [], false));
    expect(await failureOf(undistributed(DUE))).to.be.instanceOf(StoreUnavailable);
  });

  it('leaves alone what is of no company, and failures of another kind', async () => {
    const elsewhere = plain<string>('notices', 'select id from notice', []);
    const read = overParts(cluster(new Set([0])));
    await read(DUE);
    expect(await failureOf(read(elsewhere))).to.be.instanceOf(StoreUnavailable);
    const broken = overParts(async () => Promise.reject(new Error('a syntax error')));
    expect(await failureOf(broken(DUE))).to.match(/a syntax error/);
  });
});
