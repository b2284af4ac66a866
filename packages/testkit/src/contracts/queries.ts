import type { Evidence, PageRequest, Payment, Reason } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation, aCertificate } from '../builders/contract.ts';
import { SOME_MORNING } from '../builders/days.ts';
import { aFailedPayment, aPayment, aRefund } from '../builders/payment.ts';
import type { StoredQuote } from '../builders/stored.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { toContractShown } from '../memory/contract-queries.ts';
import { latestFirst } from '../memory/page.ts';
import { paymentShown } from '../memory/quote-queries.ts';
import { oddIds } from './overlap.ts';
import { ENTRY, fails, minutesOn, storeCases } from './store-bench.ts';

const FIRST: PageRequest = { page: 1, limit: 20 };

/** Queries return what was written, page by page. */
export const queriesContract = storeCases('Queries', {
  'return an empty page far past the end': async (store) => {
    const { company } = await store.addQuote();
    const far = { page: Number.MAX_SAFE_INTEGER, limit: 100 };
    expect(await store.vehicleQueries.page(company.id, {}, far)).to.deep.equal({ ...far, data: [], total: 1 });
    expect(await store.quoteQueries.page(company.id, {}, far)).to.deep.equal({ ...far, data: [], total: 1 });
    expect(await store.contractQueries.page(company.id, {}, far)).to.deep.equal({ ...far, data: [], total: 0 });
  },

  'find a vehicle by both of its filters together': async (store) => {
    const company = await store.addCompany();
    const one = await store.addVehicle(company.id, { externalId: 'one' });
    const two = await store.addVehicle(company.id, { externalId: 'two' });
    const found = async (filter: Parameters<typeof store.vehicleQueries.page>[1]) => {
      const { data, total } = await store.vehicleQueries.page(company.id, filter, FIRST);
      expect(total).to.equal(data.length);
      return data;
    };
    expect(await found({ licencePlate: one.licencePlate })).to.deep.equal([one]);
    expect(await found({ externalId: 'two' })).to.deep.equal([two]);
    expect(await found({ licencePlate: one.licencePlate, externalId: 'one' })).to.deep.equal([one]);
    expect(await found({ licencePlate: one.licencePlate, externalId: 'two' })).to.deep.equal([]);
    expect(await found({ externalId: 'a\u0000b' })).to.deep.equal([]);
    const second = await store.vehicleQueries.page(company.id, { externalId: 'one' }, { page: 2, limit: 1 });
    expect(second).to.deep.include({ data: [], total: 1 });
  },

  // Proves: quote-status-derived
  'show a quote with its vehicle and its status at every step': async (store) => {
    const stored = await store.addQuote();
    const { quote, vehicle, company } = stored;
    const shown = async () => {
      const { data } = await store.quoteQueries.page(company.id, {}, FIRST);
      expect(await store.quoteQueries.find(company.id, quote.id)).to.deep.equal(data[0]);
      return data;
    };
    const expectStatus = async (status: string, payment: Payment | null, contractId: string | null = null) =>
      expect(await store.quoteQueries.status(company.id, quote.id)).to.deep.equal({
        status,
        contractId,
        payment: payment && paymentShown({ payment, refund: null }),
      });
    expect(await shown()).to.deep.equal([{ quote, vehicle, status: 'awaiting_payment', contractId: null }]);
    await expectStatus('awaiting_payment', null);

    const opening = await store.addPayment(aPayment({ status: 'opening', session: null }), quote);
    await expectStatus('awaiting_payment', null);

    const pending = aPayment({ ...opening, status: 'pending', session: aPayment().session });
    await store.changePayment(opening, pending);
    await expectStatus('payment_pending', pending);

    const ended = { status: 'failed', failureReason: 'declined', completed: SOME_MORNING, due: null } as const;
    await store.changePayment(pending, ended);
    await expectStatus('awaiting_payment', { ...pending, ...ended });

    const { contract, payment } = await store.addContract({ payment: { created: minutesOn(5) } }, stored);
    await expectStatus('pending', payment, contract.id);
    expect((await shown())[0]).to.include({ status: 'pending', contractId: contract.id });
  },

  'show the live attempt as the latest, even if another clock dated a failed attempt later': async (store) => {
    const { company, quote } = await store.addQuote();
    const live = await store.addPayment(aPayment({ created: minutesOn(5) }), quote);
    await store.addPayment(aFailedPayment({ created: minutesOn(6) }), quote);
    expect(await store.quoteQueries.status(company.id, quote.id)).to.deep.include({
      status: 'payment_pending',
      payment: paymentShown({ payment: live, refund: null }),
    });
  },

  'show the later id as the latest of two simultaneous attempts': async (store) => {
    const { company, quote } = await store.addQuote();
    const [later, earlier] = [aFailedPayment(), aFailedPayment()].sort(latestFirst);
    for (const payment of [later, earlier]) if (payment) await store.addPayment(payment, quote);
    const shown = await store.quoteQueries.status(company.id, quote.id);
    expect(shown?.payment?.payment.id).to.equal(later?.id);
  },

  // Proves: several-sessions
  "show a payment with the refund of its own session, not with a duplicate session's": async (store) => {
    const payment = await store.addPayment(aFailedPayment());
    const { companyId, quoteId } = payment;
    const refundOf = (sessionId: string) => aRefund({ companyId, paymentId: payment.id, sessionId });
    const [duplicate, own] = [refundOf('a duplicate session'), refundOf(payment.session?.id ?? '')];
    const shown = async () => (await store.quoteQueries.status(companyId, quoteId))?.payment;
    await store.unit(({ refunds }) => refunds.add(duplicate, ENTRY));
    expect(await shown()).to.deep.equal(paymentShown({ payment, refund: null }));
    await store.unit(({ refunds }) => refunds.add(own, ENTRY));
    expect(await shown()).to.deep.equal(paymentShown({ payment, refund: own }));
    const found = await store.paymentQueries.find(payment.id);
    expect(found).to.deep.include({ payment, refund: own });
    const refunds = found?.history.filter(({ what }) => what === 'refund').map(({ id }) => id);
    expect(refunds).to.deep.equal([duplicate.id, own.id]);
  },

  'list only quotes and contracts of the requested vehicle, and only within the company': async (store) => {
    const first = await store.addQuote();
    const { company, vehicle } = first;
    const other = await store.addQuoteFor({ company, vehicle: await store.addVehicle(company.id) });
    const second = await store.addQuoteFor({ company, vehicle });
    const contractOf = async (stored: StoredQuote) => (await store.addContract({}, stored)).contract.id;
    const contracts = [await contractOf(first), await contractOf(other), await contractOf(second)] as const;
    const stranger = await store.addCompany();

    const quotes = async (filter: { vehicleId?: string }, page = FIRST, { id } = company) => {
      const { data, total } = await store.quoteQueries.page(id, filter, page);
      return { total, ids: data.map(({ quote }) => quote.id) };
    };
    const contractsOf = async (filter: { vehicleId?: string }, { id } = company) => {
      const { data, total } = await store.contractQueries.page(id, filter, FIRST);
      return { total, ids: data.map(({ contract }) => contract.id) };
    };
    const none = { total: 0, ids: [] };
    expect(await quotes({})).to.deep.equal({ total: 3, ids: [second, other, first].map(({ quote }) => quote.id) });
    expect(await quotes({ vehicleId: vehicle.id })).to.deep.equal({ total: 2, ids: [second.quote.id, first.quote.id] });
    const secondPage = await quotes({ vehicleId: vehicle.id }, { page: 2, limit: 1 });
    expect(secondPage).to.deep.equal({ total: 2, ids: [first.quote.id] });
    expect(await contractsOf({})).to.deep.equal({ total: 3, ids: contracts.toReversed() });
    expect(await contractsOf({ vehicleId: other.vehicle.id })).to.deep.equal({ total: 1, ids: [contracts[1]] });
    expect(await quotes({}, FIRST, stranger)).to.deep.equal(none);
    expect(await store.quoteQueries.find(stranger.id, first.quote.id)).to.equal(undefined);
    expect(await contractsOf({ vehicleId: vehicle.id }, stranger)).to.deep.equal(none);
    for (const vehicleId of oddIds(vehicle.id)) {
      expect(await quotes({ vehicleId })).to.deep.equal(none);
      expect(await contractsOf({ vehicleId })).to.deep.equal(none);
    }
  },

  'show a contract with all related data': async (store) => {
    const { company, vehicle, quote, contract, certificateRequest } = await store.addContract();
    const { name: companyName, intermediaryCode, office } = company;
    const related = { companyName, intermediaryCode, office, refundStatus: null };
    const view = { contract, certificateRequest, quote, vehicle, ...related };
    expect(await store.contractQueries.find(company.id, contract.id)).to.deep.equal(view);
    expect((await store.contractQueries.page(company.id, {}, FIRST)).data).to.deep.equal([toContractShown(view)]);
    expect(await store.contractQueries.show(company.id, contract.id)).to.deep.equal(toContractShown(view));
    expect(await store.contractQueries.inspect(contract.id)).to.deep.include(view);
    const stranger = await store.addCompany();
    expect(await store.contractQueries.find(stranger.id, contract.id)).to.equal(undefined);
    expect(await store.contractQueries.show(stranger.id, contract.id)).to.equal(undefined);
  },

  'show exactly the changes of status in the history of a payment': async (store) => {
    const opening = await store.addPayment(aPayment({ status: 'opening', session: null }));
    const { session } = aPayment();
    const evidence = { id: 'cos-1', nested: { fine: true } };
    const EXPIRED = { code: 'payment_failed', reason: 'expired' } as const;
    const change = (next: Partial<Payment>, why: Reason, said?: Evidence) =>
      store.changePayment(opening, next, { at: SOME_MORNING, why, evidence: said });
    await change({ status: 'pending', session }, { code: 'session_opened' }, evidence);
    await change({ processingSeen: true }, { code: 'payment_undecided' });
    await change({ status: 'failed', failureReason: 'expired', completed: SOME_MORNING, due: null }, EXPIRED);
    const history = (await store.paymentQueries.find(opening.id))?.history ?? [];
    expect(history.map(({ what, id, from, to }) => ({ what, id, from, to }))).to.deep.equal([
      { what: 'payment', id: opening.id, from: null, to: 'opening' },
      { what: 'payment', id: opening.id, from: 'opening', to: 'pending' },
      { what: 'payment', id: opening.id, from: 'pending', to: 'failed' },
    ]);
    expect(history[1]).to.deep.include({ at: SOME_MORNING, why: { code: 'session_opened' }, evidence });
    expect(history[2]?.why).to.deep.equal(EXPIRED);
  },

  'show the history of a contract and its certificate, with the author of a change': async (store) => {
    const { contract } = await store.addContract();
    await store.changeRequest(contract, { status: 'failed', due: null }, { ...ENTRY, by: 'operator' });
    const history = (await store.contractQueries.inspect(contract.id))?.history ?? [];
    expect(history.map(({ what, from, to }) => ({ what, from, to }))).to.have.deep.members([
      { what: 'contract', from: null, to: 'pending' },
      { what: 'certificate', from: null, to: 'pending' },
      { what: 'certificate', from: 'pending', to: 'failed' },
    ]);
    expect(history.at(-1)).to.include({ by: 'operator', to: 'failed' });
  },

  'show the state of a contract by its policy number, of any company': async (store) => {
    const certificate = aCertificate({ certificateNumber: 'CI-7' });
    const one = await store.addContract({ request: { status: 'issued', certificate } });
    const other = await store.addContract();
    const cancelled = aCancellation({ at: minutesOn(5), reason: 'it could not be certified' });
    await store.unit(async ({ quotes, contracts }) => {
      await quotes.lock(other.company.id, other.quote.id);
      const found = await contracts.find(other.company.id, other.contract.id);
      if (found) await contracts.save({ ...found, cancelled }, ENTRY);
    });
    const failed = await store.addContract({ request: { status: 'failed', due: null } });
    const find = async ({ contract }: typeof one) => store.contractQueries.withPolicy(contract.policyNumber);
    const factsOf = ({ contract: { startDate, endDate }, vehicle: { licencePlate } }: typeof one) => {
      return { startDate, endDate, licencePlate };
    };
    expect(await find(one)).to.deep.equal({
      ...factsOf(one),
      ...{ cancelled: null, certificateStatus: 'issued', certificateNumber: 'CI-7' },
    });
    expect(await find(other)).to.deep.equal({
      ...factsOf(other),
      ...{ cancelled, certificateStatus: 'pending', certificateNumber: null },
    });
    expect(await find(failed)).to.deep.equal({
      ...factsOf(failed),
      ...{ cancelled: null, certificateStatus: 'failed', certificateNumber: null },
    });
    expect(await store.contractQueries.withPolicy(`${one.contract.policyNumber}0`)).to.equal(undefined);
  },

  'find nothing under an id that is not exactly in the stored form': async (store) => {
    const { company, contract } = await store.addContract();
    for (const odd of oddIds(contract.id)) {
      expect(await store.vehicleQueries.find(company.id, odd)).to.equal(undefined);
      expect(await store.quoteQueries.find(company.id, odd)).to.equal(undefined);
      expect(await store.quoteQueries.status(company.id, odd)).to.equal(undefined);
      expect(await store.contractQueries.find(company.id, odd)).to.equal(undefined);
      expect(await store.contractQueries.show(company.id, odd)).to.equal(undefined);
      expect(await store.contractQueries.inspect(odd)).to.equal(undefined);
      expect(await store.paymentQueries.find(odd)).to.equal(undefined);
    }
  },

  'show no data of a unit of work that failed': async (store) => {
    const company = await store.addCompany();
    const bug = store.unit(async ({ vehicles }) => {
      await vehicles.add(aVehicle({ companyId: company.id }));
      throw new Error('a bug');
    });
    expect(await fails(bug)).to.equal(true);
    expect(await store.vehicleQueries.page(company.id, {}, FIRST)).to.deep.equal({ ...FIRST, data: [], total: 0 });
  },
});
