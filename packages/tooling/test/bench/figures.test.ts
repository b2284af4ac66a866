import { expect } from 'chai';
import { answerIn } from '../../bench/load/answer.ts';
import { byFunction, byPackage } from '../../bench/profile/self-time.ts';
import type { Slice } from '../../bench/measure.ts';
import { ordersOf } from '../../bench/orders.ts';
import { ratios, spreadOf } from '../../bench/report/statistics.ts';
import { serversTable, variantsTable } from '../../bench/report/table.ts';

const slice = (server: number, postgres: number): Slice => ({ server, postgres, perSecond: 100, bytes: 10 });

describe('the figures of the bench', () => {
  it('are medians with quartiles, between two values in proportion', () => {
    expect(spreadOf([4, 1, 3, 2])).to.deep.equal({ first: 1.75, median: 2.5, third: 3.25 });
    expect(spreadOf([7])).to.deep.equal({ first: 7, median: 7, third: 7 });
  });

  it('are ratios within a round, so that a round in which all are slow changes none', () => {
    expect(ratios([200, 4_000, 200], [100, 2_000, 100])).to.deep.equal([2, 2, 2]);
  });

  it('come from rounds in which each lane comes after each other one equally often', () => {
    const after = ordersOf(6).flatMap((order) => order.slice(1).map((lane, place) => `${order[place]} ${lane}`));
    expect(new Set(after).size).to.equal(6 * 5);
    for (const order of ordersOf(6)) expect(order.toSorted()).to.deep.equal([0, 1, 2, 3, 4, 5]);
  });

  it('stand beside the floor, and variants beside the project', () => {
    const measured = new Map([
      ['floor', [slice(100, 50), slice(1_000, 500), slice(100, 50)]],
      ['floor again', [slice(100, 50), slice(1_000, 500), slice(100, 50)]],
      ['Fastify', [slice(150, 50), slice(1_500, 500), slice(150, 50)]],
      ['project', [slice(300, 100), slice(3_000, 1_000), slice(300, 100)]],
      ['project, log on', [slice(330, 100), slice(3_300, 1_000), slice(330, 100)]],
    ] as const);
    const results = new Map([['GET /vehicle', measured]]);
    expect(serversTable(results)).to.contain('|  | project | 300 | 3.00 | 3.00–3.00 | 100 | 2.00 | 100 | 10 |');
    expect(variantsTable(results)).to.contain('| GET /vehicle | log on ÷ off | 1.10 | 1.10–1.10 | 1.00 | 1.00 |');
  });

  it('count an answer when all of it is there, and take none that does not say how long it is', () => {
    const whole = Buffer.from('HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nabcde');
    expect(answerIn(whole.subarray(0, -1))).to.equal(undefined);
    expect(answerIn(whole)).to.include({ status: 201, bytes: whole.length });
    const chunked = Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n');
    expect(() => answerIn(chunked)).to.throw(/says how long it is/);
  });

  it('of a profile are the time between samples, without the time nothing was done', () => {
    const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 4 });
    const profile = {
      nodes: [
        { id: 1, callFrame: frame('(idle)', '') },
        { id: 2, callFrame: frame('query', 'file:///x/node_modules/pg/lib/client.js') },
        { id: 3, callFrame: frame('send', 'file:///x/node_modules/pg/lib/client.js') },
      ],
      samples: [2, 1, 3, 2],
      timeDeltas: [0, 30, 500, 60],
    };
    const query = { what: 'query', where: 'pg/lib/client.js:5', microseconds: 30, part: 1 / 3 };
    const send = { what: 'send', where: 'pg/lib/client.js:5', microseconds: 60, part: 2 / 3 };
    expect(byFunction(profile)).to.deep.equal([send, query]);
    expect(byPackage(profile)).to.deep.equal([{ what: 'pg', where: '', microseconds: 90, part: 1 }]);
  });
});
