import { changeExternalId, createQuote, registerVehicle, type Payment } from '@vehicle-insurance/core';
import { aCatalogue, aPricedCoverage, at, aVehicleInput, freshId, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { CreateQuoteCommand } from '../../src/use-cases/quote/create-quote.ts';
import type { RegisterVehicleCommand } from '../../src/use-cases/vehicle/register-vehicle.ts';
import { payThrough, scenario } from '../scenario.ts';

const FILE = { name: 'carte grise.pdf', bytes: new TextEncoder().encode('%PDF-1.7') };
const NEXT_DAY = at('2026-01-16T09:00:00.000Z');

describe('registerVehicle called twice with one id', () => {
  const setup = async () => {
    const it = await scenario();
    const id = freshId();
    const command = { ...aVehicleInput({ externalId: 'mine' }), companyId: it.company.id, id };
    const register = (over: Partial<RegisterVehicleCommand> = {}, documents = it.documents) =>
      registerVehicle({ ...it, documents })({ ...command, ...over });
    return { ...it, id, register };
  };

  it('leaves no pending upload for a second document', async () => {
    const { register, dueWork } = await setup();
    for (let n = 0; n < 2; n += 1) (await register({ registrationDocument: FILE })).unwrap();
    expect(await dueWork.next('pending_uploads')).to.equal(undefined);
  });

  it('creates one vehicle with that id, and returns the same answer both times', async () => {
    const { register, id, company, clock, vehicleQueries, unitOfWork } = await setup();
    const first = (await register()).unwrap();
    expect(first.id).to.equal(id);
    const renamed = { companyId: company.id, vehicleId: id, externalId: 'other' };
    (await changeExternalId({ unitOfWork, clock })(renamed)).unwrap();
    clock.moveTo(NEXT_DAY);
    expect((await register()).unwrap()).to.deep.equal(first);
    const { licencePlate } = first;
    expect((await vehicleQueries.page(company.id, { licencePlate }, { page: 1, limit: 1 })).total).to.equal(1);
  });

  it('keeps one document of many simultaneous requests, and returns that vehicle to all of them', async () => {
    const { register, documents, pass } = await setup();
    const all = await Promise.all(Array.from({ length: 20 }, () => register({ registrationDocument: FILE })));
    const vehicles = all.map((each) => each.unwrap());
    for (const vehicle of vehicles) expect(vehicle).to.deep.equal(vehicles[0]);
    await pass({ hours: 2 });
    expect(documents.keys()).to.deep.equal([vehicles[0]?.registrationDocument]);
  });

  it('completes the work of a process that died when the document was stored', async () => {
    const { register, documents, pass } = await setup();
    const dying = {
      ...documents,
      put: async (...file: Parameters<typeof documents.put>) => {
        await documents.put(...file);
        throw new Error('the process died');
      },
    };
    await register({ registrationDocument: FILE }, dying).catch(() => undefined);
    const vehicle = (await register({ registrationDocument: FILE })).unwrap();
    await pass({ hours: 2 });
    expect(documents.keys()).to.deep.equal([vehicle.registrationDocument]);
    expect((await register({ registrationDocument: FILE })).unwrap()).to.deep.equal(vehicle);
  });

  it('still refuses the plate of another vehicle', async () => {
    const { register, id } = await setup();
    await register();
    const taken = { code: 'vehicle_already_exists', vehicleId: id };
    expect((await register({ id: freshId(), licencePlate: 'NEW-1' })).unwrapErr()).to.deep.equal(taken);
  });
});

describe('createQuote called twice with one id', () => {
  const setup = async () => {
    const it = await scenario();
    const priced = aPricedCoverage();
    const load = () =>
      inUnit(it.unitOfWork, ({ catalogues }) => catalogues.add(aCatalogue({ coverages: [priced] }), 'operator'));
    await load();
    const command: CreateQuoteCommand = {
      ...{ companyId: it.company.id, vehicleId: it.vehicle.id, coverageId: priced.coverage.id, id: freshId() },
      ...{ duration: 12, usage: 'pleasure', policyHolderName: 'Awa Koné', policyHolderPhone: '0701020304' },
      startDate: '2026-01-15',
    };
    return { ...it, load, command, create: () => createQuote(it)(command) };
  };

  it('creates one quote with that id, and returns the same answer on another day and with another tariff', async () => {
    const { create, command, load, clock, company, quoteQueries } = await setup();
    const before = (await quoteQueries.page(company.id, {}, { page: 1, limit: 1 })).total;
    const first = (await create()).unwrap();
    expect(first.quote.id).to.equal(command.id);
    clock.moveTo(NEXT_DAY);
    await load();
    expect((await create()).unwrap()).to.deep.equal(first);
    expect((await quoteQueries.page(company.id, {}, { page: 1, limit: 1 })).total).to.equal(before + 1);
  });

  it('creates one quote for many simultaneous requests', async () => {
    const { create, company, quoteQueries } = await setup();
    const before = (await quoteQueries.page(company.id, {}, { page: 1, limit: 1 })).total;
    const all = (await Promise.all(Array.from({ length: 20 }, create))).map((each) => each.unwrap());
    for (const each of all) expect(each).to.deep.equal(all[0]);
    expect((await quoteQueries.page(company.id, {}, { page: 1, limit: 1 })).total).to.equal(before + 1);
  });
});

describe('payQuote called twice with one id', () => {
  const setup = async () => {
    const it = await scenario();
    const id = freshId();
    return { ...it, id, ask: (as = id) => payThrough(it, {}, as) };
  };
  const pickVisible = ({ id, status, session, amount, fees, failureReason, completed, created }: Payment) => ({
    ...{ id, status, session, amount, fees, failureReason, completed, created },
  });

  // Proves: crash-before-answer
  it('opens one payment with that id, and returns the same answer even if the payment has changed since', async () => {
    const paid = await setup();
    const first = (await paid.ask()).unwrap();
    expect(first.id).to.equal(paid.id);
    expect(pickVisible((await paid.ask()).unwrap())).to.deep.equal(pickVisible(first));
    paid.provider.pay(first.id);
    await paid.pass({ minutes: 2 });
    expect((await paid.status()).contractId).to.not.equal(null);
    expect(pickVisible((await paid.ask()).unwrap())).to.deep.equal(pickVisible(first));
    expect(paid.provider.sessions()).to.have.length(1);

    const expired = await setup();
    const opened = (await expired.ask()).unwrap();
    await expired.pass({ minutes: 31 });
    expect((await expired.latestPayment()).failureReason).to.equal('expired');
    expect(pickVisible((await expired.ask()).unwrap())).to.deep.equal(pickVisible(opened));
    expect(expired.provider.sessions()).to.have.length(1);
    expect((await expired.ask(freshId())).unwrap().id).to.not.equal(opened.id);
  });

  it('opens one payment for many simultaneous requests, and returns the same answer to all of them', async () => {
    const { ask, provider } = await setup();
    const release = provider.holdOpenings();
    const many = Promise.all(Array.from({ length: 20 }, () => ask()));
    release();
    const all = (await many).map((each) => pickVisible(each.unwrap()));
    for (const each of all) expect(each).to.deep.equal(all[0]);
    expect(provider.sessions()).to.have.length(1);
  });

  it('reports again that the payment could not be opened, and does not open another', async () => {
    const { ask, provider } = await setup();
    provider.scriptNextOpening('refused');
    for (let n = 0; n < 2; n += 1)
      expect((await ask()).unwrapErr()).to.deep.equal({ code: 'payment_provider_unavailable' });
    expect(provider.sessions()).to.deep.equal([]);
  });

  it('refuses a payment under another id while the first one is pending', async () => {
    const { ask } = await setup();
    const first = (await ask()).unwrap();
    expect((await ask(freshId())).unwrapErr()).to.include({ code: 'payment_in_progress', paymentId: first.id });
  });
});
