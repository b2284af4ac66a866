import {
  addDays,
  createQuote,
  getQuote,
  getQuoteStatus,
  listContracts,
  listQuotes,
  parseDate,
  type LocalDate,
} from '@vehicle-insurance/core';
import {
  aCatalogue,
  aPremium,
  aPricedCoverage,
  inUnit,
  storedCompany,
  storedVehicle,
} from '@vehicle-insurance/testkit';
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
        companyId: it.company.id,
        vehicleId: it.vehicle.id,
        coverageId: tiers ?? '',
        duration: 12,
        usage: 'pleasure',
        policyHolderName: 'Awa Koné',
        policyHolderPhone: '07 01 02 03 04',
        startDate: '2026-02-01',
        ...over,
      }),
  };
};

describe('createQuote', () => {
  // Proves: quote-keeps-its-price
  it('prices the vehicle and keeps the price, whatever the catalogue does later', async () => {
    const { create, load, company, quoteQueries } = await setup();
    const view = (await create()).unwrap();
    expect(view).to.include({ status: 'awaiting_payment', contractId: null });
    expect(view.quote).to.deep.include({
      premium: aPremium(),
      catalogueVersion: 1,
      policyholder: { name: 'Awa Koné', phone: '+2250701020304' },
    });
    await load('second');
    const [latest] = (await listQuotes({ quoteQueries })({ companyId: company.id, page: 1, limit: 1 })).unwrap().data;
    expect(latest).to.deep.equal(view);
    expect((await create()).unwrap().quote.catalogueVersion).to.equal(2);
  });

  it('starts today or later', async () => {
    const { create } = await setup();
    expect((await create({ startDate: '2026-01-15' })).isOk()).to.equal(true);
    for (const [startDate, message] of [
      ['2026-01-14', 'must be today or later'],
      ['2026-02-30', 'must be a date that exists, written YYYY-MM-DD'],
      ['9998-06-01', 'must be at most 365 days from today'],
      ['tomorrow', 'must be a date that exists, written YYYY-MM-DD'],
    ] as const)
      expect((await create({ startDate })).unwrapErr(), startDate).to.deep.equal({
        code: 'invalid_request',
        details: [{ field: 'startDate', message }],
      });
  });

  // Proves: quote-horizon
  it('starts at most as many days from today as the horizon says', async () => {
    const { create } = await setup();
    const today = parseDate('2026-01-15') as LocalDate;
    for (const quoteHorizon of [1, 182, 365, 730]) {
      const last = addDays(today, quoteHorizon);
      expect((await create({ startDate: last }, { quoteHorizon })).isOk(), last).to.equal(true);
      expect((await create({ startDate: addDays(last, 1) }, { quoteHorizon })).unwrapErr()).to.deep.equal({
        code: 'invalid_request',
        details: [{ field: 'startDate', message: `must be at most ${quoteHorizon} days from today` }],
      });
    }
  });

  it('names every field that breaks a rule before it looks for anything', async () => {
    const { create } = await setup();
    const refusal = (
      await create({
        vehicleId: 'none',
        duration: 4,
        usage: 'racing',
        policyHolderName: 'A',
        policyHolderPhone: '0801020304',
        startDate: '',
      })
    ).unwrapErr();
    expect(refusal.code === 'invalid_request' && refusal.details.map(({ field }) => field)).to.have.members([
      'duration',
      'usage',
      'policyHolderName',
      'policyHolderPhone',
      'startDate',
    ]);
  });

  it('needs a vehicle of the company, then a coverage, then a price', async () => {
    const { create, bikes, newCars, unitOfWork } = await setup();
    const stranger = await storedCompany(unitOfWork);
    expect((await create({ companyId: stranger.id, coverageId: 'none' })).unwrapErr()).to.deep.equal({
      code: 'vehicle_not_found',
    });
    expect((await create({ coverageId: 'none' })).unwrapErr()).to.deep.equal({ code: 'coverage_not_found' });
    expect((await create({ coverageId: bikes ?? '' })).unwrapErr()).to.deep.equal({
      code: 'coverage_not_available',
      reason: 'other_vehicle_type',
    });
    expect((await create({ coverageId: newCars ?? '' })).unwrapErr()).to.deep.equal({
      code: 'coverage_not_available',
      reason: 'vehicle_too_old',
    });
  });
});

describe('what a company can read', () => {
  it('is where its quotes stand, and nothing of another’s', async () => {
    const { company, quote, quoteQueries, contractQueries, documents, unitOfWork } = await setup();
    const stranger = await storedCompany(unitOfWork);
    const status = getQuoteStatus({ quoteQueries });
    expect((await status({ companyId: company.id, quoteId: quote.id })).unwrap()).to.deep.equal({
      status: 'awaiting_payment',
      contractId: null,
      payment: null,
    });
    expect((await status({ companyId: stranger.id, quoteId: quote.id })).unwrapErr()).to.deep.equal({
      code: 'quote_not_found',
    });
    const get = getQuote({ quoteQueries });
    expect((await get({ companyId: company.id, quoteId: quote.id })).unwrap()).to.deep.include({ quote });
    expect((await get({ companyId: stranger.id, quoteId: quote.id })).unwrapErr()).to.deep.equal({
      code: 'quote_not_found',
    });
    const list = listContracts({ contractQueries, documents });
    expect((await list({ companyId: stranger.id, page: 3, limit: 5 })).unwrap()).to.deep.equal({
      data: [],
      page: 3,
      limit: 5,
      total: 0,
    });
  });

  it('is the quotes of all its vehicles, or of one', async () => {
    const { create, company, quote, quoteQueries, unitOfWork } = await setup();
    const { id: vehicleId } = await storedVehicle(unitOfWork, company.id);
    const other = (await create({ vehicleId })).unwrap().quote;
    const list = async (of: { vehicleId?: string }) =>
      (await listQuotes({ quoteQueries })({ companyId: company.id, page: 1, limit: 5, ...of }))
        .unwrap()
        .data.map(({ quote: { id } }) => id);
    expect(await list({})).to.have.members([quote.id, other.id]);
    expect(await list({ vehicleId })).to.deep.equal([other.id]);
    expect(await list({ vehicleId: 'none' })).to.deep.equal([]);
  });

  it('has links to the files that are stored, made when it is read', async () => {
    const { company, pay, provider, pass, contractQueries, documents } = await setup();
    provider.pay((await pay()).unwrap().id);
    await pass({ minutes: 2 });
    const [contract] = (
      await listContracts({ contractQueries, documents })({ companyId: company.id, page: 1, limit: 5 })
    ).unwrap().data;
    const { pathname, search } = new URL(contract?.links.contractDocumentUrl ?? '');
    expect((await documents.open(`${pathname}${search}`))?.key).to.equal(contract?.contract.documents.contractDocument);
    await pass({ hours: 2 });
    expect(await documents.open(`${pathname}${search}`)).to.equal(undefined);
  });
});
