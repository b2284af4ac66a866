import { expect } from 'chai';
import { apiWorld, daysAfter, type Answered, type Fields, type World } from './world.ts';

const NOBODY = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';

const codeOf = ({ status, body }: Answered): string => `${status} ${String(body['code'])}`;

const formOf = (fields: Fields, bytes: Buffer, name = 'scan.pdf'): FormData => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, String(value));
  data.set('registrationDocument', new Blob([new Uint8Array(bytes)]), name);
  return data;
};

const PDF = Buffer.from('%PDF-1.7\n');
const TOO_LARGE = Buffer.alloc(10 * 1024 * 1024 + 1, '%');

/** Requests that break two rules at once: the first named is the one that answers. */
const ROWS: Readonly<Record<string, readonly [string, (world: World) => Promise<Answered>]>> = {
  'the key before the route': ['401 unauthorized', (w) => w.get('/nothing', { key: null })],
  'the key before the method': ['401 unauthorized', (w) => w.send('DELETE', '/vehicle', { key: 'wrong' })],
  'the key before the size': [
    '401 unauthorized',
    (w) => w.post('/vehicle', w.vehicleInput({ brand: 'x'.repeat(1024 * 1024) }), { key: 'wrong' }),
  ],
  'the key before the media type': [
    '401 unauthorized',
    (w) => w.send('POST', '/vehicle', { key: null, body: 'x', headers: { 'content-type': 'text/plain' } }),
  ],
  'the key before the query': ['401 unauthorized', (w) => w.get('/vehicle?page=0', { key: null })],
  'the media type before the fields': [
    '415 unsupported_media_type',
    (w) => w.send('PATCH', `/vehicle/${NOBODY}`, { body: '{}', headers: { 'content-type': 'text/plain' } }),
  ],
  'the size of a document before the fields': [
    '413 payload_too_large',
    (w) => w.post('/vehicle', formOf(w.vehicleInput({ noSeat: 0 }), TOO_LARGE)),
  ],
  'the size before the vehicle': [
    '413 payload_too_large',
    (w) => w.send('PATCH', `/vehicle/${NOBODY}`, { body: { externalId: 'x'.repeat(1024 * 1024) } }),
  ],
  'the fields before the vehicle': [
    '400 invalid_request',
    async (w) => w.post('/quote/create', await w.quoteInput({ vehicleId: NOBODY, duration: 5 })),
  ],
  'a past start date before the vehicle': [
    '400 invalid_request',
    async (w) => w.post('/quote/create', await w.quoteInput({ vehicleId: NOBODY, startDate: '2020-01-01' })),
  ],
  'the fields of an update before its vehicle': [
    '400 invalid_request',
    (w) => w.send('PATCH', `/vehicle/${NOBODY}`, { body: { externalId: '' } }),
  ],
  'the phone before the quote': ['400 invalid_request', (w) => w.pay(NOBODY, '12')],
  'the fields before the document': [
    '400 invalid_request',
    (w) => w.post('/vehicle', formOf(w.vehicleInput({ noSeat: 0 }), Buffer.from('GIF89a'))),
  ],
  'the vehicle before the coverage': [
    '404 vehicle_not_found',
    async (w) => w.post('/quote/create', await w.quoteInput({ vehicleId: NOBODY, coverageId: NOBODY })),
  ],
  'the vehicle before a conflict': [
    '404 vehicle_not_found',
    async (w) => {
      await w.register({ externalId: 'one' });
      return w.send('PATCH', `/vehicle/${NOBODY}`, { body: { externalId: 'one' } });
    },
  ],
  'the document before a conflict': [
    '422 invalid_document',
    async (w) => {
      const { licencePlate } = await w.register();
      return w.post('/vehicle', formOf(w.vehicleInput({ licencePlate }), Buffer.from('GIF89a')));
    },
  ],
  'a conflict before the storage': [
    '409 vehicle_already_exists',
    async (w) => {
      const { licencePlate } = await w.register();
      return w.post('/vehicle', formOf(w.vehicleInput({ licencePlate }), PDF, 'storage-outage.pdf'));
    },
  ],
};

describe('the order of checks', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  for (const [order, [expected, ask]] of Object.entries(ROWS))
    it(`looks at ${order}`, async () => {
      expect(codeOf(await ask(world))).to.equal(expected);
    });

  it('names the vehicle with the plate when plate and external id collide with two', async () => {
    const [plated, named] = [await world.register(), await world.register({ externalId: 'two' })];
    const { licencePlate } = plated;
    const { body } = await world.post('/vehicle', world.vehicleInput({ licencePlate, externalId: 'two' }));
    expect(body['vehicleId']).to.equal(plated.id);
    expect(plated.id).to.not.equal(named.id);
  });

  it('asks of a payment in this order: paid, waiting, incomplete, too late', async () => {
    const today = await world.clock.nextMorning();
    const { quoteId: paid } = await world.insured({ startDate: today });
    const { id: waiting } = await world.quote({ startDate: today });
    await world.clock.move({ now: `${today}T23:50:00Z` });
    const { paymentUrl } = await world.opened(waiting);
    const { id: late } = await world.quote({ startDate: today });
    await world.clock.move({ now: `${daysAfter(today, 1)}T00:05:00Z` });
    expect(codeOf(await world.pay(paid))).to.equal('409 quote_already_paid');
    const inProgress = await world.pay(waiting);
    expect(codeOf(inProgress)).to.equal('409 payment_in_progress');
    expect(inProgress.body.paymentUrl).to.equal(paymentUrl);
    expect(codeOf(await world.pay(world.incompleteQuoteId))).to.equal('422 quote_incomplete');
    expect(codeOf(await world.pay(late))).to.equal('422 quote_start_date_passed');
  });
});
