import { later } from '@vehicle-insurance/core';
import { anotherQuote, clockAt, memoryStore, SOME_MORNING, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { keepJournal } from '../../src/use-cases/journal/keep-journal.ts';

describe('keepJournal', () => {
  it('removes an event when it is older than the retention period, and not before', async () => {
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const { company, vehicle } = await storedQuote(store.unitOfWork, { created: SOME_MORNING });
    await anotherQuote(store.unitOfWork, company, vehicle);
    const keep = keepJournal({ journal: store.journal, clock, eventDays: 90 });
    const forgotten = async () => (await store.journal.page(company.id, { after: 0, limit: 20 })).forgotten;

    await keep();
    clock.moveTo(later(SOME_MORNING, { hours: 90 * 24 }));
    await keep();
    expect(await forgotten()).to.equal(0);
    clock.advance({ minutes: 1 });
    await keep();
    expect(await forgotten()).to.equal(3);
  });
});
