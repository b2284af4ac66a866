import { expect } from 'chai';
import { apiWorld, daysAfter, type Answered, type Fields, type World } from './world.ts';

const NOBODY = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';
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
  invalid('a registration breaks a rule', (w) => w.post('/vehicle', w.vehicleInput({ noSeat: 101 }))),
  invalid('firstRoadDate is in the future', async (w) =>
    w.post('/vehicle', w.vehicleInput({ firstRoadDate: daysAfter(await w.clock.today(), 1) })),
  ),
  invalid('a quote breaks a rule', async (w) => w.post('/quote/create', await w.quoteInput({ duration: 4 }))),
  invalid('startDate is before today', async (w) =>
    w.post('/quote/create', await w.quoteInput({ startDate: daysAfter(await w.clock.today(), -1) })),
  ),
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
  invalid('the JSON is malformed', (w) => w.send('POST', '/vehicle', { body: '{"type":' })),
  invalid('there is no body', (w) => w.send('POST', '/vehicle')),
  invalid('page is no page', (w) => w.get('/vehicle?page=0')),
  invalid('limit is out of bounds', (w) => w.get('/quote?limit=101')),
  invalid('two documents are attached', async (w) => {
    const data = form(w.vehicleInput(), { bytes: pdfOf(100), name: 'one.pdf' });
    data.append('registrationDocument', new Blob(['%PDF-1.7']), 'two.pdf');
    return w.post('/vehicle', data);
  }),
  { status: 401, code: 'unauthorized', when: 'there is no key', ask: (w) => w.get('/coverage', { key: null }) },
  {
    status: 401,
    code: 'unauthorized',
    when: 'nobody has the key',
    ask: (w) => w.get('/coverage', { key: 'vi_test_x' }),
  },
  { status: 404, code: 'not_found', when: 'there is no such route', ask: (w) => w.get('/nothing') },
  { status: 404, code: 'vehicle_not_found', when: 'getting', ask: (w) => w.get(`/vehicle/${NOBODY}`) },
  {
    status: 404,
    code: 'vehicle_not_found',
    when: 'updating',
    ask: (w) => w.send('PATCH', `/vehicle/${NOBODY}`, { body: { externalId: null } }),
  },
  {
    status: 404,
    code: 'vehicle_not_found',
    when: 'quoting',
    ask: async (w) => w.post('/quote/create', await w.quoteInput({ vehicleId: NOBODY })),
  },
  {
    status: 404,
    code: 'coverage_not_found',
    when: 'no coverage has this id',
    ask: async (w) => w.post('/quote/create', await w.quoteInput({ coverageId: NOBODY })),
  },
  { status: 404, code: 'quote_not_found', when: 'paying', ask: (w) => w.pay(NOBODY) },
  { status: 404, code: 'quote_not_found', when: 'polling', ask: (w) => w.get(`/quote/${NOBODY}/status`) },
  { status: 404, code: 'contract_not_found', when: 'getting', ask: (w) => w.get(`/contract/${NOBODY}`) },
  { status: 405, code: 'method_not_allowed', when: 'deleting', ask: (w) => w.send('DELETE', '/vehicle') },
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
  {
    status: 409,
    code: 'vehicle_already_exists',
    when: 'the external id is taken',
    ask: async (w) => {
      const { id } = await w.register({ externalId: 'taken' });
      return withExtra(await w.post('/vehicle', w.vehicleInput({ externalId: 'taken' })), { vehicleId: id });
    },
  },
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
  {
    status: 409,
    code: 'quote_already_paid',
    when: 'there is a contract',
    ask: async (w) => w.pay((await w.insured()).quoteId),
  },
  {
    status: 413,
    code: 'payload_too_large',
    when: 'the document is a byte over 10 MB',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: pdfOf(TEN_MB + 1), name: 'big.pdf' })),
  },
  {
    status: 413,
    code: 'payload_too_large',
    when: 'a JSON body is over 1 MiB',
    ask: (w) => w.post('/vehicle', w.vehicleInput({ brand: 'x'.repeat(1024 * 1024) })),
  },
  {
    status: 415,
    code: 'unsupported_media_type',
    when: 'the body is text',
    ask: (w) => w.send('POST', '/vehicle', { body: 'a car', headers: { 'content-type': 'text/plain' } }),
  },
  {
    status: 415,
    code: 'unsupported_media_type',
    when: 'a quote comes as a form',
    ask: (w) => w.post('/quote/create', form({ duration: 12 })),
  },
  {
    status: 422,
    code: 'invalid_document',
    when: 'the document is a GIF called PDF',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: Buffer.from('GIF89a'), name: 'scan.pdf' })),
  },
  {
    status: 422,
    code: 'invalid_document',
    when: 'the document is empty',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: Buffer.alloc(0), name: 'empty.pdf' })),
  },
  {
    status: 422,
    code: 'coverage_not_available',
    when: 'it is for the other vehicle type',
    ask: async (w) => w.post('/quote/create', await w.quoteInput({ coverageId: await w.coverageFor('bike') })),
  },
  { status: 422, code: 'quote_incomplete', when: 'it has no phone', ask: (w) => w.pay(w.incompleteQuoteId) },
  {
    status: 502,
    code: 'storage_unavailable',
    when: 'the store is out of order',
    ask: (w) => w.post('/vehicle', form(w.vehicleInput(), { bytes: pdfOf(100), name: 'storage-outage.pdf' })),
  },
  {
    status: 502,
    code: 'payment_provider_unavailable',
    when: 'the provider refuses',
    ask: async (w) => w.pay((await w.quote()).id, '0500000002'),
  },
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
