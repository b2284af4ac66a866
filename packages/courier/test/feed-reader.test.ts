import { setImmediate as turn } from 'node:timers/promises';
import { InsuranceApiError, type EventList, type InsuranceEvent } from '@vehicle-insurance/client';
import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { readFeed, type FeedReaderDependencies } from '../src/feed-reader.ts';
import { eventAt } from '../src/journal.ts';
import { someEvent } from './some-event.ts';

interface Kept {
  position: number;
  last_event: InsuranceEvent | null;
  problem: string | null;
}

type List = (requests: { readonly after?: number; readonly limit?: number }) => Promise<unknown>;

const someTurns = async (): Promise<void> => {
  for (let turns = 0; turns < 100; turns += 1) await turn();
};

/** Reads a feed, which may be missing, until `enough`, and returns the positions passed on. */
const reads = async (feed: Kept | undefined, listEvents: List, enough = someTurns) => {
  const passedOn: number[] = [];
  let announced: readonly number[] = [];
  const problems: string[] = [];
  let looks = 0;
  const store = {
    feeds: async () => {
      looks += 1;
      await turn();
      return feed ? [{ name: 'key', ...feed }] : [];
    },
    setProblem: async (_: string, problem: string | null) => {
      if (feed) feed.problem = problem;
      if (problem !== null) problems.push(problem);
    },
    keepLastEvent: async (_: string, event: InsuranceEvent) => {
      if (feed) feed.last_event = event;
    },
    advance: async (_: string, __: number, { data, next }: EventList) => {
      passedOn.push(...data.map(({ position }) => position));
      Object.assign(feed ?? {}, { position: next, last_event: data.at(-1) });
      return true;
    },
  } as unknown as FeedReaderDependencies['store'];
  const client = () => ({ listEvents }) as unknown as ReturnType<FeedReaderDependencies['client']>;
  const onDeliveries = (): void => void (announced = [...passedOn]);
  const reader = readFeed('key', { store, client, report: () => undefined, onDeliveries });
  await enough();
  void reader.stop();
  return { passedOn, announced, problems, looks };
};

/** The API's journal with these events; after the last one it does not answer. */
const journalOf =
  (...events: readonly InsuranceEvent[]): List =>
  async ({ after = 0, limit = 100 }) => {
    const data = events.filter(({ position }) => position > after).slice(0, limit);
    if (data.length === 0) return new Promise(() => undefined);
    return { data, next: data.at(-1)?.position ?? after, newest: events.at(-1)?.position ?? 0 };
  };
const refusing =
  (error: ConstructorParameters<typeof InsuranceApiError>[0]): List =>
  () =>
    Promise.reject(new InsuranceApiError(error));
const BEHIND = refusing({
  ...{ status: 400, code: 'invalid_request', message: 'The request breaks a rule.' },
  details: [{ field: 'after', message: 'must be at most 5, the position of the newest event' }],
});
const FORGOTTEN = refusing({ status: 410, code: 'position_forgotten', message: 'They are gone.' });

describe('the reader of a feed', () => {
  it('looks only once for a feed that does not exist', async () => {
    expect(await reads(undefined, journalOf())).to.have.property('looks', 1);
  });

  it('stops if the journal was restored to a state before its position, even if the journal has since grown past it', async () => {
    const feed: Kept = { position: 7, last_event: null, problem: null };
    await reads(feed, BEHIND);
    expect(feed.problem).to.include('restored').and.to.include('remove its endpoints and add them again');
    const requests: unknown[] = [];
    await reads(feed, async (each) => requests.push(each));
    expect(requests).to.deep.equal([]);
    expect(feed).to.deep.include({ position: 7 }).and.have.property('problem').that.includes('restored');
  });

  it('reports that the events after its position are no longer kept, and skips none of them', async () => {
    const feed: Kept = { position: 7, last_event: null, problem: null };
    expect((await reads(feed, FORGOTTEN)).passedOn).to.deep.equal([]);
    expect(feed).to.deep.include({ position: 7 }).and.have.property('problem').that.includes('no longer kept');
  });

  it('returns the events after the last one read, but none if the journal has another event at that position', async () => {
    const events = [1, 2, 3].map((position) => someEvent(position, { quoteId: `quote ${position}` }));
    const [, second = expect.fail()] = events;
    const readsFrom = async (last: InsuranceEvent | null) => {
      const feed: Kept = { position: last?.position ?? 0, last_event: last, problem: 'an earlier one' };
      return { ...(await reads(feed, journalOf(...events))), problem: feed.problem };
    };
    expect(await readsFrom(second)).to.deep.include({ passedOn: [3], problem: null });
    expect(await readsFrom(null)).to.deep.include({ passedOn: [1, 2, 3], problem: null });
    const changes = [{ type: 'quote.created' }, { at: '2026-03-02T09:31:12.001Z' }] as const;
    const ids = ['vehicleId', 'quoteId', 'paymentId', 'contractId'].map((name) => ({ [name]: 'another' }));
    for (const change of [...changes, ...ids]) {
      const { passedOn, problem } = await readsFrom({ ...second, ...change });
      expect(passedOn).to.deep.equal([]);
      expect(problem).to.include('another company’s events');
    }
  });

  it('looks up the last event read if it is unknown, before it waits for more', async () => {
    const feed: Kept = { position: 2, last_event: null, problem: null };
    await reads(feed, journalOf(someEvent(1), someEvent(2)));
    expect(feed.last_event).to.deep.equal(someEvent(2));
  });

  it('continues when its key belongs to its company again, even if the other company’s journal was shorter', async () => {
    const feed: Kept = { position: 7, last_event: someEvent(7), problem: null };
    const own = journalOf(someEvent(7), someEvent(8));
    const readsOn = async (): Promise<void> => {
      while (feed.position === 7) await turn();
    };
    let requests = 0;
    // It pauses between its attempts.
    await timersDuring(async () => {
      const read = await reads(feed, (each) => ((requests += 1) === 1 ? BEHIND(each) : own(each)), readsOn);
      expect(read.passedOn).to.deep.equal([8]);
      expect(read.problems.join()).to.include('another company’s events');
    });
    expect(feed.problem).to.equal(null);
  });

  it('continues if the last event read is no longer kept', async () => {
    const feed: Kept = { position: 3, last_event: someEvent(3, { quoteId: 'long ago' }), problem: null };
    const read = await reads(feed, journalOf(someEvent(7), someEvent(8)));
    expect(read).to.deep.include({ passedOn: [7, 8], announced: [7, 8] });
  });

  it('finds no event at a position that is no longer kept', async () => {
    expect(await eventAt({ listEvents: FORGOTTEN as never }, 57)).to.equal(undefined);
  });
});
