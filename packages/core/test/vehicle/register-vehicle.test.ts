import {
  FAULTS,
  changeExternalId,
  getVehicle,
  LARGEST_DOCUMENT,
  listVehicles,
  registerVehicle,
} from '@vehicle-insurance/core';
import { aVehicleInput, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { RegisterVehicleCommand } from '../../src/use-cases/vehicle/register-vehicle.ts';
import { scenario } from '../scenario.ts';

const pdf = (size = 20) => {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode('%PDF-1.7'));
  return { name: 'carte grise.pdf', bytes };
};

const setup = async () => {
  const { store, ...it } = await scenario();
  const dependencies = { ...it, ...store };
  const company = await storedCompany(store.unitOfWork);
  return {
    ...dependencies,
    company,
    register: (over: Partial<RegisterVehicleCommand> = {}) =>
      registerVehicle(dependencies)({ ...aVehicleInput(), companyId: company.id, ...over }),
    list: async (filter: { licencePlate?: string; externalId?: string }) =>
      (await listVehicles(dependencies)({ companyId: company.id, page: 1, limit: 20, ...filter })).unwrap(),
  };
};

describe('registerVehicle', () => {
  it('stores the normalised vehicle and finds it again', async () => {
    const { register, company, vehicleQueries } = await setup();
    const given = { licencePlate: ' ab 123-cd ', brand: '  Citroe\u0308n ', externalId: ' key ' };
    const vehicle = (await register(given)).unwrap();
    expect(vehicle).to.include({
      ...{ licencePlate: 'AB123-CD', brand: 'Citroën', externalId: ' key ' },
      ...{ seats: 5, originalValue: 14_000_000, registrationDocument: null },
    });
    const found = await getVehicle({ vehicleQueries })({ companyId: company.id, vehicleId: vehicle.id });
    expect(found.unwrap()).to.deep.equal(vehicle);
    const stranger = await getVehicle({ vehicleQueries })({ companyId: 'none', vehicleId: vehicle.id });
    expect(stranger.unwrapErr()).to.deep.equal({ code: 'vehicle_not_found' });
  });

  // Proves: first-registration-not-in-future
  it('accepts a first road date up to today', async () => {
    const { register } = await setup();
    expect((await register({ firstRoadDate: '2026-01-15' })).isOk()).to.equal(true);
    for (const firstRoadDate of ['2026-01-16', '2025-02-29', '15/01/2026', '0000-01-01'])
      expect((await register({ firstRoadDate })).unwrapErr().code, firstRoadDate).to.equal('invalid_request');
    expect((await register({ firstRoadDate: '2026-01-16' })).unwrapErr()).to.deep.equal({
      code: 'invalid_request',
      details: [{ field: 'firstRoadDate', message: FAULTS.notInFuture }],
    });
  });

  it('refuses a plate or external id that is taken, reports the vehicle that has it, and stores nothing', async () => {
    const { register, documents, dueWork } = await setup();
    const first = (await register({ licencePlate: 'AA-1', externalId: 'one' })).unwrap();
    const taken = { code: 'vehicle_already_exists', vehicleId: first.id };
    expect((await register({ licencePlate: 'a a-1', registrationDocument: pdf() })).unwrapErr()).to.deep.equal(taken);
    expect((await register({ externalId: 'one', registrationDocument: pdf() })).unwrapErr()).to.deep.equal(taken);
    expect(documents.keys()).to.deep.equal([]);
    expect(await dueWork.next('pending_uploads'), 'an upload that must be removed').to.equal(undefined);
  });

  // Proves: document-removed-without-vehicle, conflict-revealed-by-race
  it('creates one vehicle for many simultaneous registrations and removes the documents of the others', async () => {
    const { register, documents, list } = await setup();
    const command = { licencePlate: 'RACE-1', registrationDocument: pdf() };
    const results = await Promise.all(Array.from({ length: 5 }, () => register(command)));
    const winner = results.find((result) => result.isOk())?.unwrap();
    expect(results.filter((result) => result.isOk())).to.have.length(1);
    for (const result of results)
      if (result.isErr()) expect(result.error).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: winner?.id });
    expect(documents.keys()).to.deep.equal([winner?.registrationDocument]);
    expect((await list({ licencePlate: 'RACE-1' })).total).to.equal(1);
  });

  it('stores a document of 10 MB with the type of its bytes, not of its name', async () => {
    const { register, documents } = await setup();
    const upload = (registrationDocument: ReturnType<typeof pdf>) => register({ registrationDocument });
    const { registrationDocument: key } = (await upload({ ...pdf(LARGEST_DOCUMENT), name: 'photo.jpg' })).unwrap();
    expect(LARGEST_DOCUMENT).to.equal(10_485_760);
    expect((await documents.read(key ?? '')).unwrap().type).to.equal('application/pdf');
    expect((await upload(pdf(LARGEST_DOCUMENT + 1))).unwrapErr()).to.deep.equal({ code: 'payload_too_large' });
    for (const bytes of [new Uint8Array(), new TextEncoder().encode('GIF89a'), new TextEncoder().encode('PDF-1.7')])
      expect((await upload({ name: 'x.pdf', bytes })).unwrapErr()).to.deep.equal({ code: 'invalid_document' });
    const details = [{ field: 'registrationDocument', message: FAULTS.file }];
    const text = { name: 'x.pdf', bytes: '%PDF-1.7' } as unknown as ReturnType<typeof pdf>;
    expect((await upload(text)).unwrapErr()).to.deep.equal({ code: 'invalid_request', details });
  });

  it('creates nothing if the document cannot be stored, and can be retried', async () => {
    const { register, documents, list } = await setup();
    documents.break();
    const command = { licencePlate: 'AA-2', registrationDocument: pdf() };
    expect((await register(command)).unwrapErr()).to.deep.equal({ code: 'storage_unavailable' });
    expect((await list({ licencePlate: 'AA-2' })).total).to.equal(0);
    documents.repair();
    expect((await register(command)).isOk()).to.equal(true);
  });
});

