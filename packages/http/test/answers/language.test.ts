import { Err, FAULTS, noBreakSpaces, StoreUnavailable } from '@vehicle-insurance/core';
import type { UseCases } from '@vehicle-insurance/http';
import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { ErrorCode, ErrorWith } from '../../src/api-error.ts';
import { INPUT_FAULTS } from '../../src/input/faults.ts';
import { openedForAll, raw, servedForAll, servedInMemory, servedWith, type ApiResponse } from '../serving.ts';
import { expectFrench, FIELD_MESSAGES } from './french.ts';

const ID = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';
const PAYER = { phoneNumber: '0701020304' };
const SHOWN_ID = '019a2f6e-7c10-7d4a-9b1e-000000000000';

/** Every error of the API with each of its messages. A new code does not compile until it is here. */
const ERRORS: { readonly [Code in ErrorCode]: readonly Omit<ErrorWith<Code>, 'code'>[] } = {
  invalid_request: [{ details: FIELD_MESSAGES.map(([field, message]) => ({ field, message })) }],
  unauthorized: [{}, { where: 'sandbox clock' }],
  notification_refused: [{}],
  not_found: [{}, { what: 'document' }, { what: 'paper' }],
  vehicle_not_found: [{}],
  coverage_not_found: [{}],
  quote_not_found: [{}],
  contract_not_found: [{}],
  method_not_allowed: [{}],
  vehicle_already_exists: [{ vehicleId: SHOWN_ID }],
  external_id_taken: [{ vehicleId: SHOWN_ID }],
  key_not_found: [{}],
  last_key: [{}],
  too_many_keys: [{}],
  payment_in_progress: ['https://pay.example/1', null].map((paymentUrl) => ({ paymentId: SHOWN_ID, paymentUrl })),
  quote_already_paid: [{}],
  request_in_progress: [{}],
  position_forgotten: [{}],
  payload_too_large: [{}],
  unsupported_media_type: [{}],
  invalid_document: [{}],
  coverage_not_available: (['other_vehicle_type', 'vehicle_too_old', 'not_priced'] as const).map((reason) => ({
    reason,
  })),
  quote_start_date_passed: [{}],
  quote_incomplete: [{}],
  idempotency_key_reused: [{}],
  rate_limited: [undefined, 'bad_keys', 'keys', 'openings_of_quote', 'openings_of_payer'].map((what) => ({
    retryAfter: 9,
    ...(what !== undefined && { what }),
  })) as readonly Omit<ErrorWith<'rate_limited'>, 'code'>[],
  internal_error: [{}],
  storage_unavailable: [{}],
  payment_provider_unavailable: [{}],
  payment_unavailable: [{}],
  service_unavailable: [{}, { what: 'forms' }],
};

type Ask = (headers: Readonly<Record<string, string>>) => Promise<ApiResponse>;

const isForCaches = ({ headers }: ApiResponse): boolean =>
  headers.get('cache-control') === 'no-store' && /\baccept-language\b/i.test(headers.get('vary') ?? '');

/** The law of both languages: everything is the same but the sentences. */
const expectBothLanguages = async (ask: Ask): Promise<ApiResponse> => {
  const [plain, english, french] = [
    await ask({}),
    await ask({ 'accept-language': 'en' }),
    await ask({ 'accept-language': 'fr-CI' }),
  ];
  expect(plain.text).to.equal(english.text);
  for (const [language, answer] of Object.entries({ en: english, fr: french })) {
    expect(answer.headers.get('content-language'), english.text).to.equal(language);
    expect(isForCaches(answer), english.text).to.equal(true);
  }
  const { message: inEnglish, details: wrong = [], ...rest } = english.body;
  const { message: inFrench, details: faux = [], ...reste } = french.body;
  expect([french.status, reste]).to.deep.equal([english.status, rest]);
  expect(faux.map(({ field }) => field)).to.deep.equal(wrong.map(({ field }) => field));
  const [all, toutes] = [
    [inEnglish, ...wrong.map((each) => each.message)],
    [inFrench, ...faux.map((each) => each.message)],
  ];
  toutes.forEach((message, at) => {
    expect(message).to.be.a('string').with.length.greaterThan(10);
    expect(message).to.not.equal(all[at]);
    expectFrench(message);
    for (const secret of [ID, SHOWN_ID, 'vi_test_', 'my-own-key']) expect(message + all[at]).to.not.include(secret);
  });
  return french;
};

