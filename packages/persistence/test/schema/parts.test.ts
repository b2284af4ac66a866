import { StoreUnavailable } from '@vehicle-insurance/core';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { books } from '../../src/books/books.ts';
import { contractDays } from '../../src/contracts/contract-days.ts';
import type { Database } from '../../src/database/database.ts';
import { plain, type Prepared } from '../../src/database/prepared-statement.ts';
import { nodesAway } from '../../src/database/nodes-away.ts';
import { overParts, SOME_COMPANIES } from '../../src/database/parts.ts';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { dueWork } from '../../src/work/due-work.ts';
import { failureOf } from '../test-store.ts';

const DUE = plain<string>(
  'due',
  `select id from refund where true${SOME_COMPANIES} union select id from payment where due_at <= $1${SOME_COMPANIES} limit 3`,
  ['today'],
);
const COMPANIES: readonly (readonly string[])[] = [['a', 'b'], ['c'], []];
const SECONDS = 1_000;

/** A cluster of three nodes, some unreachable. Its three companies have a row each; none is on the last node. */
const cluster = (...unreachable: readonly number[]) => {
  const away = new Set(unreachable);
  const queries: Prepared[] = [];
  const reports: string[] = [];
  let time = 0;
  const query = (async ({ name = '', text, values }: Prepared) => {
    if (name === 'parts')
      return COMPANIES.map((companies, node) => ({ node: `node ${node}`, host: `host${node}`, port: 5432, companies }));
    if (name === 'reach node')
      return [{ reached: !COMPANIES.some((_, node) => away.has(node) && values[0] === `host${node}`) }];
    queries.push({ name, text, values });
    const some = (values as readonly (readonly string[])[])[1];
    const wanted = some ?? COMPANIES.flat();
    const isAsked = (companies: readonly string[]) => !some || companies.some((each) => wanted.includes(each));
    if (COMPANIES.some((companies, part) => away.has(part) && isAsked(companies)))
      throw new StoreUnavailable('the database cannot be reached');
    return wanted;
  }) as Database['query'];
  const note = (change: string) => (node: string) => reports.push(`${node} ${change}`);
  const nodes = nodesAway({ away: note('away'), back: note('back') }, () => time);
  const wait = (milliseconds: number) => (time += milliseconds);
  return { query, nodes, read: overParts({ query, nodes }), away, queries, reports, wait };
};

