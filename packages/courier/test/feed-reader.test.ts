import { setImmediate as turn } from 'node:timers/promises';
import { InsuranceApiError, insuranceClient, type InsuranceClient } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { readFeed, type FeedReaderDependencies } from '../src/feed-reader.ts';

describe('the reader of a feed', () => {
  it('does not ask again and again for a feed that is gone', async () => {
    let asked = 0;
    const feeds = async () => {
      asked += 1;
      await turn();
      return [];
    };
    const reader = readFeed('gone', {
      store: { feeds } as unknown as FeedReaderDependencies['store'],
      client: () => insuranceClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'none' }),
      report: () => undefined,
      onDeliveries: () => undefined,
    });
    for (let turns = 0; turns < 100; turns += 1) await turn();
    await reader.stop();
    expect(asked).to.equal(1);
  });

  it('reads no further once the journal was put back to before its position, also when that has grown past it', async () => {
    const feed = { name: 'key', position: 7, problem: null as string | null };
    const read: number[] = [];
    /** A reader that goes on until nothing of it can go on by itself. */
    const reads = async (answer: () => Promise<unknown>): Promise<void> => {
      const reader = readFeed(feed.name, {
        store: {
          feeds: async () => [{ ...feed }],
          setProblem: async (_: string, problem: string | null) => void (feed.problem = problem),
          advance: async (_: string, __: number, { next }: { readonly next: number }) => read.push(next) > 0,
        } as unknown as FeedReaderDependencies['store'],
        client: () => ({ listEvents: answer }) as unknown as InsuranceClient,
        report: () => undefined,
        onDeliveries: () => undefined,
      });
      for (let turns = 0; turns < 100; turns += 1) await turn();
      await reader.stop();
    };
    await reads(() =>
      Promise.reject(
        new InsuranceApiError({
          ...{ status: 400, code: 'invalid_request', message: 'The request breaks a rule.' },
          details: [{ field: 'after', message: 'must be at most 5, the position of the newest event' }],
        }),
      ),
    );
    expect(feed.problem).to.include('put back').and.to.include('remove its endpoints and add them again');
    let asked = 0;
    await reads(() => {
      asked += 1;
      return asked > 1 ? new Promise(() => undefined) : Promise.resolve({ data: [], next: 8, newest: 8 });
    });
    expect([asked, read]).to.deep.equal([0, []]);
    expect(feed.problem).to.include('put back');
  });
});
