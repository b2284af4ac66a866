import { expect } from 'chai';
import { apiWorld, daysAfter, type Answered, type Fields, type World } from './world.ts';

const UNKNOWN_ID = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';
const TEN_MB = 10 * 1024 * 1024;

const pdfOf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 0x20)]);

/** A row of an error table: how to provoke it, and what a caller sees beside code and message. */
interface Row {
  readonly status: number;
  readonly code: string;
  readonly when: string;
  readonly ask: (world: World) => Promise<Answered & { readonly extra?: Fields }>;
}

const form = (fields: Fields, file?: { readonly bytes: Buffer; readonly name: string }): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value));
  if (file) data.set('registrationDocument', new Blob([new Uint8Array(file.bytes)]), file.name);
  return data;
};

const withExtra = (answer: Answered, extra: Fields) => ({ ...answer, extra });

const pausedFor = async <Value>({ operator }: World, ask: () => Promise<Value>): Promise<Value> => {
  await operator.pausePayments(true);
  try {
    return await ask();
  } finally {
    await operator.pausePayments(false);
  }
};

const invalid = (when: string, ask: Row['ask']): Row => ({ status: 400, code: 'invalid_request', when, ask });

const ROWS: readonly Row[] = [
  // Proves: 400-invalid-request, invalid-request-names-fields
  invalid('a registration breaks a rule', (w) => w.post('/vehicle', w.vehicleInput({ noSeat: 101 }))),
  // Proves: first-registration-not-in-future
  invalid('firstRoadDate is in the future', async (w) =>
    w.post('/vehicle', w.vehicleInput({ firstRoadDate: daysAfter(await w.clock.today(), 1) })),
  ),
  invalid('a quote breaks a rule', async (w) => w.post('/quote/create', await w.quoteInput({ duration: 4 }))),
  invalid('startDate is before today', async (w) =>
    w.post('/quote/create', await w.quoteInput({ startDate: daysAfter(await w.clock.today(), -1) })),
  ),
  // Proves: malformed-is-400
  invalid('a date would leave year 9998', async (w) =>
    w.post('/quote/create', await w.quoteInput({ startDate: '9998-12-31' })),
  ),
  invalid('an update has no externalId', async (w) =>
    w.send('PATCH', `/vehicle/${(await w.register()).id}`, { body: {} }),
  ),
  invalid('an external id is too long', async (w) =>
    w.send('PATCH', `/vehicle/${(await w.register()).id}`, { body: { externalId: 'x'.repeat(256) } }),
  ),
  invalid('phoneNumber is no Ivorian mobile number', async (w) => w.pay((await w.quote()).id, '0212345678')),
  // Proves: malformed-is-400
  invalid('the JSON is malformed', (w) => w.send('POST', '/vehicle', { body: '{"type":' })),
  // Proves: malformed-is-400
  invalid('there is no body', (w) => w.send('POST', '/vehicle')),
  invalid('page is no page', (w) => w.get('/vehicle?page=0')),
  invalid('limit is out of bounds', (w) => w.get('/quote?limit=101')),
  // Proves: document-type-by-bytes
  invalid('two documents are attached', async (w) => {
    const data = form(w.vehicleInput(), { bytes: pdfOf(100), name: 'one.pdf' });
    data.append('registrationDocument', new Blob(['%PDF-1.7']), 'two.pdf');
    return w.post('/vehicle', data);
  }),
  // Proves: 401-alike-for-every-key
  { status: 401, code: 'unauthorized', when: 'there is no key', ask: (w) => w.get('/coverage', { key: null }) },
  // Proves: 401-alike-for-every-key
  {
    status: 401,
    code: 'unauthorized',
    when: 'the key does not exist',
    ask: (w) => w.get('/coverage', { key: 'vi_test_x' }),
  },
  // Proves: 404-where-nothing-is
  { status: 404, code: 'not_found', when: 'there is no such route', ask: (w) => w.get('/nothing') },
  // Proves: 404-vehicle-not-found
  { status: 404, code: 'vehicle_not_found', when: 'getting', ask: (w) => w.get(`/vehicle/${UNKNOWN_ID}`) },
  // Proves: 404-vehicle-not-found
  {
    status: 404,
    code: 'vehicle_not_found',
    when: 'updating',
    ask: (w) => w.send('PATCH', `/vehicle/${UNKNOWN_ID}`, { body: { externalId: null } }),
  },
  // Proves: 404-vehicle-not-found
  {
    status: 404,
    code: 'vehicle_not_found',
    when: 'quoting',
    ask: async (w) => w.post('/quote/create', await w.quoteInput({ vehicleId: UNKNOWN_ID })),
  },
  // Proves: 404-coverage-not-found
  {
    status: 404,
    code: 'coverage_not_found',
    when: 'no coverage has this id',
    ask: async (w) => w.post('/quote/create', await w.quoteInput({ coverageId: UNKNOWN_ID })),
  },
  // Proves: 404-quote-not-found
  { status: 404, code: 'quote_not_found', when: 'paying', ask: (w) => w.pay(UNKNOWN_ID) },
  // Proves: 404-quote-not-found
  { status: 404, code: 'quote_not_found', when: 'polling', ask: (w) => w.get(`/quote/${UNKNOWN_ID}/status`) },
  // Proves: 404-contract-not-found
  { status: 404, code: 'contract_not_found', when: 'getting', ask: (w) => w.get(`/contract/${UNKNOWN_ID}`) },
  // Proves: 405-with-methods
  { status: 405, code: 'method_not_allowed', when: 'deleting', ask: (w) => w.send('DELETE', '/vehicle') },
  // Proves: plates-normalised, 409-vehicle-already-exists
  {
    status: 409,
    code: 'vehicle_already_exists',
    when: 'the plate is taken',
    ask: async (w) => {
      const { id, licencePlate } = await w.register();
      return withExtra(await w.post('/vehicle', w.vehicleInput({ licencePlate: ` ${licencePlate.toLowerCase()}` })), {
        vehicleId: id,
      });
    },
  },
  // Proves: 409-vehicle-already-exists
  {
    status: 409,
    code: 'vehicle_already_exists',
    when: 'the external id is taken',
    ask: async (w) => {
      const { id } = await w.register({ externalId: 'taken' });
      return withExtra(await w.post('/vehicle', w.vehicleInput({ externalId: 'taken' })), { vehicleId: id });
    },
  },
  // Proves: change-external-id, 409-external-id-taken
  {
    status: 409,
    code: 'external_id_taken',
    when: 'another vehicle has it',
    ask: async (w) => {
      const [{ id: owner }, { id }] = [await w.register({ externalId: 'owned' }), await w.register()];
      const answer = await w.send('PATCH', `/vehicle/${id}`, { body: { externalId: 'owned' } });
      return withExtra(answer, { vehicleId: owner });
    },
  },
  // Proves: 409-payment-in-progress
  {
    status: 409,
    code: 'payment_in_progress',
    when: 'a payment is waiting',
    ask: async (w) => {
      const { id } = await w.quote();
      const { id: paymentId, paymentUrl } = await w.opened(id);
      return withExtra(await w.pay(id, '0700009999'), { paymentId, paymentUrl });
    },
  },
  // Proves: 409-quote-already-paid
  {
    status: 409,
    code: 'quote_already_paid',
    when: 'there is a contract',
    ask: async (w) => w.pay((await w.insured()).quoteId),
  },
  // Proves: 413-payload-too-large, document-up-to-10-mb
  {
    status: 413,
    code: 'payload_too_large',
    when: 'the document is a byte over 10 MB',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: pdfOf(TEN_MB + 1), name: 'big.pdf' })),
  },
  // Proves: 413-payload-too-large, json-up-to-1-mib
  {
    status: 413,
    code: 'payload_too_large',
    when: 'a JSON body is over 1 MiB',
    ask: (w) => w.post('/vehicle', w.vehicleInput({ brand: 'x'.repeat(1024 * 1024) })),
  },
  // Proves: 415-media-type
  {
    status: 415,
    code: 'unsupported_media_type',
    when: 'the body is text',
    ask: (w) => w.send('POST', '/vehicle', { body: 'a car', headers: { 'content-type': 'text/plain' } }),
  },
  // Proves: 415-media-type
  {
    status: 415,
    code: 'unsupported_media_type',
    when: 'a quote comes as a form',
    ask: (w) => w.post('/quote/create', form({ duration: 12 })),
  },
  // Proves: 422-invalid-document
  {
    status: 422,
    code: 'invalid_document',
    when: 'the document is a GIF called PDF',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: Buffer.from('GIF89a'), name: 'scan.pdf' })),
  },
  // Proves: 422-invalid-document, document-type-by-bytes
  {
    status: 422,
    code: 'invalid_document',
    when: 'the document is empty',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: Buffer.alloc(0), name: 'empty.pdf' })),
  },
  // Proves: 422-coverage-not-available
  {
    status: 422,
    code: 'coverage_not_available',
    when: 'it is for the other vehicle type',
    ask: async (w) => w.post('/quote/create', await w.quoteInput({ coverageId: await w.coverageFor('bike') })),
  },
  // Proves: 422-quote-incomplete, incomplete-quotes
  { status: 422, code: 'quote_incomplete', when: 'it has no phone', ask: (w) => w.pay(w.incompleteQuoteId) },
  // Proves: 502-storage-unavailable
  {
    status: 502,
    code: 'storage_unavailable',
    when: 'the store is out of order',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: pdfOf(100), name: 'storage-outage.pdf' })),
  },
  // Proves: 502-payment-provider-unavailable
  {
    status: 502,
    code: 'payment_provider_unavailable',
    when: 'the provider refuses',
    ask: async (w) => w.pay((await w.quote()).id, '0500000002'),
  },
  // Proves: 503-payment-unavailable, pausing-reaches-processes
  {
    status: 503,
    code: 'payment_unavailable',
    when: 'payments are paused',
    ask: async (w) => {
      const { id } = await w.quote();
      return pausedFor(w, () => w.pay(id));
    },
  },
];