describe('a read over all companies', () => {
  it('is one statement while every node answers', async () => {
    const { queries, read } = cluster();
    expect(await read(DUE)).to.deep.equal(['a', 'b', 'c']);
    expect(queries).to.have.length(1);
  });

  it('finds the companies of the other nodes while one is unavailable', async () => {
    const { queries, read } = cluster(0);
    expect(await read(DUE)).to.deep.equal(['c']);
    expect(queries.at(-1)).to.deep.include({ name: 'due, in part', values: ['today', ['c']] });
    const some = ' and company_id = any ($2::uuid[])';
    expect(queries.at(-1)?.text).to.contain(`where true${some} union`).and.contain(`due_at <= $1${some} limit 3`);
    queries.length = 0;
    expect(await read(DUE), 'a node that was unavailable is not queried again at once').to.deep.equal(['c']);
    expect(queries).to.have.length(1);
  });

  it('fails if no node answers, or if nothing is distributed', async () => {
    const { read } = cluster(0, 1, 2);
    for (const _ of [1, 2]) expect(await failureOf(read(DUE))).to.be.instanceOf(StoreUnavailable);
    const { nodes, query } = cluster(0, 1);
    const withoutParts = (async (statement: Prepared) => {
      if (statement.name === 'parts') throw new Error('relation "pg_dist_placement" does not exist');
      return query(statement);
    }) as Database['query'];
    expect(await failureOf(overParts({ query: withoutParts, nodes })(DUE))).to.be.instanceOf(StoreUnavailable);
  });

  it('does not retry node by node a statement on a table without companies, or one with another error', async () => {
    const elsewhere = plain<string>('notifications', 'select id from notification', []);
    const { read } = cluster(0);
    await read(DUE);
    expect(await failureOf(read(elsewhere))).to.be.instanceOf(StoreUnavailable);
    const { nodes } = cluster();
    const broken = overParts({ query: async () => Promise.reject(new Error('a syntax error')), nodes });
    expect(await failureOf(broken(DUE))).to.match(/a syntax error/);
  });

  it('merges the results of several nodes: the earliest next attempt, and each queue once', async () => {
    const { nodes } = cluster();
    const returning = (...rows: readonly object[]) => ({ nodes, query: async () => rows }) as unknown as TypedDatabase;
    const booked = [{ day: '2026-02-01' }, { day: null }, { day: '2026-01-15' }];
    expect(await books(returning(...booked)).firstDay()).to.equal('2026-01-15');
    const days = ['2026-02-02', '2026-02-01', '2026-02-03'].map((each) => ({ event: 'start', day: each }));
    expect(await contractDays(returning(...days)).next()).to.equal('2026-02-01');
    const queue = { kind: 'certificates', provider: null, urgent: null };
    const firsts = ['11', '09', '10'].map((hour) => ({ ...queue, first: `2026-01-15 ${hour}:00:00+00` }));
    const { next, queues } = dueWork(returning(...firsts));
    expect(await next('certificates')).to.equal('2026-01-15T09:00:00.000Z');
    expect(await queues(['certificates'], SOME_MORNING)).to.deep.equal([{ kind: 'certificates' }]);
  });

  describe('remembers that a node is unavailable,', () => {
    it('for all reads, and reports the outage once when it begins and once when it ends', async () => {
      const { reports, away, queries, wait, read: one, ...store } = cluster();
      const other = overParts(store);
      await one(DUE);
      expect(reports).to.deep.equal([]);
      away.add(0);
      await one(DUE);
      queries.length = 0;
      expect(await other(DUE)).to.deep.equal(['c']);
      expect(queries, 'queries to the unavailable node').to.have.length(1);
      for (let round = 0; round < 5; round += 1) {
        wait(16 * SECONDS);
        await one(DUE);
      }
      expect(reports).to.deep.equal(['node 0 away']);
      expect(store.nodes.count()).to.equal(1);

      away.clear();
      wait(16 * SECONDS);
      expect(await other(DUE)).to.deep.equal(['a', 'b', 'c']);
      await one(DUE);
      expect(reports).to.deep.equal(['node 0 away', 'node 0 back']);
      expect(store.nodes.count()).to.equal(0);
    });

    it('and does not query that node again for 15 seconds', () => {
      const { nodes, wait } = cluster();
      nodes.failed('node 0', new Error('gone'));
      wait(15 * SECONDS - 1);
      expect(nodes.isAway('node 0')).to.equal(true);
      wait(1);
      expect(nodes.isAway('node 0')).to.equal(false);
      nodes.failed('node 0', new Error('still gone'));
      expect(nodes.isAway('node 0')).to.equal(true);
    });

    it('even if the node holds no companies, and meanwhile finds the rows of all companies', async () => {
      const { reports, away, queries, wait, read, nodes } = cluster();
      away.add(2);
      expect(await read(DUE)).to.have.members(['a', 'b', 'c']);
      expect(reports).to.deep.equal(['node 2 away']);
      expect(nodes.count()).to.equal(1);
      queries.length = 0;
      expect(await read(DUE)).to.have.members(['a', 'b', 'c']);
      expect([...new Set(queries.map(({ name }) => name))]).to.deep.equal(['due, in part']);
      away.clear();
      wait(16 * SECONDS);
      expect(await read(DUE)).to.deep.equal(['a', 'b', 'c']);
      expect(reports).to.deep.equal(['node 2 away', 'node 2 back']);
    });

    it('and reports each of several nodes separately', async () => {
      const { reports, away, wait, read } = cluster();
      away.add(0).add(1);
      await failureOf(read(DUE));
      away.delete(1);
      wait(16 * SECONDS);
      expect(await read(DUE)).to.deep.equal(['c']);
      expect(reports).to.deep.equal(['node 0 away', 'node 1 away', 'node 1 back']);
    });

    it('even if the node answers one query while another loses its connection to it', async () => {
      const { reports, wait, nodes, query } = cluster(0);
      const losing = (async (statement: Prepared) => {
        wait(1);
        if (String(statement.values[1]) === 'c') nodes.failed('node 1', new Error('gone'));
        return query(statement);
      }) as Database['query'];
      await overParts({ nodes, query: losing })(DUE);
      expect(reports).to.deep.equal(['node 1 away', 'node 0 away']);
    });

    it('even if its answer to an earlier query arrives late', () => {
      const { reports, wait, nodes } = cluster();
      const askedAt = wait(1);
      nodes.failed('node 0', new Error('gone'));
      nodes.answered(askedAt - 1);
      expect(reports).to.deep.equal(['node 0 away']);
      expect(nodes.count()).to.equal(1);
    });
  });
});
