import { ABIDJAN, addDays, dateOf, instantAt, type Quote } from '@vehicle-insurance/core';
import { aVehicleInput, storedContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { openWorld, type World } from '../memory-caller.ts';
import { formOf, type ApiResponse } from '../serving.ts';

const NOBODY = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.code}`;

const PDF = '%PDF-1.7\n';
const NO_KEY = { key: '' };
const BAD_KEY = { key: 'wrong' };
const PLAIN = { type: 'text/plain' };
const TOO_LARGE = Buffer.alloc(10 * 1024 * 1024 + 1, '%');

/** Requests that break two rules at once: the rule that is named first decides the response. */
const ROWS: Readonly<Record<string, readonly [string, (world: World) => Promise<ApiResponse>]>> = {
  // Proves: 404-unknown-path
  'the key before the route': ['401 unauthorized', (w) => w.get('/nothing', NO_KEY)],
  'the key before the method': ['401 unauthorized', (w) => w.send('DELETE', '/vehicle', undefined, BAD_KEY)],
  'the key before OPTIONS': ['401 unauthorized', (w) => w.send('OPTIONS', '/vehicle', undefined, BAD_KEY)],
  'the key before the size': [
    '401 unauthorized',
    (w) => w.post('/vehicle', aVehicleInput({ brand: 'x'.repeat(1024 * 1024) }), BAD_KEY),
  ],
  'the key before the media type': [
    '401 unauthorized',
    (w) => w.send('POST', '/vehicle', 'x', { ...NO_KEY, ...PLAIN }),
  ],
  'the key before the query': ['401 unauthorized', (w) => w.get('/vehicle?page=0', NO_KEY)],
  // Proves: 415-media-type
  'the media type before the fields': [
    '415 unsupported_media_type',
    (w) => w.send('PATCH', `/vehicle/${NOBODY}`, '{}', PLAIN),
  ],
  // Proves: 413-payload-too-large, document-up-to-10-mb
  'the size of a document before the fields': [
    '413 payload_too_large',
    (w) => w.post('/vehicle', formOf(aVehicleInput({ noSeat: 0 }), TOO_LARGE)),
  ],
  'the size before the vehicle': [
    '413 payload_too_large',
    (w) => w.send('PATCH', `/vehicle/${NOBODY}`, { externalId: 'x'.repeat(1024 * 1024) }),
  ],
  'the fields before the vehicle': ['400 invalid_request', (w) => w.quote({ vehicleId: NOBODY, duration: 5 })],
  'a past start date before the vehicle': [
    '400 invalid_request',
    (w) => w.quote({ vehicleId: NOBODY, startDate: '2020-01-01' }),
  ],
  'the fields of an update before its vehicle': [
    '400 invalid_request',
    (w) => w.send('PATCH', `/vehicle/${NOBODY}`, { externalId: '' }),
  ],
  'the phone before the quote': ['400 invalid_request', (w) => w.pay(NOBODY, '12')],
  'the fields before the document': [
    '400 invalid_request',
    (w) => w.post('/vehicle', formOf(aVehicleInput({ noSeat: 0 }), 'GIF89a')),
  ],
  'the vehicle before the coverage': [
    '404 vehicle_not_found',
    (w) => w.quote({ vehicleId: NOBODY, coverageId: NOBODY }),
  ],
  'the vehicle before a conflict': [
    '404 vehicle_not_found',
    async (w) => {
      await w.register({ externalId: 'one' });
      return w.send('PATCH', `/vehicle/${NOBODY}`, { externalId: 'one' });
    },
  ],
  // Proves: 422-invalid-document
  'the document before a conflict': [
    '422 invalid_document',
    async (w) => {
      const { licencePlate } = await w.register();
      return w.post('/vehicle', formOf(aVehicleInput({ licencePlate }), 'GIF89a'));
    },
  ],
  'a conflict before the storage': [
    '409 vehicle_already_exists',
    async (w) => {
      const { licencePlate } = await w.register();
      w.documents.break();
      const answer = await w.post('/vehicle', formOf(aVehicleInput({ licencePlate }), PDF));
      w.documents.repair();
      return answer;
    },
  ],
};

describe('the order of checks', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  for (const [order, [expected, ask]] of Object.entries(ROWS))
    // Proves: order-of-checks, every-endpoint-needs-key
    it(`is ${order}`, async () => {
      expect(codeOf(await ask(world))).to.equal(expected);
    });

  // Proves: plate-collision-named-first, plates-normalised
  it('names the vehicle with the same plate if another vehicle has the same external id', async () => {
    const [plated, named] = [await world.register(), await world.register({ externalId: 'two' })];
    const { licencePlate } = plated;
    const again = { licencePlate: ` ${licencePlate.toLowerCase()}`, externalId: 'two' };
    const { body } = await world.post('/vehicle', aVehicleInput(again));
    expect(body.vehicleId).to.equal(plated.id);
    expect(plated.id).to.not.equal(named.id);
  });

  // Proves: order-of-checks-of-payment, 409-quote-already-paid, 409-payment-in-progress, 422-quote-incomplete
  // Proves: 422-quote-start-date-passed, 503-payment-unavailable, incomplete-quotes
  it('checks a payment in this order: already paid, in progress, incomplete, too late, unavailable', async () => {
    const { clock, unitOfWork, pay } = world;
    const today = dateOf(clock.now(), ABIDJAN);
    const quote = (over: Partial<Quote> = {}) => world.storeQuote({ startDate: today, ...over });
    const paid = await quote();
    await storedContract(unitOfWork, paid);
    const [waiting, incomplete, late] = [
      await quote(),
      await quote({ policyholder: { name: 'Awa Koné', phone: null } }),
      await quote(),
    ];
    clock.moveTo(instantAt(Date.parse(`${today}T23:50:00Z`)));
    const opened = await pay(waiting.quote.id);
    expect(opened.status).to.equal(201);
    clock.moveTo(instantAt(Date.parse(`${addDays(today, 1)}T00:05:00Z`)));
    for (const isAvailable of [true, false]) {
      world.mobileMoney.accept(isAvailable);
      expect(codeOf(await pay(paid.quote.id))).to.equal('409 quote_already_paid');
      const inProgress = await pay(waiting.quote.id);
      expect(codeOf(inProgress)).to.equal('409 payment_in_progress');
      expect(inProgress.body.paymentUrl).to.equal(opened.body.paymentUrl);
      expect(codeOf(await pay(incomplete.quote.id))).to.equal('422 quote_incomplete');
      expect(codeOf(await pay(late.quote.id))).to.equal('422 quote_start_date_passed');
    }
    const good = await quote({ startDate: addDays(today, 1) });
    expect(codeOf(await pay(good.quote.id))).to.equal('503 payment_unavailable');
  });
});
