import { Err, EMPTY_CATALOGUE, later, Ok, type CertificateOwner } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCompany, anApiKey } from '../builders/company.ts';
import { aCatalogue } from '../builders/coverage.ts';
import { at, day, SOME_MORNING } from '../builders/days.ts';
import { freshId, freshText } from '../builders/ids.ts';
import { aQuote } from '../builders/quote.ts';
import { inUnit, storedCompany, storedContract, storedQuote, storedVehicle } from '../builders/stored.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { portContract } from './port-contract.ts';
import { eventually, gate, oddIds } from './overlap.ts';
import type { StoreSubject } from './store.ts';

const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };

/** What each repository gives back, finds and refuses. */
export const repositoriesContract = portContract<StoreSubject>('Transaction', {
  'gives back equal companies, found by id and by name, each with a number of its own': async ({ unitOfWork }) => {
    const [one, two] = [
      await storedCompany(unitOfWork, { intermediaryCode: 'INT-7', office: 'ABJ-2' }),
      await storedCompany(unitOfWork),
    ];
    expect(one.number).to.not.equal(two.number);
    await inUnit(unitOfWork, async ({ companies }) => {
      expect(await companies.find(one.id)).to.deep.equal(one);
      expect(await companies.named(two.name)).to.deep.equal(two);
      expect(await companies.named('nobody')).to.equal(undefined);
      expect(await companies.list()).to.deep.include.members([one, two]);
    });
  },

  'gives no two companies one name': async ({ unitOfWork }) => {
    const { name } = await storedCompany(unitOfWork);
    const failed = await inUnit(unitOfWork, ({ companies }) => companies.add(aCompany({ name }))).then(
      () => 'succeeded',
      () => 'failed',
    );
    expect(failed).to.equal('failed');
  },

  'gives back equal API keys, found by id and by prefix': async ({ unitOfWork }) => {
    const company = await storedCompany(unitOfWork);
    const plain = anApiKey({ companyId: company.id });
    const rich = anApiKey({ companyId: company.id, label: 'caisse n° 2', expires: at('2026-12-31T23:59:59.999Z') });
    await inUnit(unitOfWork, async ({ apiKeys }) => {
      await apiKeys.add(plain);
      await apiKeys.add(rich);
    });
    await inUnit(unitOfWork, async ({ apiKeys }) => {
      expect(await apiKeys.find(plain.id)).to.deep.equal(plain);
      expect(await apiKeys.find(rich.prefix)).to.deep.equal(rich);
      expect(await apiKeys.find('vi_test_none')).to.equal(undefined);
      expect(await apiKeys.ofCompany(company.id)).to.have.deep.members([plain, rich]);
      await apiKeys.save({ ...plain, revoked: SOME_MORNING });
    });
    const revoked = await inUnit(unitOfWork, ({ apiKeys }) => apiKeys.find(plain.id));
    expect(revoked).to.deep.equal({ ...plain, revoked: SOME_MORNING });
  },

  'gives back equal vehicles, found by id, plate and external id, in the company only': async ({ unitOfWork }) => {
    const [company, stranger] = [await storedCompany(unitOfWork), await storedCompany(unitOfWork)];
    const vehicle = await storedVehicle(unitOfWork, company.id, {
      externalId: ' Clé/№ 7 🚗 ',
      brand: 'Citroën',
      originalValue: 10 ** 12,
      marketValue: 0,
      registrationDocument: 'companies/x/registration',
    });
    await inUnit(unitOfWork, async ({ vehicles }) => {
      expect(await vehicles.find(company.id, vehicle.id)).to.deep.equal(vehicle);
      expect(await vehicles.withPlate(company.id, vehicle.licencePlate)).to.deep.equal(vehicle);
      expect(await vehicles.withExternalId(company.id, ' Clé/№ 7 🚗 ')).to.deep.equal(vehicle);
      expect(await vehicles.withExternalId(company.id, 'Clé/№ 7 🚗')).to.equal(undefined);
      expect(await vehicles.find(stranger.id, vehicle.id)).to.equal(undefined);
      expect(await vehicles.withPlate(stranger.id, vehicle.licencePlate)).to.equal(undefined);
    });
  },

  'names the vehicle a registration collides with, the one with the plate first': async ({ unitOfWork }) => {
    const company = await storedCompany(unitOfWork);
    const plated = await storedVehicle(unitOfWork, company.id);
    const named = await storedVehicle(unitOfWork, company.id, { externalId: 'theirs' });
    const add = (over: Parameters<typeof aVehicle>[0]) =>
      unitOfWork.run(({ vehicles }) => vehicles.add(aVehicle({ companyId: company.id, ...over })));
    const both = await add({ licencePlate: plated.licencePlate, externalId: 'theirs' });
    expect(both.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: plated.id });
    const external = await add({ externalId: 'theirs' });
    expect(external.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: named.id });
    const elsewhere = await storedCompany(unitOfWork);
    expect(await storedVehicle(unitOfWork, elsewhere.id, { licencePlate: plated.licencePlate })).to.include({
      companyId: elsewhere.id,
    });
  },

  'lets a vehicle change its external id, unless another has it': async ({ unitOfWork }) => {
    const company = await storedCompany(unitOfWork);
    const one = await storedVehicle(unitOfWork, company.id, { externalId: 'one' });
    const two = await storedVehicle(unitOfWork, company.id, { externalId: 'two' });
    const change = (externalId: string | null) =>
      unitOfWork.run(async ({ vehicles }) => {
        await vehicles.find(company.id, one.id);
        return vehicles.save({ ...one, externalId });
      });
    expect((await change('two')).unwrapErr()).to.deep.equal({ code: 'external_id_taken', vehicleId: two.id });
    expect((await change('one')).isOk()).to.equal(true);
    expect((await change(null)).isOk()).to.equal(true);
    expect(await storedVehicle(unitOfWork, company.id, { externalId: 'one' })).to.include({ externalId: 'one' });
  },

  'gives back equal quotes': async ({ unitOfWork }) => {
    const { quote } = await storedQuote(unitOfWork, {
      policyholder: { name: "N'Guessan Aya 阿雅", phone: null },
      duration: 3,
      usage: 'renting',
    });
    expect(await inUnit(unitOfWork, ({ quotes }) => quotes.find(quote.companyId, quote.id))).to.deep.equal(quote);
  },

  'puts every new version of the catalogue on offer': async ({ unitOfWork, catalogue }) => {
    const load = (name: string) =>
      inUnit(unitOfWork, ({ catalogues }) => catalogues.add(aCatalogue({ name }), 'operator'));
    await eventually(async () => void expect(await catalogue.current()).to.deep.equal(EMPTY_CATALOGUE));
    const [first, second] = [await load('first'), await load('second')];
    expect([first.version, second.version]).to.deep.equal([1, 2]);
    await eventually(async () => void expect(await catalogue.current()).to.deep.equal(second));
    await unitOfWork.run(async ({ catalogues }) =>
      Err(await catalogues.add(aCatalogue({ name: 'third' }), 'operator')),
    );
    expect((await load('fourth')).version).to.equal(3);
  },

  'finds nothing under an id of any other shape, nor under another company': async ({ unitOfWork }) => {
    const { companyId, id } = (await storedContract(unitOfWork, await storedQuote(unitOfWork))).contract;
    for (const odd of [...oddIds(id), aQuote().id]) {
      await inUnit(unitOfWork, async (tx) => {
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
          tx.notices.find(odd),
          tx.looseDocuments.find(companyId, odd),
          tx.contracts.find(companyId, odd),
          tx.contracts.find(odd, id),
          tx.certificateRequests.find(companyId, odd),
        ]);
        expect(found.filter((each) => each !== undefined)).to.deep.equal([]);
      });
      expect(await inUnit(unitOfWork, ({ quotes }) => quotes.lock(companyId, odd))).to.equal(undefined);
    }
  },

  'knows the caller by a key that is neither revoked nor expired, of a company that is enabled': async ({
    unitOfWork,
    callers,
  }) => {
    const [company, disabled] = [await storedCompany(unitOfWork), await storedCompany(unitOfWork, { enabled: false })];
    const good = anApiKey({ companyId: company.id, expires: later(SOME_MORNING, { milliseconds: 1 }) });
    const others = [
      anApiKey({ companyId: company.id, revoked: SOME_MORNING }),
      anApiKey({ companyId: company.id, expires: SOME_MORNING }),
      anApiKey({ companyId: company.id, environment: 'live' }),
      anApiKey({ companyId: disabled.id }),
    ];
    await inUnit(unitOfWork, async ({ apiKeys }) => {
      for (const key of [good, ...others]) await apiKeys.add(key);
    });
    expect(await callers.find(good.hash, 'test', SOME_MORNING)).to.deep.equal({
      companyId: company.id,
      keyId: good.id,
    });
    for (const { hash } of others) expect(await callers.find(hash, 'test', SOME_MORNING)).to.equal(undefined);
    const expired = later(SOME_MORNING, { milliseconds: 1 });
    await eventually(async () => void expect(await callers.find(good.hash, 'test', expired)).to.equal(undefined));
    expect(await callers.find(freshText('0'), 'test', SOME_MORNING)).to.equal(undefined);
    await inUnit(unitOfWork, async ({ apiKeys }) => {
      await apiKeys.find(good.id);
      await apiKeys.save({ ...good, revoked: SOME_MORNING });
    });
    await eventually(async () => void expect(await callers.find(good.hash, 'test', SOME_MORNING)).to.equal(undefined));
  },

  'answers Ok with nothing when there was nothing to do': async ({ unitOfWork }) => {
    expect((await unitOfWork.run(async () => Ok(undefined))).isOk()).to.equal(true);
    expect((await unitOfWork.run(async () => Err(freshId()))).isErr()).to.equal(true);
  },

  'give a certificate number to one contract of all companies, until it is given back': async ({ unitOfWork }) => {
    const [one, two] = [
      await storedContract(unitOfWork, await storedQuote(unitOfWork)),
      await storedContract(unitOfWork, await storedQuote(unitOfWork)),
    ].map(({ contract: { companyId, id: contractId } }) => ({ companyId, contractId })) as [
      CertificateOwner,
      CertificateOwner,
    ];
    const number = freshText('CI-');
    const claim = (owner: CertificateOwner) =>
      inUnit(unitOfWork, ({ certificateNumbers }) => certificateNumbers.claim(number, owner));
    const release = (owner: CertificateOwner) =>
      inUnit(unitOfWork, ({ certificateNumbers }) => certificateNumbers.release(number, owner));
    const ownerNow = () => inUnit(unitOfWork, ({ certificateNumbers }) => certificateNumbers.owner(number));
    expect(await ownerNow()).to.equal(undefined);
    expect(await claim(one)).to.deep.equal(one);
    expect(await ownerNow()).to.deep.equal(one);
    expect(await claim(one)).to.deep.equal(one);
    expect(await claim(two)).to.deep.equal(one);
    await release(two);
    expect(await claim(two)).to.deep.equal(one);
    await release(one);
    expect(await ownerNow()).to.equal(undefined);
    expect(await claim(two)).to.deep.equal(two);
    await unitOfWork.run(async ({ certificateNumbers }) => {
      await certificateNumbers.release(number, two);
      return Err('nothing of this is kept');
    });
    expect(await claim(one)).to.deep.equal(two);
  },

  'give a certificate number that two claim at once to one of them': async ({ unitOfWork }) => {
    const number = freshText('CI-');
    const { company } = await storedQuote(unitOfWork);
    const [first, second] = [freshId(), freshId()].map((contractId) => ({ companyId: company.id, contractId })) as [
      CertificateOwner,
      CertificateOwner,
    ];
    const [claimed, mayEnd] = [gate(), gate()];
    const slow = inUnit(unitOfWork, async ({ certificateNumbers }) => {
      const owner = await certificateNumbers.claim(number, first);
      claimed.open();
      await mayEnd.passed;
      return owner;
    });
    await claimed.passed;
    const quick = inUnit(unitOfWork, ({ certificateNumbers }) => certificateNumbers.claim(number, second));
    mayEnd.open();
    const [one, other] = await Promise.all([slow, quick]);
    expect(one).to.deep.equal(other);
  },

  'tell whether contracts of a vehicle cover some of the days, and are not cancelled': async ({ unitOfWork }) => {
    const stored = await storedQuote(unitOfWork);
    const { companyId, vehicleId } = stored.quote;
    const days = { startDate: day('2026-02-01'), endDate: day('2027-01-31') };
    const { contract } = await storedContract(unitOfWork, stored, { contract: days });
    const covered = (startDate: string, endDate: string, ofVehicle = vehicleId, ofCompany = companyId) =>
      inUnit(unitOfWork, ({ contracts }) =>
        contracts.coverSomeOf(ofCompany, ofVehicle, { startDate: day(startDate), endDate: day(endDate) }),
      );
    expect(await covered('2027-01-31', '2028-01-30')).to.equal(true);
    expect(await covered('2025-02-01', '2026-02-01')).to.equal(true);
    expect(await covered('2027-02-01', '2028-01-31')).to.equal(false);
    expect(await covered('2025-02-01', '2026-01-31')).to.equal(false);
    expect(await covered('2026-02-01', '2027-01-31', freshId())).to.equal(false);
    expect(await covered('2026-02-01', '2027-01-31', vehicleId, freshId())).to.equal(false);
    await inUnit(unitOfWork, async ({ contracts }) => {
      const found = await contracts.find(companyId, contract.id);
      if (found) await contracts.save({ ...found, cancelled: { at: SOME_MORNING, reason: 'r' } }, NOTE);
    });
    expect(await covered('2026-02-01', '2027-01-31')).to.equal(false);
  },
});
