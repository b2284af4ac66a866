import { later, type EventType, type Journal, type JournalEvent } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation, aCertificate } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment, aPayment, aRefund } from '../builders/payment.ts';
import { gate } from './overlap.ts';
import { readToNewest } from './read-to-newest.ts';
import { atOnce, ENTRY, SOON, storeCases, type StoreBench } from './store-bench.ts';

const ALL = { after: 0, limit: 100 } as const;

const eventsOf = async (store: { readonly journal: Journal }, companyId: string): Promise<readonly JournalEvent[]> =>
  (await store.journal.page(companyId, ALL)).data;

const typesOf = async (store: StoreBench, companyId: string, subjectId?: string): Promise<readonly EventType[]> =>
  (await eventsOf(store, companyId))
    .filter((event) => subjectId === undefined || event.subjectId === subjectId)
    .map(({ type }) => type);

/** The changes that callers see as events. */
export const journalContract = storeCases('Journal', {
  'contains the events of a vehicle and a quote in order, each with its time': async (store) => {
    const { company, vehicle, quote } = await store.addQuote();
    expect(await eventsOf(store, company.id)).to.deep.equal([
      { position: 1, type: 'vehicle.registered', at: vehicle.created, subjectId: vehicle.id, quoteId: null },
      { position: 2, type: 'quote.created', at: quote.created, subjectId: quote.id, quoteId: null },
    ]);
  },

  'contains an event for a changed external id, but none for an unchanged one': async (store) => {
    const company = await store.addCompany();
    const vehicle = await store.addVehicle(company.id);
    const change = (externalId: string) =>
      store.unit(async ({ vehicles }) => {
        const found = await vehicles.find(company.id, vehicle.id);
        if (found) (await vehicles.save({ ...found, externalId }, SOON)).unwrap();
      });
    await change('fleet-7');
    await change('fleet-7');
    const [, changed, ...more] = await eventsOf(store, company.id);
    expect(changed).to.include({ type: 'vehicle.changed', at: SOON, subjectId: vehicle.id });
    expect(more).to.deep.equal([]);
  },

  'contains the events of a payment that callers see, under its quote': async (store) => {
    const payment = await store.addPayment(aPayment({ status: 'opening' }));
    const { companyId, quoteId, id } = payment;
    expect(await typesOf(store, companyId, id)).to.deep.equal([]);
    await store.changePayment(payment, { status: 'pending' });
    await store.changePayment(payment, { processingSeen: true });
    await store.changePayment(
      payment,
      { status: 'failed', failureReason: 'expired', completed: SOON, due: null },
      { ...ENTRY, at: SOON },
    );
    const events = (await eventsOf(store, companyId)).filter(({ subjectId }) => subjectId === id);
    expect(events.map(({ type, at }) => [type, at])).to.deep.equal([
      ['payment.pending', ENTRY.at],
      ['payment.failed', SOON],
    ]);
    expect(events.map((event) => event.quoteId)).to.deep.equal([quoteId, quoteId]);
  },

  'contains the events of a refund as events of its payment': async (store) => {
    const { payment, refund } = await store.addRefunded(aFailedPayment());
    await store.changeRefund(refund, { status: 'done', completed: SOON, due: null });
    const types = await typesOf(store, payment.companyId, payment.id);
    expect(types.slice(-2)).to.deep.equal(['payment.refund_due', 'payment.refunded']);
  },

  'contains no event of the refund of another session, which callers do not see': async (store) => {
    const { payment } = await store.addRefunded(aFailedPayment());
    const events = await typesOf(store, payment.companyId, payment.id);
    const { companyId, id: paymentId } = payment;
    const refund = aRefund({ companyId, paymentId, sessionId: 'another' });
    await store.unit(async ({ refunds }) => refunds.add(refund, ENTRY));
    await store.changeRefund(refund, { status: 'done', completed: SOON, due: null });
    expect(await typesOf(store, companyId, paymentId)).to.deep.equal(events);
  },

  'contains no event of a duplicate session or its refund, which callers do not see': async (store) => {
    const { quote } = await store.addQuote();
    const { id: duplicateOf, companyId } = await store.addPayment(aPayment(), quote);
    const duplicate = await store.addPayment(aFailedPayment({ duplicateOf }), quote);
    const refund = aRefund({ companyId, paymentId: duplicate.id, sessionId: duplicate.session?.id ?? '' });
    await store.unit(async ({ refunds }) => refunds.add(refund, ENTRY));
    await store.changeRefund(refund, { status: 'done', completed: SOON, due: null });
    await store.changePayment(duplicate, { due: null });
    expect(await typesOf(store, companyId, duplicate.id)).to.deep.equal([]);
  },

  'contains the events of a contract: opened, its documents, its end': async (store) => {
    const { contract } = await store.addContract();
    const { companyId, id } = contract;
    await store.changeContract(contract, { documents: { certificateImage: 'a', contractDocument: null } });
    await store.changeContract(contract, { documents: { certificateImage: 'a', contractDocument: 'b' } });
    await store.changeContract(contract, { overlaps: true });
    await store.changeContract(contract, { cancelled: aCancellation({ at: SOON, reason: 'no certificate' }) });
    expect(await typesOf(store, companyId, id)).to.deep.equal([
      'contract.opened',
      'certificate_image.ready',
      'contract_document.ready',
      'contract.cancelled',
    ]);
  },

  'contains the events of a certificate: failed, retried, issued, corrected': async (store) => {
    const { contract } = await store.addContract();
    const certificate = aCertificate();
    await store.changeRequest(contract, { status: 'failed' });
    await store.changeRequest(contract, { status: 'pending' });
    await store.changeRequest(contract, { refusals: 2 });
    await store.changeRequest(contract, { status: 'issued', certificate });
    await store.changeRequest(contract, { attached: SOME_MORNING });
    await store.changeRequest(contract, {
      certificate: { ...certificate, pdfLink: `${certificate.pdfLink}?corrected` },
    });
    expect(await typesOf(store, contract.companyId, contract.id)).to.deep.equal([
      'contract.opened',
      'certificate.failed',
      'certificate.pending',
      'certificate.issued',
      'certificate.corrected',
    ]);
  },

  'contains the events of contracts that start and expire by date': async (store) => {
    const over = { status: 'pending', startDate: day('2026-02-01'), endDate: day('2027-01-31') } as const;
    const request = { status: 'issued', due: null, certificate: aCertificate() } as const;
    const { contract } = await store.addContract({ contract: over, request });
    await store.contractDays.start(day('2026-02-01'), SOON, 10);
    await store.contractDays.expire(day('2027-02-01'), later(SOON, { hours: 1 }), 10);
    const events = await eventsOf(store, contract.companyId);
    expect(events.slice(-2).map(({ type, at, subjectId }) => ({ type, at, subjectId }))).to.deep.equal([
      { type: 'contract.started', at: SOON, subjectId: contract.id },
      { type: 'contract.expired', at: later(SOON, { hours: 1 }), subjectId: contract.id },
    ]);
  },

  'contains no event of a unit of work that failed': async (store) => {
    const { company, vehicle } = await store.addQuote();
    const before = await typesOf(store, company.id);
    await store
      .unit(async ({ vehicles }) => {
        const found = await vehicles.find(company.id, vehicle.id);
        if (found) (await vehicles.save({ ...found, externalId: 'never kept' }, SOON)).unwrap();
        throw new Error('on purpose');
      })
      .catch(() => undefined);
    expect(await typesOf(store, company.id)).to.deep.equal(before);
  },

  'shows a company only its own events': async (store) => {
    const [one, two] = [await store.addQuote(), await store.addQuote()];
    const subjects = (await eventsOf(store, one.company.id)).map(({ subjectId }) => subjectId);
    expect(subjects).to.have.members([one.vehicle.id, one.quote.id]);
    expect(subjects).not.to.include(two.quote.id);
    for (const id of [freshId(), 'no id'])
      expect(await store.journal.page(id, ALL)).to.deep.include({ data: [], newest: 0, forgotten: 0, upTo: 0 });
  },

  'can be read by type, and returns the position up to which it was read': async (store) => {
    const stored = await store.addQuote();
    await store.addQuoteFor(stored);
    const { id } = stored.company;
    const page = (after: number, limit: number, type: EventType) =>
      store.journal.page(id, { after, limit, types: [type] });
    expect((await page(0, 10, 'vehicle.registered')).data.map(({ position }) => position)).to.deep.equal([1]);
    expect((await page(0, 10, 'vehicle.registered')).upTo).to.equal(3);
    expect((await page(0, 1, 'quote.created')).upTo).to.equal(2);
    expect(await page(0, 10, 'contract.opened')).to.deep.include({ data: [], upTo: 3 });
  },

  'assigns positions without gaps and in the order of each subject, even with concurrent writers': async (store) => {
    const payment = await store.addPayment(aPayment({ status: 'opening' }));
    const company = payment.companyId;
    const others = atOnce(6, () => store.addVehicle(company));
    const reading = atOnce(6, () => eventsOf(store, company));
    await store.changePayment(payment, { status: 'pending' });
    await store.changePayment(payment, { status: 'succeeded', completed: SOON });
    await Promise.all([others, reading]);
    const all = await eventsOf(store, company);
    expect(all.map(({ position }) => position)).to.deep.equal(all.map((_, index) => index + 1));
    expect(await typesOf(store, company, payment.id)).to.deep.equal(['payment.pending', 'payment.succeeded']);
  },

  'shows a reader late commits after the events that it has already seen': async (store) => {
    const { company, vehicle } = await store.addQuote();
    const [wrote, mayCommit] = [gate(), gate()];
    const late = store.unit(async ({ vehicles }) => {
      const found = await vehicles.find(company.id, vehicle.id);
      if (found) (await vehicles.save({ ...found, externalId: 'late' }, SOON)).unwrap();
      wrote.open();
      await mayCommit.passed;
    });
    await wrote.passed;
    const before = await store.journal.page(company.id, ALL);
    expect(before.data.map(({ type }) => type)).to.deep.equal(['vehicle.registered', 'quote.created']);
    mayCommit.open();
    await late;
    const after = await store.journal.page(company.id, { after: before.upTo, limit: 10 });
    expect(after.data.map(({ type }) => type)).to.deep.equal(['vehicle.changed']);
  },

  'returns the newest event of many companies at once': async (store) => {
    const [one, two] = [await store.addQuote(), await store.addQuote()];
    await store.addQuoteFor(two);
    const newest = await store.journal.newest([one.company.id, two.company.id, freshId(), 'no id']);
    expect([newest.get(one.company.id), newest.get(two.company.id)]).to.deep.equal([2, 3]);
  },

  'deletes old events, oldest first, and reports the position of the last deleted event': async (store) => {
    const stored = await store.addQuote({ created: later(SOME_MORNING, { hours: 30 }) });
    const { id } = stored.company;
    await store.journal.catchUp();
    const before = later(SOME_MORNING, { hours: 29 });
    const now = later(SOME_MORNING, { hours: 40 });
    expect(await store.journal.forget(before, now, 10)).to.equal(1);
    expect(await store.journal.forget(before, now, 10)).to.equal(0);
    const { data, forgotten, newest } = await store.journal.page(id, ALL);
    expect(data.map(({ position }) => position)).to.deep.equal([2]);
    expect([forgotten, newest]).to.deep.equal([1, 2]);
    expect(await store.journal.forget(later(before, { hours: 10 }), now, 10)).to.equal(1);
    await store.addQuoteFor(stored);
    expect((await eventsOf(store, id)).map(({ position }) => position)).to.deep.equal([3]);
  },

  'can be read to the newest event with pages of any size and by type, even if more than a page was deleted': async (
    store,
  ) => {
    const stored = await store.addQuote();
    const { id } = stored.company;
    for (let n = 0; n < 4; n += 1) await store.addQuoteFor(stored);
    await store.journal.catchUp();
    const now = later(SOME_MORNING, { hours: 40 });
    for (const kept of [[], [7, 8, 9, 10]]) {
      if (kept.length > 0) await store.addVehicle(id, { created: now });
      for (let n = 1; n < kept.length; n += 1) await store.addQuoteFor(stored, { created: now });
      await store.journal.catchUp();
      await store.journal.forget(later(SOME_MORNING, { hours: 24 }), now, 10);
      for (const limit of [1, 2, 3, 6, 7, 100]) {
        const read = (types: readonly EventType[]) => readToNewest(store.journal, id, { limit, types });
        expect(await readToNewest(store.journal, id, { limit })).to.deep.equal(kept);
        expect(await read(['vehicle.registered'])).to.deep.equal(kept.slice(0, 1));
        expect(await read(['quote.created', 'payment.failed'])).to.deep.equal(kept.slice(1));
        expect(await read(['payment.failed'])).to.deep.equal([]);
      }
    }
  },

  'deletes the old events of every company, and at most its limit at once': async (store) => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      const { id } = await store.addCompany();
      for (const hours of [0, 0, 30]) await store.addVehicle(id, { created: later(SOME_MORNING, { hours }) });
      ids.push(id);
    }
    await store.journal.catchUp();
    const now = later(SOME_MORNING, { hours: 40 });
    const forget = (limit: number) => store.journal.forget(later(SOME_MORNING, { hours: 29 }), now, limit);
    expect([await forget(3), await forget(10), await forget(10)]).to.deep.equal([3, 3, 0]);
    for (const id of ids) expect((await store.journal.page(id, ALL)).forgotten).to.equal(2);
  },

  'keeps a recent event, and an older one at a later position': async (store) => {
    const { company, vehicle } = await store.addQuote({ created: later(SOME_MORNING, { hours: 30 }) });
    await store.unit(async ({ vehicles }) => {
      const found = await vehicles.find(company.id, vehicle.id);
      if (found) (await vehicles.save({ ...found, externalId: 'from before' }, SOME_MORNING)).unwrap();
    });
    await store.journal.page(company.id, ALL);
    const [before, now] = [later(SOME_MORNING, { hours: 1 }), later(SOME_MORNING, { hours: 40 })];
    await store.journal.forget(before, now, 1_000);
    const kept = (await eventsOf(store, company.id)).map(({ type }) => type);
    expect(kept).to.deep.equal(['quote.created', 'vehicle.changed']);
  },

  'deletes an event that a clock more than a day ahead has dated, together with the older events after it': async (
    store,
  ) => {
    const [before, now] = [later(SOME_MORNING, { hours: 1 }), later(SOME_MORNING, { hours: 40 })];
    for (const milliseconds of [0, 1]) {
      const { company, vehicle } = await store.addQuote({ created: later(now, { hours: 24, milliseconds }) });
      await store.unit(async ({ vehicles }) => {
        const found = await vehicles.find(company.id, vehicle.id);
        if (found) (await vehicles.save({ ...found, externalId: 'back again' }, SOME_MORNING)).unwrap();
      });
      await store.journal.page(company.id, ALL);
      await store.journal.forget(before, now, 1_000);
      expect(await eventsOf(store, company.id)).to.have.length(milliseconds === 0 ? 2 : 0);
    }
  },
});
