import { anotherQuote, aVehicleInput, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { formOf, openWorld, type World } from '../memory-caller.ts';
import type { Answered, Told } from '../serving.ts';

const UNKNOWN_ID = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';

const PDF = Buffer.from('%PDF-1.7\n');

/** The answer, and what the body must have beside code and message. */
type Asked = Promise<Answered | readonly [Answered, object]>;

const quoting = async (w: World, over: object) =>
  w.post('/quote/create', w.quoteInput({ vehicleId: (await w.register()).id, ...over }));

/** The error tables of docs/api.md by what causes them; those of paying are in the order of checks. */
const ROWS: Readonly<Record<string, (world: World) => Asked>> = {
  // Proves: 400-invalid-request, invalid-request-names-fields
  '400 invalid_request when a registration breaks a rule': (w) => w.post('/vehicle', aVehicleInput({ noSeat: 101 })),
  // Proves: malformed-is-400
  '400 invalid_request when a date would leave the year 9998': (w) => quoting(w, { startDate: '9998-12-31' }),
  // Proves: malformed-is-400
  '400 invalid_request when the JSON is malformed': (w) => w.send('POST', '/vehicle', { body: '{"type":' }),
  // Proves: malformed-is-400
  '400 invalid_request when there is no body': (w) => w.send('POST', '/vehicle'),
  // Proves: document-type-by-bytes
  '400 invalid_request when two documents are attached': (w) => {
    const form = formOf(aVehicleInput(), PDF);
    form.append('registrationDocument', new Blob(['%PDF-1.7']), 'two.pdf');
    return w.post('/vehicle', form);
  },
  // Proves: 401-alike-for-every-key
  '401 unauthorized when there is no key': (w) => w.get('/coverage', { key: null }),
  // Proves: 401-alike-for-every-key, messages-repeat-no-secret
  '401 unauthorized when the key does not exist': (w) => w.get('/coverage', { key: 'vi_test_x' }),
  // Proves: 404-vehicle-not-found
  '404 vehicle_not_found when a vehicle is read': (w) => w.get(`/vehicle/${UNKNOWN_ID}`),
  // Proves: 404-vehicle-not-found
  '404 vehicle_not_found when a vehicle is changed': (w) =>
    w.send('PATCH', `/vehicle/${UNKNOWN_ID}`, { body: { externalId: null } }),
  // Proves: 404-vehicle-not-found
  '404 vehicle_not_found when a vehicle is quoted': (w) => quoting(w, { vehicleId: UNKNOWN_ID }),
  // Proves: 404-coverage-not-found
  '404 coverage_not_found when no coverage has this id': (w) => quoting(w, { coverageId: UNKNOWN_ID }),
  // Proves: 404-quote-not-found
  '404 quote_not_found when a quote is paid': (w) => w.pay(UNKNOWN_ID),
  // Proves: 404-quote-not-found
  '404 quote_not_found when a quote is polled': (w) => w.get(`/quote/${UNKNOWN_ID}/status`),
  // Proves: 404-contract-not-found
  '404 contract_not_found when a contract is read': (w) => w.get(`/contract/${UNKNOWN_ID}`),
  // Proves: plates-normalised, 409-vehicle-already-exists
  '409 vehicle_already_exists when the plate is taken': async (w) => {
    const { id: vehicleId, licencePlate } = await w.register();
    return [await w.post('/vehicle', aVehicleInput({ licencePlate: ` ${licencePlate.toLowerCase()}` })), { vehicleId }];
  },
  // Proves: 409-vehicle-already-exists
  '409 vehicle_already_exists when the external id is taken': async (w) => {
    const { id: vehicleId } = await w.register({ externalId: 'taken' });
    return [await w.post('/vehicle', aVehicleInput({ externalId: 'taken' })), { vehicleId }];
  },
  // Proves: change-external-id, 409-external-id-taken
  '409 external_id_taken when another vehicle has it': async (w) => {
    const [{ id: vehicleId }, { id }] = [await w.register({ externalId: 'owned' }), await w.register()];
    return [await w.send('PATCH', `/vehicle/${id}`, { body: { externalId: 'owned' } }), { vehicleId }];
  },
  // Proves: 413-payload-too-large, json-up-to-1-mib
  '413 payload_too_large when a JSON body is over 1 MiB': (w) =>
    w.post('/vehicle', aVehicleInput({ brand: 'x'.repeat(1024 * 1024) })),
  // Proves: 422-invalid-document, document-type-by-bytes
  '422 invalid_document when the document is empty': (w) =>
    w.post('/vehicle', formOf(aVehicleInput(), Buffer.alloc(0))),
  // Proves: 422-coverage-not-available
  '422 coverage_not_available when it is for the other vehicle type': async (w) =>
    quoting(w, { vehicleId: (await w.register({ type: 'bike' })).id }),
  // Proves: 502-storage-unavailable, register-unstorable-creates-nothing
  '502 storage_unavailable when the store is out of order': async (w) => {
    const total = async () => (await w.get('/vehicle')).body.total;
    const before = await total();
    w.documents.break();
    const answer = await w.post('/vehicle', formOf(aVehicleInput(), PDF));
    w.documents.repair();
    expect(await total()).to.equal(before);
    return answer;
  },
  // Proves: 502-payment-provider-unavailable
  '502 payment_provider_unavailable when the provider refuses': async (w) => {
    const { unitOfWork, company, mobileMoney } = w;
    mobileMoney.scriptNextOpening('refused');
    const { quote } = await anotherQuote(unitOfWork, company, await storedVehicle(unitOfWork, company.id));
    return w.pay(quote.id);
  },
};

describe('the error tables', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  for (const [row, ask] of Object.entries(ROWS))
    it(`answer ${row}`, async () => {
      const asked = await ask(world);
      const [answer, extra] = 'status' in asked ? [asked, {}] : asked;
      const { message, details, ...shown }: Partial<Told> = answer.body;
      expect(row.startsWith(`${answer.status} ${shown.code} `), `${answer.status} ${shown.code}`).to.equal(true);
      expect(shown).to.deep.equal({ code: shown.code, ...extra });
      expect(message).to.be.a('string').with.length.greaterThan(20).and.not.contain('vi_test_');
      expect(details === undefined).to.equal(answer.status !== 400);
      for (const detail of details ?? []) {
        expect(Object.keys(detail)).to.have.members(['field', 'message']);
        for (const text of Object.values(detail)) expect(text).to.be.a('string').and.not.equal('');
      }
    });
});
