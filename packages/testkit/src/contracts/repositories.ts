import { Err, EMPTY_CATALOGUE, Ok, type CertificateOwner } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCompany } from '../builders/company.ts';
import { aCancellation, aContract } from '../builders/contract.ts';
import { aCatalogue } from '../builders/coverage.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { freshId, freshText } from '../builders/ids.ts';
import { aFailedPayment } from '../builders/payment.ts';
import { aQuote } from '../builders/quote.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { expectEventually, gate, oddIds } from './overlap.ts';
import { ENTRY, fails, SOON, storeCases } from './store-bench.ts';

/** The reads, writes and refusals of each repository. */
export const repositoriesContract = storeCases('Transaction', {
  'returns companies as they were stored, found by id and by name, each with its own number': async (store) => {
    const one = await store.addCompany({
      intermediaryCode: 'INT-7',
      office: 'ABJ-2',
      name: freshText('Z '),
      legalForm: 'SARL',
      address: 'Plateau',
      licence: 'C-1',
      phone: '20',
    });
    const two = await store.addCompany({ name: freshText('A ') });
    expect(one.number).to.not.equal(two.number);
    await store.unit(async ({ companies }) => {
      expect(await companies.find(one.id)).to.deep.equal(one);
      expect(await companies.named(two.name)).to.deep.equal(two);
      expect(await companies.named('nobody')).to.equal(undefined);
      const ours = (await companies.list()).filter(({ id }) => id === one.id || id === two.id);
      expect(ours).to.deep.equal([one, two]);
    });
  },

  'allows no two companies with one name': async (store) => {
    const { name } = await store.addCompany();
    expect(await fails(store.unit(({ companies }) => companies.add(aCompany({ name }), ENTRY)))).to.equal(true);
  },

  'stores no second contract for a quote or a policy number, in any company': async (store) => {
    const { quote, contract: first } = await store.addContract();
    const { companyId, id: quoteId, vehicleId } = quote;
    const another = aContract({ companyId, quoteId, vehicleId });
    const ofTheQuote = store.unit(async ({ payments, contracts }) => {
      await payments.add(aFailedPayment({ id: another.paymentId, companyId, quoteId }), ENTRY);
      const { ordinal } = await contracts.nextOrdinal(companyId);
      await contracts.add({ ...another, ordinal }, ENTRY);
    });
    expect(await fails(ofTheQuote)).to.equal(true);
    expect(await store.unit(({ contracts }) => contracts.find(companyId, another.id))).to.equal(undefined);
    const { policyNumber } = first;
    expect(await fails(store.addContract({ contract: { policyNumber } }))).to.equal(true);
  },

  'returns vehicles as they were stored, found by id, plate and external id, only within the company': async (
    store,
  ) => {
    const [company, stranger] = [await store.addCompany(), await store.addCompany()];
    const vehicle = await store.addVehicle(company.id, {
      externalId: ' Clé/№ 7 🚗 ',
      brand: 'Citroën',
      originalValue: 10 ** 12,
      marketValue: 0,
      registrationDocument: 'companies/x/registration',
    });
    await store.unit(async ({ vehicles }) => {
      expect(await vehicles.find(company.id, vehicle.id)).to.deep.equal(vehicle);
      expect(await vehicles.withPlate(company.id, vehicle.licencePlate)).to.deep.equal(vehicle);
      expect(await vehicles.withExternalId(company.id, ' Clé/№ 7 🚗 ')).to.deep.equal(vehicle);
      expect(await vehicles.withExternalId(company.id, 'Clé/№ 7 🚗')).to.equal(undefined);
      expect(await vehicles.find(stranger.id, vehicle.id)).to.equal(undefined);
      expect(await vehicles.withPlate(stranger.id, vehicle.licencePlate)).to.equal(undefined);
    });
  },

  'names the vehicle with which a registration collides, preferably the one with the same plate': async (store) => {
    const company = await store.addCompany();
    const plated = await store.addVehicle(company.id);
    const named = await store.addVehicle(company.id, { externalId: 'theirs' });
    const add = (over: Parameters<typeof aVehicle>[0]) =>
      store.unitOfWork.run(({ vehicles }) => vehicles.add(aVehicle({ companyId: company.id, ...over })));
    const both = await add({ licencePlate: plated.licencePlate, externalId: 'theirs' });
    expect(both.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: plated.id });
    const external = await add({ externalId: 'theirs' });
    expect(external.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: named.id });
    const { id: companyId } = await store.addCompany();
    const elsewhere = await store.addVehicle(companyId, { licencePlate: plated.licencePlate });
    expect(elsewhere).to.include({ companyId });
  },

  'changes the external id of a vehicle unless another vehicle has it': async (store) => {
    const company = await store.addCompany();
    const one = await store.addVehicle(company.id, { externalId: 'one' });
    const two = await store.addVehicle(company.id, { externalId: 'two' });
    const change = (externalId: string | null) =>
      store.unitOfWork.run(async ({ vehicles }) => {
        await vehicles.find(company.id, one.id);
        return vehicles.save({ ...one, externalId }, SOON);
      });
    expect((await change('two')).unwrapErr()).to.deep.equal({ code: 'external_id_taken', vehicleId: two.id });
    expect((await change('one')).isOk()).to.equal(true);
    expect((await change(null)).isOk()).to.equal(true);
    expect(await store.addVehicle(company.id, { externalId: 'one' })).to.include({ externalId: 'one' });
  },

  'returns quotes as they were stored': async (store) => {
    const { quote } = await store.addQuote({
      policyholder: { name: "N'Guessan Aya 阿雅", phone: null },
      duration: 3,
      usage: 'renting',
    });
    expect(await store.unit(({ quotes }) => quotes.find(quote.companyId, quote.id))).to.deep.equal(quote);
  },

  // Proves: catalogue-is-versioned-data
  'puts every new version of the catalogue on offer': async (store) => {
    const load = (name: string) => store.unit(({ catalogues }) => catalogues.add(aCatalogue({ name }), 'operator'));
    await expectEventually(() => store.catalogue.current(), EMPTY_CATALOGUE);
    const [first, second] = [await load('first'), await load('second')];
    expect([first.version, second.version]).to.deep.equal([1, 2]);
    await expectEventually(() => store.catalogue.current(), second);
    expect(await store.catalogue.version(1)).to.deep.equal(first);
    expect(await store.catalogue.version(9)).to.equal(undefined);
    await store.unitOfWork.run(async ({ catalogues }) =>
      Err(await catalogues.add(aCatalogue({ name: 'third' }), 'operator')),
    );
    expect((await load('fourth')).version).to.equal(3);
  },

  'finds nothing under an id that is not exactly in the stored form, nor under another company': async (store) => {
    const { companyId, id } = (await store.addContract()).contract;
    for (const odd of [...oddIds(id), aQuote().id]) {
      await store.unit(async (tx) => {
        const found = await Promise.all([
          tx.companies.find(odd),
          tx.companies.named(odd),
          tx.apiKeys.find(odd),
          tx.vehicles.find(companyId, odd),
          tx.vehicles.find(odd, id),
          tx.vehicles.withPlate(companyId, odd),
          tx.vehicles.withExternalId(companyId, odd),
          tx.quotes.find(companyId, odd),
          tx.payments.find(companyId, odd),
          tx.payments.live(companyId, odd),
          tx.payments.withReference(odd),
          tx.refunds.find(companyId, odd),
          tx.notifications.find(odd),
          tx.pendingUploads.find(companyId, odd),
          tx.contracts.find(companyId, odd),
          tx.contracts.find(odd, id),
          tx.certificateRequests.find(companyId, odd),
        ]);
        expect(found.filter((each) => each !== undefined)).to.deep.equal([]);
      });
      expect(await store.unit(({ quotes }) => quotes.lock(companyId, odd))).to.equal(undefined);
      expect(await store.unit(({ companies }) => companies.lock(odd))).to.equal(undefined);
    }
  },

  'returns Ok without a value if there is nothing to do': async (store) => {
    expect((await store.unitOfWork.run(async () => Ok(undefined))).isOk()).to.equal(true);
    expect((await store.unitOfWork.run(async () => Err(freshId()))).isErr()).to.equal(true);
  },

  'gives a certificate number to one contract of all companies until it is released': async (store) => {
    const anOwner = async (): Promise<CertificateOwner> => {
      const { companyId, id: contractId } = (await store.addContract()).contract;
      return { companyId, contractId };
    };
    const [one, two] = [await anOwner(), await anOwner()];
    const number = freshText('CI-');
    const claim = (owner: CertificateOwner) =>
      store.unit(({ certificateNumbers }) => certificateNumbers.claim(number, owner));
    const release = (owner: CertificateOwner) =>
      store.unit(({ certificateNumbers }) => certificateNumbers.release(number, owner));
    const ownerNow = () => store.unit(({ certificateNumbers }) => certificateNumbers.owner(number));
    expect(await ownerNow()).to.equal(undefined);
    expect(await claim(one)).to.deep.equal(one);
    expect(await ownerNow()).to.deep.equal(one);
    expect(await claim(one)).to.deep.equal(one);
    expect(await claim(two)).to.deep.equal(one);
    for (const other of [two, { ...one, contractId: freshId() }]) await release(other);
    expect(await claim(two)).to.deep.equal(one);
    await release(one);
    expect(await ownerNow()).to.equal(undefined);
    expect(await claim(two)).to.deep.equal(two);
    await store.unitOfWork.run(async ({ certificateNumbers }) => {
      await certificateNumbers.release(number, two);
      return Err('nothing of this is kept');
    });
    expect(await claim(one)).to.deep.equal(two);
  },

  'gives a certificate number to one of two concurrent claims': async (store) => {
    const number = freshText('CI-');
    const { id: companyId } = await store.addCompany();
    const [claimed, mayEnd] = [gate(), gate()];
    const slow = store.unit(async ({ certificateNumbers }) => {
      const owner = await certificateNumbers.claim(number, { companyId, contractId: freshId() });
      claimed.open();
      await mayEnd.passed;
      return owner;
    });
    await claimed.passed;
    const another = { companyId, contractId: freshId() };
    const quick = store.unit(({ certificateNumbers }) => certificateNumbers.claim(number, another));
    await store.meanwhile();
    mayEnd.open();
    const [one, other] = await Promise.all([slow, quick]);
    expect(one).to.deep.equal(other);
  },

  'shows whether contracts of a vehicle cover some of the days; cancelled ones count up to their last day': async (
    store,
  ) => {
    const stored = await store.addQuote();
    const { companyId, vehicleId } = stored.quote;
    const days = { startDate: day('2026-02-01'), endDate: day('2027-01-31') };
    const { contract } = await store.addContract({ contract: days }, stored);
    const isCovered = (startDate: string, endDate: string, ofVehicle = vehicleId, ofCompany = companyId) =>
      store.unit(({ contracts }) =>
        contracts.coverSomeOf(ofCompany, ofVehicle, { startDate: day(startDate), endDate: day(endDate) }),
      );
    expect(await isCovered('2027-01-31', '2028-01-30')).to.equal(true);
    expect(await isCovered('2025-02-01', '2026-02-01')).to.equal(true);
    expect(await isCovered('2027-02-01', '2028-01-31')).to.equal(false);
    expect(await isCovered('2025-02-01', '2026-01-31')).to.equal(false);
    expect(await isCovered('2026-02-01', '2027-01-31', freshId())).to.equal(false);
    expect(await isCovered('2026-02-01', '2027-01-31', vehicleId, freshId())).to.equal(false);
    await store.changeContract(contract, { cancelled: aCancellation({ at: SOME_MORNING, reason: 'r' }) });
    expect(await isCovered('2026-02-01', '2027-01-31')).to.equal(false);

    const begun = { ...days, status: 'started', endDate: day('2026-06-30') } as const;
    const ended = await store.addContract({ contract: begun }, await store.addQuoteFor(stored));
    await store.changeContract(ended.contract, { cancelled: aCancellation({ lastDay: begun.endDate }) });
    expect(await isCovered('2026-06-30', '2027-01-31')).to.equal(true);
    expect(await isCovered('2026-07-01', '2027-01-31')).to.equal(false);
  },
});
