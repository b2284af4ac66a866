import { later, type PageRequest } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { SOME_MORNING } from '../builders/days.ts';
import { aFailedPayment, aPayment, aRefund } from '../builders/payment.ts';
import {
  anotherQuote,
  inUnit,
  storedCompany,
  storedContract,
  storedPayment,
  storedQuote,
  storedVehicle,
} from '../builders/stored.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { portContract } from './port-contract.ts';
import { oddIds } from './overlap.ts';
import type { StoreSubject } from './store.ts';

const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };
const FIRST: PageRequest = { page: 1, limit: 20 };

/** What is read agrees with what was written, page by page. */
export const viewsContract = portContract<StoreSubject>('Views', {
  'page through the vehicles of a company, most recent first, each once': async ({ unitOfWork, vehicleViews }) => {
    const company = await storedCompany(unitOfWork);
    const vehicles = [];
    for (let n = 0; n < 5; n += 1) vehicles.push(await storedVehicle(unitOfWork, company.id));
    await storedVehicle(unitOfWork, (await storedCompany(unitOfWork)).id);
    const page = (number: number) => vehicleViews.page(company.id, {}, { page: number, limit: 2 });
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.flatMap(({ data }) => data)).to.deep.equal(vehicles.toReversed());
    expect(pages.map(({ data }) => data.length)).to.deep.equal([2, 2, 1, 0]);
    for (const [index, { total, limit, page: number }] of pages.entries())
      expect({ total, limit, number }).to.deep.equal({ total: 5, limit: 2, number: index + 1 });
  },

  'answer a page far past the end with nothing': async ({ unitOfWork, vehicleViews, quoteViews, contractViews }) => {
    const { company } = await storedQuote(unitOfWork);
    const far = { page: Number.MAX_SAFE_INTEGER, limit: 100 };
    expect(await vehicleViews.page(company.id, {}, far)).to.deep.equal({ ...far, data: [], total: 1 });
    expect(await quoteViews.page(company.id, {}, far)).to.deep.equal({ ...far, data: [], total: 1 });
    expect(await contractViews.page(company.id, {}, far)).to.deep.equal({ ...far, data: [], total: 0 });
  },

  'find a vehicle by both of its filters together': async ({ unitOfWork, vehicleViews }) => {
    const company = await storedCompany(unitOfWork);
    const one = await storedVehicle(unitOfWork, company.id, { externalId: 'one' });
    const two = await storedVehicle(unitOfWork, company.id, { externalId: 'two' });
    const found = async (filter: Parameters<typeof vehicleViews.page>[1]) => {
      const { data, total } = await vehicleViews.page(company.id, filter, FIRST);
      expect(total).to.equal(data.length);
      return data;
    };
    expect(await found({ licencePlate: one.licencePlate })).to.deep.equal([one]);
    expect(await found({ externalId: 'two' })).to.deep.equal([two]);
    expect(await found({ licencePlate: one.licencePlate, externalId: 'one' })).to.deep.equal([one]);
    expect(await found({ licencePlate: one.licencePlate, externalId: 'two' })).to.deep.equal([]);
    expect(await found({ externalId: 'a\u0000b' })).to.deep.equal([]);
    expect(await vehicleViews.page(company.id, { externalId: 'one' }, { page: 2, limit: 1 })).to.deep.include({
      data: [],
      total: 1,
    });
  },

  'show a quote with its vehicle, and where it stands at every step': async ({ unitOfWork, quoteViews }) => {
    const stored = await storedQuote(unitOfWork);
    const { quote, vehicle, company } = stored;
    const shown = async () => {
      const { data } = await quoteViews.page(company.id, {}, FIRST);
      expect(await quoteViews.find(company.id, quote.id)).to.deep.equal(data[0]);
      return data;
    };
    const status = () => quoteViews.status(company.id, quote.id);
    expect(await shown()).to.deep.equal([{ quote, vehicle, status: 'awaiting_payment', contractId: null }]);
    expect(await status()).to.deep.equal({ status: 'awaiting_payment', contractId: null, payment: null });

    const opening = await storedPayment(unitOfWork, quote, aPayment({ status: 'opening', session: null }));
    expect(await status()).to.deep.equal({ status: 'awaiting_payment', contractId: null, payment: null });

    const pending = aPayment({ ...opening, status: 'pending', session: aPayment().session });
    const save = (payment: typeof pending) =>
      inUnit(unitOfWork, async ({ payments }) => {
        await payments.find(payment.companyId, payment.id);
        await payments.save(payment, NOTE);
      });
    await save(pending);
    expect(await status()).to.deep.equal({
      status: 'payment_pending',
      contractId: null,
      payment: { payment: pending, refund: null },
    });

    const failed = aFailedPayment({
      ...pending,
      status: 'failed',
      failureReason: 'declined',
      completed: SOME_MORNING,
      due: null,
    });
    await save(failed);
    expect(await status()).to.deep.equal({
      status: 'awaiting_payment',
      contractId: null,
      payment: { payment: failed, refund: null },
    });

    const created = later(SOME_MORNING, { minutes: 5 });
    const { contract, payment } = await storedContract(unitOfWork, stored, { payment: { created } });
    expect(await status()).to.deep.equal({
      status: 'pending',
      contractId: contract.id,
      payment: { payment, refund: null },
    });
    expect((await shown())[0]).to.include({ status: 'pending', contractId: contract.id });
  },

  "show a payment with the refund of its own session, not with a stray's": async ({
    unitOfWork,
    quoteViews,
    paymentViews,
  }) => {
    const { quote } = await storedQuote(unitOfWork);
    const payment = await storedPayment(unitOfWork, quote, aFailedPayment());
    const refundOf = (sessionId: string) => aRefund({ companyId: quote.companyId, paymentId: payment.id, sessionId });
    const [stray, own] = [refundOf('a stray session'), refundOf(payment.session?.id ?? '')];
    await inUnit(unitOfWork, ({ refunds }) => refunds.add(stray, NOTE));
    expect((await quoteViews.status(quote.companyId, quote.id))?.payment).to.deep.equal({ payment, refund: null });
    await inUnit(unitOfWork, ({ refunds }) => refunds.add(own, NOTE));
    expect((await quoteViews.status(quote.companyId, quote.id))?.payment).to.deep.equal({ payment, refund: own });
    expect(await paymentViews.find(payment.id)).to.deep.include({ payment, refund: own });
  },

  'keep to one vehicle, and to the company, when asked for quotes and contracts': async ({
    unitOfWork,
    quoteViews,
    contractViews,
  }) => {
    const first = await storedQuote(unitOfWork);
    const { company, vehicle } = first;
    const other = await anotherQuote(unitOfWork, company, await storedVehicle(unitOfWork, company.id));
    const second = await anotherQuote(unitOfWork, company, vehicle);
    const contracts = [
      await storedContract(unitOfWork, first),
      await storedContract(unitOfWork, other),
      await storedContract(unitOfWork, second),
    ];
    const stranger = await storedCompany(unitOfWork);

    const quotes = async (filter: { vehicleId?: string }, page = FIRST) => {
      const { data, total } = await quoteViews.page(company.id, filter, page);
      return { total, ids: data.map(({ quote }) => quote.id) };
    };
    expect(await quotes({})).to.deep.equal({ total: 3, ids: [second, other, first].map(({ quote }) => quote.id) });
    expect(await quotes({ vehicleId: vehicle.id })).to.deep.equal({ total: 2, ids: [second.quote.id, first.quote.id] });
    expect(await quotes({ vehicleId: vehicle.id }, { page: 2, limit: 1 })).to.deep.equal({
      total: 2,
      ids: [first.quote.id],
    });
    expect((await contractViews.page(company.id, {}, FIRST)).data.map(({ contract }) => contract.id)).to.deep.equal(
      contracts.map(({ contract }) => contract.id).toReversed(),
    );
    const ofVehicle = await contractViews.page(company.id, { vehicleId: other.vehicle.id }, FIRST);
    expect(ofVehicle.data.map(({ contract }) => contract.id)).to.deep.equal([contracts[1]?.contract.id]);
    expect(ofVehicle.total).to.equal(1);
    expect((await quoteViews.page(stranger.id, {}, FIRST)).total).to.equal(0);
    expect(await quoteViews.find(stranger.id, first.quote.id)).to.equal(undefined);
    expect((await contractViews.page(stranger.id, { vehicleId: vehicle.id }, FIRST)).total).to.equal(0);
    for (const odd of oddIds(vehicle.id)) {
      expect((await quoteViews.page(company.id, { vehicleId: odd }, FIRST)).total).to.equal(0);
      expect((await contractViews.page(company.id, { vehicleId: odd }, FIRST)).total).to.equal(0);
    }
  },

  'show a contract with everything that belongs to it': async ({ unitOfWork, contractViews }) => {
    const { company, vehicle, quote, contract, certificateRequest } = await storedContract(
      unitOfWork,
      await storedQuote(unitOfWork),
    );
    const view = {
      contract,
      certificateRequest,
      quote,
      vehicle,
      companyName: company.name,
      intermediaryCode: company.intermediaryCode,
      office: company.office,
    };
    expect(await contractViews.find(company.id, contract.id)).to.deep.equal(view);
    expect((await contractViews.page(company.id, {}, FIRST)).data).to.deep.equal([view]);
    expect(await contractViews.inspect(contract.id)).to.deep.include(view);
    expect(await contractViews.find((await storedCompany(unitOfWork)).id, contract.id)).to.equal(undefined);
  },

  'tell the history of a payment: every change of status, and no more': async ({ unitOfWork, paymentViews }) => {
    const { quote } = await storedQuote(unitOfWork);
    const opening = await storedPayment(unitOfWork, quote, aPayment({ status: 'opening', session: null }));
    const { session } = aPayment();
    const change = (next: Partial<typeof opening>, why: string, evidence?: Record<string, unknown>) =>
      inUnit(unitOfWork, async ({ payments }) => {
        const found = await payments.find(quote.companyId, opening.id);
        if (found) await payments.save({ ...found, ...next }, { at: SOME_MORNING, why, evidence });
      });
    await change({ status: 'pending', session }, 'opened', { id: 'cos-1', nested: { fine: true } });
    await change({ processingSeen: true }, 'looked at');
    await change({ status: 'failed', failureReason: 'expired', completed: SOME_MORNING, due: null }, 'expired');
    const history = (await paymentViews.find(opening.id))?.history ?? [];
    expect(history.map(({ what, id, from, to }) => ({ what, id, from, to }))).to.deep.equal([
      { what: 'payment', id: opening.id, from: null, to: 'opening' },
      { what: 'payment', id: opening.id, from: 'opening', to: 'pending' },
      { what: 'payment', id: opening.id, from: 'pending', to: 'failed' },
    ]);
    expect(history[1]).to.deep.include({
      at: SOME_MORNING,
      why: 'opened',
      evidence: { id: 'cos-1', nested: { fine: true } },
    });
  },

  'tell the history of a contract and its certificate, with who asked for it': async ({
    unitOfWork,
    contractViews,
  }) => {
    const { contract } = await storedContract(unitOfWork, await storedQuote(unitOfWork));
    await inUnit(unitOfWork, async ({ certificateRequests }) => {
      const request = await certificateRequests.find(contract.companyId, contract.id);
      if (request)
        await certificateRequests.save({ ...request, status: 'failed', due: null }, { ...NOTE, by: 'operator' });
    });
    const history = (await contractViews.inspect(contract.id))?.history ?? [];
    expect(history.map(({ what, from, to }) => ({ what, from, to }))).to.have.deep.members([
      { what: 'contract', from: null, to: 'pending' },
      { what: 'certificate', from: null, to: 'pending' },
      { what: 'certificate', from: 'pending', to: 'failed' },
    ]);
    expect(history.at(-1)).to.include({ by: 'operator', to: 'failed' });
  },

  'find nothing under an id of any other shape': async ({
    unitOfWork,
    vehicleViews,
    quoteViews,
    contractViews,
    paymentViews,
  }) => {
    const { company, contract } = await storedContract(unitOfWork, await storedQuote(unitOfWork));
    for (const odd of oddIds(contract.id)) {
      expect(await vehicleViews.find(company.id, odd)).to.equal(undefined);
      expect(await quoteViews.find(company.id, odd)).to.equal(undefined);
      expect(await quoteViews.status(company.id, odd)).to.equal(undefined);
      expect(await contractViews.find(company.id, odd)).to.equal(undefined);
      expect(await contractViews.inspect(odd)).to.equal(undefined);
      expect(await paymentViews.find(odd)).to.equal(undefined);
    }
  },

  'show nothing of a unit of work that failed': async ({ unitOfWork, vehicleViews }) => {
    const company = await storedCompany(unitOfWork);
    await inUnit(unitOfWork, async ({ vehicles }) => {
      await vehicles.add(aVehicle({ companyId: company.id }));
      throw new Error('a bug');
    }).catch(() => undefined);
    expect(await vehicleViews.page(company.id, {}, FIRST)).to.deep.equal({ ...FIRST, data: [], total: 0 });
  },
});
