import { setImmediate as turn } from 'node:timers/promises';
import { insuranceClient } from '@vehicle-insurance/client';
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
});
