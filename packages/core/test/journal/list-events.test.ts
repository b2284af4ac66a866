import { FAULTS, EVENT_TYPES, eventArrivals, listEvents, type Journal, type Timer } from '@vehicle-insurance/core';
import { anotherQuote, instantTimer, memoryStore, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const setup = async ({ timer = instantTimer(), over = {} }: { timer?: Timer; over?: Partial<Journal> } = {}) => {
  const store = memoryStore();
  const journal = { ...store.journal, ...over };
  const { company, vehicle } = await storedQuote(store.unitOfWork);
  const arrivals = eventArrivals({ journal, timer });
  const list = listEvents({ journal, timer, eventArrivals: arrivals });
  return {
    ...{ company, arrivals, timer, list },
    ask: (over: object = {}) => list({ companyId: company.id, limit: 20, ...over }),
    change: () => anotherQuote(store.unitOfWork, company, vehicle),
  };
};

describe('listEvents', () => {
  it('continues where the previous page ended, without missing an event', async () => {
    const { ask, change } = await setup();
    await change();
    const first = (await ask({ limit: 2 })).unwrap();
    expect(first.data.map(({ type }) => type)).to.deep.equal(['vehicle.registered', 'quote.created']);
    expect([first.next, first.newest]).to.deep.equal([2, 3]);
    const second = (await ask({ limit: 2, after: first.next })).unwrap();
    expect(second.data.map(({ position }) => position)).to.deep.equal([3]);
    const third = (await ask({ after: second.next })).unwrap();
    expect(third).to.deep.equal({ data: [], next: 3, newest: 3 });
  });

  it('returns the requested types and skips the others', async () => {
    const { ask } = await setup();
    const { data, next } = (await ask({ type: 'quote.created,payment.failed' })).unwrap();
    expect(data.map(({ type }) => type)).to.deep.equal(['quote.created']);
    expect(next).to.equal(2);
  });

  it('refuses an unknown type and names the known ones', async () => {
    const { ask } = await setup();
    for (const type of ['contract', '', 'quote.created,', 'quote.created,moon.full']) {
      const refused = (await ask({ type })).unwrapErr();
      expect(refused.code, type).to.equal('invalid_request');
      expect(refused).to.deep.include({
        details: [{ field: 'type', message: FAULTS.someOf(EVENT_TYPES) }],
      });
    }
  });

  it('refuses a position after the newest event, since another database must have issued it, and refuses a long wait', async () => {
    const { ask } = await setup();
    expect((await ask({ after: 3 })).unwrapErr()).to.deep.include({
      details: [{ field: 'after', message: FAULTS.position(2) }],
    });
    for (const over of [{ after: -1 }, { after: 0.5 }, { wait: 26 }, { limit: 0 }, { limit: 101 }])
      expect((await ask(over)).unwrapErr().code).to.equal('invalid_request');
  });

  it('refuses a position before the oldest event, and starts with that event if no position is given', async () => {
    const { ask } = await setup({ over: { page: async () => ({ data: [], newest: 9, forgotten: 5, upTo: 9 }) } });
    for (const after of [0, 4])
      expect((await ask({ after })).unwrapErr()).to.deep.equal({ code: 'position_forgotten' });
    expect((await ask({ after: 5 })).isOk()).to.equal(true);
    expect((await ask()).isOk()).to.equal(true);
  });

  it('refuses no position whose next events are deleted after they were read', async () => {
    let forgotten = 5;
    const page: Journal['page'] = async () => ({ data: [], newest: 9, forgotten: forgotten++, upTo: 9 });
    const { ask } = await setup({ over: { page } });
    expect((await ask({ after: 5, wait: 3 })).unwrap().next).to.equal(9);
  });

  it('does not wait while it has not read every event up to the newest', async () => {
    const page: Journal['page'] = async (_, { after }) => ({ data: [], newest: 9, forgotten: 0, upTo: after + 3 });
    let waits = 0;
    const { ask } = await setup({ over: { page } });
    const idle = async (): Promise<'end'> => ((waits += 1), 'end');
    expect([(await ask({ wait: 3, idle })).unwrap().next, waits]).to.deep.equal([9, 1]);
  });

  it('waits no longer than requested, and by default not at all', async () => {
    const { ask, timer } = await setup();
    expect((await ask({ after: 2 })).unwrap().data).to.deep.equal([]);
    expect(timer.elapsed()).to.equal(0);
    expect((await ask({ after: 2, wait: 3 })).unwrap().data).to.deep.equal([]);
    expect(timer.elapsed()).to.be.within(3_000, 3_100);
    expect((await ask({ after: 0, wait: 3 })).unwrap().data).to.have.lengthOf(2);
    expect(timer.elapsed()).to.be.below(3_100);
  });

  it('answers as soon as there is an event, even if it waits for one type only', async () => {
    const { ask, change } = await setup();
    const waiting = ask({ after: 2, wait: 25 });
    const ofType = ask({ after: 2, wait: 25, type: 'quote.created' });
    const ofOther = ask({ after: 2, wait: 5, type: 'contract.opened' });
    await change();
    expect((await waiting).unwrap().data.map(({ position }) => position)).to.deep.equal([3]);
    expect((await ofType).unwrap().data.map(({ position }) => position)).to.deep.equal([3]);
    expect((await ofOther).unwrap()).to.deep.equal({ data: [], next: 3, newest: 3 });
  });

  describe('with waiting readers and no events', () => {
    const waiting = async (count: number, over: (index: number) => object = () => ({})) => {
      let pages = 0;
      const page: Journal['page'] = async () => {
        pages += 1;
        return { data: [], newest: 2, forgotten: 0, upTo: 2 };
      };
      const forever: Timer = { elapsed: () => 0, pause: () => new Promise(() => undefined) };
      const it = await setup({ timer: forever, over: { page } });
      const answered: number[] = [];
      const readers = Array.from({ length: count }, async (_, index) => {
        const list = (await it.ask({ after: 2, wait: 25, ...over(index) })).unwrap();
        expect(list).to.deep.equal({ data: [], next: 2, newest: 2 });
        answered.push(index);
      });
      return { ...it, readers, answered, pages: () => pages };
    };

    it('lets at most twenty readers of a company wait: one more ends the wait of the first with an empty page', async () => {
      const { readers, answered, pages, arrivals } = await waiting(25);
      await Promise.all(readers.slice(0, 5));
      expect(answered).to.deep.equal([0, 1, 2, 3, 4]);
      expect(pages()).to.equal(25);
      arrivals.close();
      await Promise.all(readers);
    });

    it('answers all readers when the process stops, and lets no reader wait from then on', async () => {
      const { readers, pages, arrivals, ask } = await waiting(20);
      arrivals.close();
      await Promise.all(readers);
      await ask({ after: 2, wait: 25 });
      expect(pages()).to.equal(21);
    });

    it('releases a reader that has disconnected', async () => {
      const { readers, answered, pages, arrivals } = await waiting(3, (index) =>
        index === 1 ? { gone: Promise.resolve() } : {},
      );
      await readers[1];
      expect([answered, pages()]).to.deep.equal([[1], 3]);
      arrivals.close();
      await Promise.all(readers);
    });
  });
});
