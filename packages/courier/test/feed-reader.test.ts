import { setImmediate as turn } from 'node:timers/promises';
import {
  InsuranceApiError,
  insuranceClient,
  type EventList,
  type InsuranceClient,
  type InsuranceEvent,
} from '@vehicle-insurance/client';
import { expect } from 'chai';
import { readFeed, type FeedReaderDependencies } from '../src/feed-reader.ts';
import { eventAt } from '../src/journal.ts';
import { someEvent } from './some-event.ts';

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
    const feed = { name: 'key', position: 7, last_event: null, problem: null as string | null };
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

  /** What a reader makes of a journal that has these events, having read up to an event before. */
  const readsOn = async (journal: readonly InsuranceEvent[], last: InsuranceEvent | null) => {
    const feed = {
      name: 'key',
      position: last?.position ?? 0,
      last_event: last,
      problem: 'of before' as string | null,
    };
    const passedOn: number[] = [];
    const listEvents = async ({ after = 0, limit = 100 }) => {
      const data = journal.filter(({ position }) => position > after).slice(0, limit);
      if (data.length === 0) return new Promise(() => undefined);
      return { data, next: data.at(-1)?.position ?? after, newest: journal.at(-1)?.position ?? 0 };
    };
    const reader = readFeed(feed.name, {
      store: {
        feeds: async () => [{ ...feed }],
        setProblem: async (_: string, problem: string | null) => void (feed.problem = problem),
        advance: async (_: string, __: number, { data, next }: EventList) => {
          passedOn.push(...data.map(({ position }) => position));
          Object.assign(feed, { position: next, last_event: data.at(-1) });
          return true;
        },
      } as unknown as FeedReaderDependencies['store'],
      client: () => ({ listEvents }) as unknown as InsuranceClient,
      report: () => undefined,
      onDeliveries: () => undefined,
    });
    for (let turns = 0; turns < 100; turns += 1) await turn();
    void reader.stop();
    return { passedOn, problem: feed.problem };
  };

  it('passes on what follows the last event read, and nothing of a journal with another event there', async () => {
    const journal = [1, 2, 3].map((position) => someEvent(position, { quoteId: `quote ${position}` }));
    const [, second = expect.fail()] = journal;
    expect(await readsOn(journal, second)).to.deep.equal({ passedOn: [3], problem: null });
    expect(await readsOn(journal, null)).to.deep.equal({ passedOn: [1, 2, 3], problem: null });
    for (const other of [
      { quoteId: 'another' },
      { type: 'quote.created' },
      { at: '2026-03-02T09:31:12.001Z' },
    ] as const) {
      const { passedOn, problem } = await readsOn(journal, { ...second, ...other });
      expect(passedOn).to.deep.equal([]);
      expect(problem).to.include('another company’s events');
    }
  });

  it('finds out which event it has read last where that is not known, before it waits for more', async () => {
    const own = [1, 2].map((position) => someEvent(position));
    const isFound = Promise.withResolvers<InsuranceEvent>();
    const reader = readFeed('key', {
      store: {
        feeds: async () => [{ name: 'key', position: 2, last_event: null, problem: null }],
        keepLastEvent: async (_: string, event: InsuranceEvent) => isFound.resolve(event),
      } as unknown as FeedReaderDependencies['store'],
      client: () =>
        ({
          listEvents: async ({ after = 0, limit = 100 }) => {
            const data = own.filter(({ position }) => position > after).slice(0, limit);
            return data.length === 0 ? new Promise(() => undefined) : { data, next: 2, newest: 2 };
          },
        }) as unknown as InsuranceClient,
      report: () => undefined,
      onDeliveries: () => undefined,
    });
    expect(await isFound.promise).to.deep.equal(own[1]);
    void reader.stop();
  });

  it('reads on without help once its key is the company’s own again, however much shorter the other’s journal was', async () => {
    const [read, next] = [someEvent(7), someEvent(8)];
    const feed = { name: 'key', position: 7, last_event: read, problem: null as string | null };
    const problems: (string | null)[] = [];
    const passedOn: number[] = [];
    const others = Promise.reject(
      new InsuranceApiError({
        ...{ status: 400, code: 'invalid_request', message: 'The request breaks a rule.' },
        details: [{ field: 'after', message: 'must be at most 5, the position of the newest event' }],
      }),
    );
    others.catch(() => undefined);
    const own = async ({ after = 0 }) => {
      const data = [read, next].filter(({ position }) => position > after).slice(0, 1);
      return data.length === 0 ? new Promise(() => undefined) : { data, next: data[0]?.position, newest: 8 };
    };
    const isOwn = Promise.withResolvers<void>();
    const reader = readFeed(feed.name, {
      store: {
        feeds: async () => [{ ...feed }],
        setProblem: async (_: string, problem: string | null) => {
          problems.push((feed.problem = problem));
        },
        advance: async (_: string, __: number, { data }: EventList) => {
          passedOn.push(...data.map(({ position }) => position));
          Object.assign(feed, { position: 8, last_event: next });
          isOwn.resolve();
          return true;
        },
      } as unknown as FeedReaderDependencies['store'],
      client: () => ({ listEvents: problems.length === 0 ? () => others : own }) as unknown as InsuranceClient,
      report: () => undefined,
      onDeliveries: () => undefined,
    });
    await isOwn.promise;
    void reader.stop();
    expect(passedOn).to.deep.equal([8]);
    expect(problems[0]).to.include('another company’s events');
    expect(feed.problem).to.equal(null);
  });

  it('returns no event that is no longer kept', async () => {
    const forgotten = new InsuranceApiError({ status: 410, code: 'position_forgotten', message: 'They are gone.' });
    expect(await eventAt({ listEvents: () => Promise.reject(forgotten) }, 57)).to.equal(undefined);
  });

  it('reads on where the event that was read last is no longer kept', async () => {
    const kept = [7, 8].map((position) => someEvent(position));
    const { passedOn } = await readsOn(kept, someEvent(3, { quoteId: 'long ago' }));
    expect(passedOn).to.deep.equal([7, 8]);
  });
});
