import {
  FAULTS,
  addDays,
  createQuote,
  getQuote,
  getQuoteStatus,
  listQuotes,
  parseDate,
  type LocalDate,
} from '@vehicle-insurance/core';
import { aCatalogue, aPremium, aPricedCoverage, at, inUnit, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { CreateQuoteCommand } from '../../src/use-cases/quote/create-quote.ts';
import { scenario } from '../scenario.ts';

const setup = async () => {
  const it = await scenario();
  const coverages = [
    aPricedCoverage(),
    aPricedCoverage({ vehicleType: 'bike' }),
    aPricedCoverage({}, { greatestVehicleAge: 2 }),
  ];
  const load = (name: string) =>
    inUnit(it.unitOfWork, ({ catalogues }) => catalogues.add(aCatalogue({ name, coverages }), 'operator'));
  await load('first');
  const [tiers, bikes, newCars] = coverages.map(({ coverage }) => coverage.id);
  return {
    ...it,
    load,
    bikes,
    newCars,
    create: (over: Partial<CreateQuoteCommand> = {}, configured: { readonly quoteHorizon?: number } = {}) =>
      createQuote({ ...it, ...configured })({
        ...{ companyId: it.company.id, vehicleId: it.vehicle.id, coverageId: tiers ?? '' },
        ...{ policyHolderName: 'Awa Koné', policyHolderPhone: '07 01 02 03 04' },
        ...{ duration: 12, usage: 'pleasure', startDate: '2026-02-01' },
        ...over,
      }),
  };
};

describe('createQuote', () => {
  // Proves: quote-keeps-its-price
  it('prices the vehicle and keeps the price when another catalogue is loaded', async () => {
    const { create, load, company, quoteQueries } = await setup();
    const view = (await create()).unwrap();
    expect(view).to.include({ status: 'awaiting_payment', contractId: null });
    const policyholder = { name: 'Awa Koné', phone: '+2250701020304' };
    expect(view.quote).to.deep.include({ premium: aPremium(), catalogueVersion: 1, policyholder });
    await load('second');
    const [latest] = (await listQuotes({ quoteQueries })({ companyId: company.id, page: 1, limit: 1 })).unwrap().data;
    expect(latest).to.deep.equal(view);
    expect((await create()).unwrap().quote.catalogueVersion).to.equal(2);
  });

  // Proves: quote-horizon
  it('accepts a start date from today to the last day of the quote horizon', async () => {
    const { create, clock } = await setup();
    const today = parseDate('2026-01-15') as LocalDate;
    const days = [1, 182, 365, 730].map((quoteHorizon) => [quoteHorizon, addDays(today, quoteHorizon)] as const);
    for (const [quoteHorizon, startDate] of [[365, today] as const, ...days])
      expect((await create({ startDate }, { quoteHorizon })).isOk(), startDate).to.equal(true);
    for (const [quoteHorizon, startDate, message] of [
      [365, '2026-01-14', FAULTS.todayOrLater],
      [365, '2026-02-30', FAULTS.date],
      [365, 'tomorrow', FAULTS.date],
      [365, '9998-06-01', FAULTS.withinDays(365)],
      ...days.map(([horizon, last]) => [horizon, addDays(last, 1), FAULTS.withinDays(horizon)] as const),
    ] as const)
      expect((await create({ startDate }, { quoteHorizon })).unwrapErr(), startDate).to.deep.equal({
        code: 'invalid_request',
        details: [{ field: 'startDate', message }],
      });
    // The last day of cover would have a year of five digits.
    clock.moveTo(at('9998-06-01T09:00:00.000Z'));
    const { details } = (await create({ startDate: '9998-06-01' })).unwrapErr() as { details?: unknown };
    expect(details).to.deep.equal([{ field: 'startDate', message: FAULTS.withinDays(365) }]);
  });

  it('requires a vehicle of the company, a coverage and a price, and checks them in this order', async () => {
    const { create, bikes, newCars, unitOfWork } = await setup();
    const stranger = await storedCompany(unitOfWork);
    for (const [over, refusal] of [
      [{ companyId: stranger.id, coverageId: 'none' }, { code: 'vehicle_not_found' }],
      [{ coverageId: 'none' }, { code: 'coverage_not_found' }],
      [{ coverageId: bikes ?? '' }, { code: 'coverage_not_available', reason: 'other_vehicle_type' }],
      [{ coverageId: newCars ?? '' }, { code: 'coverage_not_available', reason: 'vehicle_too_old' }],
    ] as const)
      expect((await create(over)).unwrapErr()).to.deep.equal(refusal);
  });
});

describe('a company’s quotes', () => {
  it('are listed if they match every filter that is set, and do not exist for another company', async () => {
    const { company, vehicle, quote, quoteQueries } = await setup();
    const count = async (filter: object) =>
      (await listQuotes({ quoteQueries })({ companyId: company.id, page: 1, limit: 1, ...filter })).unwrap().total;
    for (const [filter, total] of [
      [{}, 1],
      [{ vehicleId: vehicle.id, status: 'awaiting_payment' }, 1],
      [{ vehicleId: 'another' }, 0],
      [{ status: 'payment_pending' }, 0],
    ] as const)
      expect(await count(filter), JSON.stringify(filter)).to.equal(total);
    for (const read of [getQuote({ quoteQueries }), getQuoteStatus({ quoteQueries })]) {
      expect((await read({ companyId: company.id, quoteId: quote.id })).isOk()).to.equal(true);
      const foreign = await read({ companyId: 'another', quoteId: quote.id });
      expect(foreign.unwrapErr()).to.deep.equal({ code: 'quote_not_found' });
    }
  });
});