describe('the language of errors', () => {
  const sentences = new Set<string>();
  let refusal: { readonly code: string };
  const refuse = async () => Err(refusal);
  const refusing = openedForAll(() => servedWith({ getQuoteStatus: refuse, payQuote: refuse } as unknown as UseCases));

  for (const [code, variants] of Object.entries(ERRORS))
    // Proves: messages-in-both-languages
    it(`is French or English, with everything else the same: ${code}`, async () => {
      for (const [at, fields] of variants.entries()) {
        refusal = { code, ...fields };
        const read = await expectBothLanguages((headers) =>
          refusing.get(`/quote/${ID}/status`, { headers: { 'x-api-key': 'vi_test_secret', ...headers } }),
        );
        expect(read.body.code).to.equal(code);
        expect(sentences.has(read.body.message), read.body.message).to.equal(false);
        sentences.add(read.body.message);
        const sent = await expectBothLanguages((headers) => {
          const key = `my-own-key-${code}-${at}-${headers['accept-language'] ?? ''}`;
          return refusing.submit('POST', `/quote/${ID}/pay`, PAYER, { 'idempotency-key': key, ...headers });
        });
        expect(sent.body).to.deep.equal(read.body);
      }
    });

  describe('before a route is reached', () => {
    const sandboxClock = { token: 'token', now: () => expect.fail('unread'), move: () => expect.fail('unmoved') };
    const api = servedForAll({ sandboxClock });
    const vehicle = aVehicleInput();
    const json = { 'content-type': 'application/json' };

    const REQUESTS: Readonly<Record<string, Ask>> = {
      '401 unauthorized': (headers) => api.get('/vehicle', { headers: { 'x-api-key': 'vi_test_x', ...headers } }),
      '401 unauthorized, for the clock': (headers) =>
        api.call('GET', '//sandbox/clock', { headers: { ...headers, forwarded: 'for=192.0.2.1' } }),
      '401 notification_refused': (headers) => api.call('POST', '//notifications/fake', { body: 'x', headers }),
      '404 not_found': (headers) => api.get(`/nothing/${ID}`, { headers }),
      '404 not_found, without a key': (headers) => api.get(`//${ID}`, { headers: { 'x-api-key': '', ...headers } }),
      '404 not_found, of a document': (headers) => api.get(`//documents/${ID}?signature=my-own-key`, { headers }),
      '405 method_not_allowed': (headers) => api.call('DELETE', `/vehicle/${ID}`, { headers }),
      '405 method_not_allowed, of an open path': (headers) => api.call('POST', '//health/live', { headers }),
      '413 payload_too_large': (headers) =>
        api.submit('POST', '/vehicle', { ...vehicle, brand: 'x'.repeat(1024 * 1024) }, headers),
      '415 unsupported_media_type': (headers) =>
        api.submit('POST', '/vehicle', 'x', { 'content-type': 'text/plain', ...headers }),
      '400 invalid_request, of a key': (headers) =>
        api.submit('POST', '/vehicle', vehicle, { 'idempotency-key': 'my-own-key twice', ...headers }),
      '400 invalid_request, of a body': (headers) => api.submit('POST', '/vehicle', '[', headers),
      '400 invalid_request, without a body': (headers) =>
        api.call('POST', '/vehicle', { headers: { ...json, ...headers } }),
      '400 invalid_request, of fields': (headers) => api.submit('POST', '/vehicle', { licencePlate: ID }, headers),
      '400 invalid_request, of a query': (headers) => api.get(`/vehicle?page=0&limit=&externalid=${ID}`, { headers }),
      '400 invalid_request, of the clock': (headers) => api.submit('POST', '//sandbox/clock', { now: 7 }, headers),
    };

    for (const [name, ask] of Object.entries(REQUESTS))
      it(`follows the same law: ${name}`, async () => {
        const { status, body } = await expectBothLanguages(ask);
        expect(`${status} ${body.code}`).to.equal(name.split(',')[0]);
      });

    it('follows the same law while a limit, the store or the service itself refuses', async () => {
      const failing = (cause: Error) => servedWith({ listCoverages: async () => Promise.reject(cause) });
      for (const [expected, opened] of [
        ['429 rate_limited', servedInMemory({ limits: { 'company-reads': { requests: 0, seconds: 60 } } })],
        ['503 service_unavailable', servedInMemory({ storeAnswers: async () => false })],
        ['500 internal_error', failing(new Error('inside'))],
        ['503 service_unavailable', failing(new StoreUnavailable('away'))],
      ] as const) {
        const { get, close } = await opened;
        const { status, body } = await expectBothLanguages((headers) => get('/coverage', { headers })).finally(close);
        expect(`${status} ${body.code}`).to.equal(expected);
      }
    });

    it('is French even if the address is no URL', async () => {
      const answer = await raw(
        api.port,
        'GET // HTTP/1.1\r\nhost: a\r\naccept-language: fr\r\nconnection: close\r\n\r\n',
      );
      expect(answer)
        .to.match(/^HTTP\/1.1 404 /)
        .and.to.match(/content-language: fr/i);
    });

    it('of a document that a browser opens is French, like the page', async () => {
      const headers = { accept: 'text/html', 'accept-language': 'en' };
      const { status, headers: sent, text } = await api.get('//documents/x', { headers });
      expect([status, sent.get('content-language')]).to.deep.equal([404, 'fr']);
      expect(text).to.include('<html lang="fr">');
    });
  });

  describe('follows Accept-Language', () => {
    const api = servedForAll();
    const languageFor = async (header: string): Promise<string | null> =>
      (await api.get('/nothing', { headers: { 'accept-language': header } })).headers.get('content-language');

    for (const [header, language] of Object.entries({
      ...{ fr: 'fr', FR: 'fr', 'fr-CI': 'fr', 'fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7': 'fr', 'fr-CI, en': 'fr' },
      ...{ 'fr, en': 'fr', 'de, fr;q=0.1': 'fr', 'en;q=0.5, fr;q=0.6': 'fr', '*;q=0.1, fr': 'fr', '*, en;q=0': 'fr' },
      ...{ en: 'en', 'en-GB': 'en', 'en, fr': 'en', 'en-US, fr-CI': 'en', 'fr;q=0.5, en;q=0.6': 'en', 'en, *': 'en' },
      ...{ '*': 'en', 'fr;q=0': 'en', 'fr;q=0, *': 'en', 'fr;q=0.4, *;q=0.5': 'en', 'fr;q=x': 'en' },
      ...{ de: 'en', 'frr, dyu': 'en', french: 'en', ',;=': 'en', 'en;q=0': 'en' },
    }))
      it(`${header}: ${language}`, async () => {
        expect(await languageFor(header)).to.equal(language);
      });

    it('is found at once in the longest header that can arrive', async () => {
      const long = Array.from({ length: 1_800 }, (_, at) => `fr-${at}`).join();
      const began = performance.now();
      expect(await languageFor(long)).to.equal('fr');
      expect(performance.now() - began).to.be.lessThan(1_000);
    });

    it('but responses without messages are the same in every language, also in a cache', async () => {
      const [english, french] = await Promise.all(
        ['en', 'fr'].map(async (language) => api.get('/coverage', { headers: { 'accept-language': language } })),
      );
      expect(french?.text).to.equal(english?.text);
      expect(french?.headers.get('content-language')).to.equal(null);
      const tag = english?.headers.get('etag') ?? '';
      expect(french?.headers.get('etag')).to.equal(tag);
      const known = { 'if-none-match': tag, 'accept-language': 'fr' };
      expect((await api.get('/coverage', { headers: known })).status).to.equal(304);
      expect((await api.get(`/vehicle/${ID}`, { headers: { ...known, 'if-none-match': '*' } })).status).to.equal(404);
    });

    it('of the first request if an idempotency key repeats it, byte for byte', async () => {
      const ask = (language: string, key: string) =>
        api.submit(
          'POST',
          '/vehicle',
          { ...aVehicleInput(), year: 1, licencePlate: 'AA-1' },
          { 'accept-language': language, 'idempotency-key': key },
        );
      const first = await ask('fr', 'one');
      expect(first.body.details[0]?.message).to.equal('doit être un nombre entier de 1900 à 2100');
      const again = await ask('en', 'one');
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect([again.status, again.text]).to.deep.equal([400, first.text]);
      expect([again.headers.get('content-language'), isForCaches(again)]).to.deep.equal(['fr', true]);
      expect((await ask('en', 'another')).headers.get('content-language')).to.equal('en');
    });

    it('of each request if its refusal is not stored', async () => {
      const { quote } = await api.storeQuote();
      const pay = (language: string) =>
        api.submit('POST', `/quote/${quote.id}/pay`, PAYER, {
          'accept-language': language,
          'idempotency-key': 'waiting',
        });
      const opened = await api.send('POST', `/quote/${quote.id}/pay`, PAYER);
      expect(opened.status).to.equal(201);
      for (const language of ['fr', 'en']) {
        const { body, headers } = await pay(language);
        expect([body.code, headers.get('content-language')]).to.deep.equal(['payment_in_progress', language]);
      }
    });
  });

  it('keeps French marks on the line of their word', () => {
    expect(noBreakSpaces(FAULTS.mobileNumber.fr)).to.include('ivoirien\u00a0: 10');
    expect(noBreakSpaces(INPUT_FAULTS.unknownParameter(['page'], 'page').fr)).to.include('page\u202f?');
  });
});
