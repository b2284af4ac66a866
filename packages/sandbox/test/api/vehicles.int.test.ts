import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listVehicles, pendingUpload, Ok } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, daysAfter, type Answered, type Fields, type Page, type VehicleBody, type World } from './world.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TEN_MB = 10 * 1024 * 1024;

const PDF = Buffer.from('%PDF-1.7\n');
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe('vehicles', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  const registerWith = (fields: Fields, bytes: Buffer, name: string): Promise<Answered<VehicleBody>> => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
    form.set('registrationDocument', new Blob([new Uint8Array(bytes)], { type: 'text/plain' }), name);
    return world.post('/vehicle', form);
  };
  const filesIn = (folder: string): readonly string[] =>
    readdirSync(join(world.sandbox.dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  const stored = () => filesIn('documents');
  const total = async () => (await world.get<Page<Fields>>('/vehicle')).body.total;

  // Proves: formats-of-amounts-and-dates, vehicle-fields, timestamps-in-utc, ids-are-uuid-7, unknown-fields-ignored
  it('come back with every field of the document and no other', async () => {
    const given = world.vehicleInput({
      licencePlate: ' ab 123-cd ',
      externalId: ' Own key ',
      colour: 'red',
      id: 'mine',
    });
    const { status, body } = await world.post<VehicleBody>('/vehicle', given);
    expect(status).to.equal(201);
    const { colour: _, id: __, ...kept } = given;
    const { id, created, ...shown } = body;
    expect(shown).to.deep.equal({ ...kept, licencePlate: 'AB123-CD', hasRegistrationDocument: false });
    expect(id).to.match(UUID_7);
    expect(created).to.match(TIMESTAMP);
    expect((await world.get(`/vehicle/${id}`)).body).to.deep.equal(body);
  });

  // Proves: external-id, unknown-fields-ignored
  it('have no external id when none, null or an empty form field was given', async () => {
    for (const externalId of [undefined, null])
      expect((await world.register({ externalId }))['externalId']).to.equal(null);
    const { status, body } = await registerWith(world.vehicleInput({ externalId: '' }), PDF, 'scan.pdf');
    expect([status, body['externalId']]).to.deep.equal([201, null]);
  });

  // Proves: vehicle-bounds, real-dates-only
  it('are registered with every value at its bound', async () => {
    const today = await world.clock.today();
    for (const over of [
      {
        licencePlate: 'ZZ',
        brand: 'b',
        model: 'm',
        year: 1900,
        noSeat: 1,
        power: 1,
        carMarketValue: 0,
        carOriginalValue: 0,
      },
      { licencePlate: 'Z'.repeat(20), brand: 'é'.repeat(100), model: '車'.repeat(100), year: 2100, noSeat: 100 },
      { power: 10 ** 12, carMarketValue: 10 ** 12, carOriginalValue: 10 ** 12, externalId: 'x'.repeat(255) },
      { firstRoadDate: today, type: 'bike', energy: 'electric', year: 1950 },
    ])
      expect(await world.register(over)).to.include(over);
  });

  // Proves: vehicle-bounds, json-strict
  it('are refused with every field that is past its bound, named', async () => {
    const tomorrow = daysAfter(await world.clock.today(), 1);
    for (const [field, values] of Object.entries({
      type: ['car', 'AUTO', null],
      licencePlate: ['A', 'Z'.repeat(21), 'AB_1', 'ÀB12', ''],
      externalId: ['', 'x'.repeat(256), 'a\u0000b', 7],
      brand: ['', '   ', 'b'.repeat(101), 'a\nb'],
      model: ['', 'm'.repeat(101), null],
      year: [1899, 2101, '2020', 2020.5],
      firstRoadDate: [tomorrow, '2021-02-29', '2021-3-1', '2021-03-15T00:00:00Z'],
      carOriginalValue: [-1, 10 ** 12 + 1, 1.5],
      carMarketValue: [-1, 10 ** 12 + 1, '1'],
      energy: ['petrol', 'Diesel'],
      power: [0, 10 ** 12 + 1],
      noSeat: [0, 101, 5.5],
    }))
      for (const value of values) {
        const { status, body } = await world.post('/vehicle', world.vehicleInput({ [field]: value }));
        const details = body['details'] as readonly { readonly field: string }[] | undefined;
        expect([status, details?.map((each) => each.field)], `${field} ${String(value)}`).to.deep.equal([400, [field]]);
      }
    for (const field of Object.keys(world.vehicleInput())) {
      const { [field]: _, ...rest } = world.vehicleInput();
      expect((await world.post('/vehicle', rest)).status, field).to.equal(400);
    }
  });

  // Proves: all-broken-fields-at-once
  it('are refused once for everything that is wrong with them: types, values, what is missing and the form', async () => {
    const { licencePlate: _, ...rest } = world.vehicleInput({ type: 'car', brand: 7, year: '2020', energy: null });
    const { status, body } = await world.post('/vehicle', { ...rest, noSeat: 0, registrationDocument: 'JVBERi0=' });
    const named = ({ details }: Fields) => (details as readonly { readonly field: string }[]).map(({ field }) => field);
    expect([status, named(body)]).to.deep.equal([
      400,
      ['type', 'licencePlate', 'brand', 'year', 'energy', 'noSeat', 'registrationDocument'],
    ]);
    const form = new FormData();
    for (const [field, value] of Object.entries(world.vehicleInput({ year: 'x' }))) form.append(field, String(value));
    form.append('model', 'again');
    form.append('registrationDocument', new Blob(['%PDF-']), 'a.pdf');
    form.append('registrationDocument', new Blob(['%PDF-']), 'b.pdf');
    expect(named((await world.post('/vehicle', form)).body)).to.deep.equal(['model', 'year', 'registrationDocument']);
  });

  // Proves: conflict-revealed-by-race, document-removed-without-vehicle
  it('are made once when two register one plate at once, and the loser leaves no file', async () => {
    const [before, files] = [await total(), stored().length];
    const fields = world.vehicleInput();
    const answers = await Promise.all([PDF, PDF, PDF].map((bytes) => registerWith(fields, bytes, 'scan.pdf')));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    const winner = answers.find(({ status }) => status === 201);
    for (const { status, body } of answers) if (status === 409) expect(body['vehicleId']).to.equal(winner?.body.id);
    expect([await total(), stored().length]).to.deep.equal([before + 1, files + 1]);
  });

  // Proves: document-presence-told, register-as-json-or-form, document-type-by-bytes
  it('keep the document that came with them, known by its content alone', async () => {
    for (const [bytes, name] of [
      [PDF, 'photo.jpg'],
      [JPEG, 'scan'],
      [PNG, 'malware.exe'],
    ] as const) {
      const files = stored().length;
      const { status, body } = await registerWith(world.vehicleInput(), bytes, name);
      expect([status, body['hasRegistrationDocument']], name).to.deep.equal([201, true]);
      expect(stored().length).to.equal(files + 1);
    }
  });

  // Proves: document-up-to-10-mb
  it('take a document of exactly 10 MB, and leave no temporary file behind', async () => {
    const { status } = await registerWith(world.vehicleInput(), Buffer.concat([PDF, Buffer.alloc(TEN_MB - 9)]), 'big');
    expect(status).to.equal(201);
    expect(stored().filter((name) => name.includes('.incoming'))).to.deep.equal([]);
  });

  // Proves: register-unstorable-creates-nothing
  it('are not made when the document cannot be stored, and the same request can be repeated', async () => {
    const [before, files, fields] = [await total(), stored().length, world.vehicleInput()];
    expect((await registerWith(fields, PDF, 'storage-outage.pdf')).status).to.equal(502);
    expect([await total(), stored().length]).to.deep.equal([before, files]);
    expect((await registerWith(fields, PDF, 'scan.pdf')).status).to.equal(201);
  });

  // Proves: pending-uploads-removed
  it('that were never made lose their stored document after an hour', async () => {
    const { ports } = await world.operator.context();
    const vehicle = await world.register();
    const { data } = (
      await listVehicles(ports)({ companyId: await companyOf(vehicle.id), page: 1, limit: 1 })
    ).unwrap();
    const { companyId, id } = { companyId: data[0]?.companyId ?? '', id: ports.ids.next() };
    const key = `companies/${companyId}/vehicles/${id}/registration`;
    await ports.unitOfWork.run(async ({ pendingUploads }) =>
      Ok(await pendingUploads.add(pendingUpload(companyId, id, key, ports.clock.now()))),
    );
    await ports.documents.put({ key, type: 'application/pdf', bytes: PDF });
    const isThere = () => stored().some((name) => name.includes(id));
    await world.clock.advance('PT59M');
    expect(isThere()).to.equal(true);
    const others = stored().length - 1;
    await world.clock.advance('PT2M');
    expect([isThere(), stored().length]).to.deep.equal([false, others]);
  });

  // Proves: external-id, only-external-id-changes, change-external-id, external-ids-to-the-letter
  it('change nothing but their external id', async () => {
    const vehicle = await world.register({ externalId: 'before' });
    const change = (body: Fields) => world.send<Fields>('PATCH', `/vehicle/${vehicle.id}`, { body });
    expect((await change({ externalId: 'before' })).body).to.deep.equal(vehicle);
    const changed = await change({ externalId: ' after ', brand: 'Other' });
    expect([changed.status, changed.body]).to.deep.equal([200, { ...vehicle, externalId: ' after ' }]);
    expect((await change({ externalId: null })).body).to.deep.equal({ ...vehicle, externalId: null });
    expect((await world.register({ externalId: ' after ' }))['externalId']).to.equal(' after ');
    for (const body of [{}, { externalId: '' }, { externalId: 7 }, { externalId: 'x'.repeat(256) }])
      expect((await change(body)).status, JSON.stringify(body)).to.equal(400);
    expect((await world.get(`/vehicle/${vehicle.id}`)).body).to.deep.equal({ ...vehicle, externalId: null });
  });

  const companyOf = async (vehicleId: string): Promise<string> => {
    const { ports } = await world.operator.context();
    const company = (await ports.unitOfWork.run(async ({ companies }) => Ok(await companies.list()))).unwrap();
    for (const { id } of company) if ((await ports.vehicleQueries.find(id, vehicleId)) !== undefined) return id;
    throw new Error('no company has this vehicle');
  };
});