/** Codes whose answer must say more than the body. */
const HEADERS: Readonly<Record<string, readonly [string, RegExp]>> = {
  method_not_allowed: ['allow', /^(?=.*\bGET\b)(?=.*\bPOST\b)/],
  payment_unavailable: ['retry-after', /^[1-9]\d*$/],
};

describe('the error tables', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  for (const { status, code, when, ask } of ROWS)
    it(`answer ${status} ${code} when ${when}`, async () => {
      const answer = await ask(world);
      const { message, details, ...shown } = answer.body;
      expect([answer.status, shown]).to.deep.equal([status, { code, ...answer.extra }]);
      expect(message).to.be.a('string').with.length.greaterThan(20);
      const [header, value] = HEADERS[code] ?? ['x-request-id', /./];
      expect(answer.headers.get(header)).to.match(value);
      if (code === 'invalid_request') expectDetails(details);
      else expect(details).to.equal(undefined);
    });

  // Proves: pay-until-start-date, error-body, 422-quote-start-date-passed
  it('answer 422 quote_start_date_passed when the start date has passed, and not on the day itself', async () => {
    const today = await world.clock.nextMorning();
    const { id } = await world.quote({ startDate: today });
    await world.clock.move({ now: `${today}T23:58:00Z` });
    expect((await world.pay(id, '0500000002')).body['code']).to.equal('payment_provider_unavailable');
    await world.clock.advance('PT2M');
    const { status, body } = await world.pay(id);
    expect([status, Object.keys(body)]).to.deep.equal([422, ['code', 'message']]);
    expect(body['code']).to.equal('quote_start_date_passed');
  });
});

const expectDetails = (details: unknown): void => {
  const list = details as readonly { readonly field: string; readonly message: string }[];
  expect(list).to.have.length.of.at.least(1);
  for (const each of list) {
    expect(Object.keys(each)).to.have.members(['field', 'message']);
    expect(each.field).to.be.a('string').and.not.equal('');
    expect(each.message).to.be.a('string').and.not.equal('');
  }
};
