import { ABIDJAN, addDays, dateOf, instantAt, type Quote } from '@vehicle-insurance/core';
import { aVehicleInput, storedContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { openWorld, type World } from '../memory-caller.ts';
import { formOf, openedForAll, type ApiResponse } from '../serving.ts';

const NOBODY = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.code}`;

const PDF = '%PDF-1.7\n';
const NO_KEY = { key: '' };
const BAD_KEY = { key: 'wrong' };
const PLAIN = { type: 'text/plain' };
const TOO_LARGE = Buffer.alloc(10 * 1024 * 1024 + 1, '%');

type Ask = (world: World) => Promise<ApiResponse>;

/** Requests that break two rules at once: the rule that is named first decides the response. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Ask>>>> = {
  '401 unauthorized': {
    // Proves: 404-unknown-path
    'the key before the route': (w) => w.get('/nothing', NO_KEY),
    'the key before the method': (w) => w.send('DELETE', '/vehicle', undefined, BAD_KEY),
    'the key before OPTIONS': (w) => w.send('OPTIONS', '/vehicle', undefined, BAD_KEY),
    'the key before the size': (w) => w.post('/vehicle', aVehicleInput({ brand: 'x'.repeat(1024 * 1024) }), BAD_KEY),
    'the key before the media type': (w) => w.send('POST', '/vehicle', 'x', { ...NO_KEY, ...PLAIN }),
    'the key before the query': (w) => w.get('/vehicle?page=0', NO_KEY),
  },
  '415 unsupported_media_type': {
    // Proves: 415-media-type
    'the media type before the fields': (w) => w.send('PATCH', `/vehicle/${NOBODY}`, '{}', PLAIN),
  },
  '413 payload_too_large': {
    // Proves: 413-payload-too-large, document-up-to-10-mb
    'the size of a document before the fields': (w) =>
      w.post('/vehicle', formOf(aVehicleInput({ noSeat: 0 }), TOO_LARGE)),
    'the size before the vehicle': (w) =>
      w.send('PATCH', `/vehicle/${NOBODY}`, { externalId: 'x'.repeat(1024 * 1024) }),
  },
  '400 invalid_request': {
    'the fields before the vehicle': (w) => w.quote({ vehicleId: NOBODY, duration: 5 }),
    'a past start date before the vehicle': (w) => w.quote({ vehicleId: NOBODY, startDate: '2020-01-01' }),
    'the fields of an update before its vehicle': (w) => w.send('PATCH', `/vehicle/${NOBODY}`, { externalId: '' }),
    'the phone before the quote': (w) => w.pay(NOBODY, '12'),
    'the fields before the document': (w) => w.post('/vehicle', formOf(aVehicleInput({ noSeat: 0 }), 'GIF89a')),
  },
  '404 vehicle_not_found': {
    'the vehicle before the coverage': (w) => w.quote({ vehicleId: NOBODY, coverageId: NOBODY }),
    'the vehicle before a conflict': async (w) => {
      await w.register({ externalId: 'one' });
      return w.send('PATCH', `/vehicle/${NOBODY}`, { externalId: 'one' });
    },
  },
  '422 invalid_document': {
    // Proves: 422-invalid-document
    'the document before a conflict': async (w) => {
      const { licencePlate } = await w.register();
      return w.post('/vehicle', formOf(aVehicleInput({ licencePlate }), 'GIF89a'));
    },
  },
  '409 vehicle_already_exists': {
    'a conflict before the storage': async (w) => {
      const { licencePlate } = await w.register();
      w.documents.break();
      const answer = await w.post('/vehicle', formOf(aVehicleInput({ licencePlate }), PDF));
      w.documents.repair();
      return answer;
    },
  },
};

describe('the API', () => {
  const world = openedForAll(openWorld);

  for (const [expected, rows] of Object.entries(ROWS))
    for (const [order, ask] of Object.entries(rows))
      // Proves: order-of-checks, every-endpoint-needs-key
      it(`checks ${order}`, async () => {
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