describe('listVehicles', () => {
  it('compares plates after normalising them, and external ids exactly', async () => {
    const { register, list } = await setup();
    const vehicle = (await register({ licencePlate: 'AB-123-CD', externalId: 'Key' })).unwrap();
    const other = (await register({ licencePlate: 'ZZ-1' })).unwrap();
    expect((await list({})).data).to.have.deep.members([vehicle, other]);
    expect((await list({ licencePlate: 'ab -123 -cd' })).data).to.deep.equal([vehicle]);
    expect((await list({ externalId: 'Key' })).data).to.deep.equal([vehicle]);
    expect((await list({ externalId: 'key' })).data).to.deep.equal([]);
    expect(await list({ licencePlate: '!!' })).to.deep.equal({ data: [], page: 1, limit: 20, total: 0 });
  });
});

describe('changeExternalId', () => {
  // Proves: external-id, same-external-id-changes-nothing
  it('changes, clears or leaves an external id, and reports the vehicle that already has it', async () => {
    const { register, company, ...dependencies } = await setup();
    const one = (await register({ externalId: 'one' })).unwrap();
    const two = (await register({ externalId: 'two' })).unwrap();
    const change = (externalId: string | null, vehicleId = one.id) =>
      changeExternalId(dependencies)({ companyId: company.id, vehicleId, externalId });
    expect((await change('one')).unwrap()).to.deep.equal(one);
    expect((await change('two')).unwrapErr()).to.deep.equal({ code: 'external_id_taken', vehicleId: two.id });
    expect((await change(null)).unwrap().externalId).to.equal(null);
    expect((await change('one', two.id)).unwrap().externalId).to.equal('one');
    expect((await change('')).unwrapErr().code).to.equal('invalid_request');
    expect((await change('x', 'none')).unwrapErr()).to.deep.equal({ code: 'vehicle_not_found' });
  });
});
