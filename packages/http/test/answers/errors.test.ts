import {
  ClockDisagrees,
  Err,
  StoreUnavailable,
  UNAVAILABILITY_MESSAGES,
  type Unavailability,
} from '@vehicle-insurance/core';
import { api as serve, type UseCases } from '@vehicle-insurance/http';
import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { errorView } from '../../src/errors.ts';
import { inMemory, servedWith } from '../serving.ts';

/** The error table of docs/api.md: the use case that returns the error, the status, and the fields that callers see. */
const TABLE: readonly (readonly [string, keyof UseCases, number, Readonly<Record<string, unknown>>])[] = [
  ['vehicle_not_found', 'getVehicle', 404, {}],
  ['coverage_not_found', 'createQuote', 404, {}],
  ['quote_not_found', 'getQuoteStatus', 404, {}],
  ['contract_not_found', 'getContract', 404, {}],
  // Proves: 409-vehicle-already-exists
  ['vehicle_already_exists', 'registerVehicle', 409, { vehicleId: 'v1' }],
  // Proves: 409-external-id-taken
  ['external_id_taken', 'changeExternalId', 409, { vehicleId: 'v2' }],
  ['payment_in_progress', 'payQuote', 409, { paymentId: 'p1', paymentUrl: 'https://pay.example/1' }],
  ['quote_already_paid', 'payQuote', 409, {}],
  ['position_forgotten', 'listEvents', 410, {}],
  ['payload_too_large', 'registerVehicle', 413, {}],
  ['invalid_document', 'registerVehicle', 422, {}],
  ['quote_start_date_passed', 'payQuote', 422, {}],
  ['quote_incomplete', 'payQuote', 422, {}],
  ['storage_unavailable', 'registerVehicle', 502, {}],
  ['payment_provider_unavailable', 'payQuote', 502, {}],
  ['payment_unavailable', 'payQuote', 503, {}],
];

const QUOTE = {
  ...{ vehicleId: 'v', coverageId: 'c', duration: 3, usage: 'renting', policyHolderName: 'Awa' },
  ...{ policyHolderPhone: '0701020304', startDate: '2026-02-01' },
};

const REQUESTS: Partial<Record<keyof UseCases, readonly [string, string, unknown?]>> = {
  registerVehicle: ['POST', '/vehicle', aVehicleInput()],
  getVehicle: ['GET', '/vehicle/1'],
  changeExternalId: ['PATCH', '/vehicle/1', { externalId: 'x' }],
  createQuote: ['POST', '/quote/create', QUOTE],
  payQuote: ['POST', '/quote/1/pay', { phoneNumber: '0701020304' }],
  getQuoteStatus: ['GET', '/quote/1/status'],
  getContract: ['GET', '/contract/1'],
  listEvents: ['GET', '/event'],
};

const responseWhen = async (name: keyof UseCases, answers: () => Promise<unknown>) => {
  const api = await servedWith({ [name]: answers });
  const [method, path, body] = REQUESTS[name] ?? ['GET', '/coverage'];
  const answer = body === undefined ? await api.get(path) : await api.send(method, path, body);
  await api.close();
  return { ...answer, company: api.company, errorReporter: api.errorReporter.all };
};

describe('the API', () => {
  for (const [code, useCase, status, fields] of TABLE) {
    // Proves: error-body
    it(`answers ${code} from ${useCase} with status ${status}`, async () => {
      const { body, ...answer } = await responseWhen(useCase, async () => Err({ code, ...fields, secret: 'inside' }));
      expect(answer.status).to.equal(status);
      expect(body.message).to.be.a('string').with.length.greaterThan(20);
      expect(body).to.deep.equal({ code, message: body.message, ...fields });
    });
  }

  for (const reason of Object.keys(UNAVAILABILITY_MESSAGES) as Unavailability[]) {
    // Proves: coverage-unavailable-causes, 422-coverage-not-available
    it(`explains why a coverage is not available: ${reason}`, async () => {
      const { status, body } = await responseWhen('createQuote', async () =>
        Err({ code: 'coverage_not_available', reason }),
      );
      expect(status).to.equal(422);
      expect(body).to.deep.equal({ code: 'coverage_not_available', message: UNAVAILABILITY_MESSAGES[reason].en });
    });
  }

  it('answers 503 and reports the cause while the store is unavailable or its clock disagrees', async () => {
    for (const cause of [new StoreUnavailable('connect ECONNREFUSED 10.0.0.7'), new ClockDisagrees()]) {
      const { status, body, headers, errorReporter } = await responseWhen('getVehicle', () => Promise.reject(cause));
      expect([status, body.code, headers.get('retry-after')]).to.deep.equal([503, 'service_unavailable', '5']);
      expect(errorReporter.map((report) => report.cause)).to.deep.equal([cause]);
    }
  });

  it('names the limit that was reached, or the object that was not found, in the messages of its errors', () => {
    const limits = [undefined, 'bad_keys', 'openings_of_quote', 'openings_of_payer'] as const;
    const words = [
      ...limits.map((what) => errorView({ code: 'rate_limited', retryAfter: 1, ...(what && { what }) }, 'en')),
      ...([undefined, 'document', 'paper'] as const).map((what) =>
        errorView({ code: 'not_found', ...(what && { what }) }, 'en'),
      ),
    ];
    expect(new Set(words.map(({ message }) => message)).size).to.equal(7);
  });

  it('names paymentUrl in the message of payment_in_progress only if the payer has a page', () => {
    const messageFor = (paymentUrl: string | null): string =>
      errorView({ code: 'payment_in_progress', paymentId: 'p1', paymentUrl }, 'en').message;
    expect(messageFor('https://pay.example/1')).to.contain('paymentUrl');
    expect(messageFor(null)).to.contain('phone').and.not.contain('paymentUrl');
  });

  it('reports a response that could not be sent, unless its caller has disconnected', async () => {
    const { dependencies, errorReporter } = await inMemory();
    const [left, cause] = [new Error('the caller left'), new Error('the stream broke')];
    serve(dependencies).emit('error', left, { req: { socket: { destroyed: true } } });
    serve(dependencies).emit('error', cause, { req: { socket: { destroyed: false } } });
    expect(errorReporter.all.map((report) => report.cause)).to.deep.equal([cause]);
  });

  // Proves: 500-exposes-nothing
  it('exposes no detail of an internal failure, but reports it in full', async () => {
    const cause = new Error('password=hunter2');
    const { status, body, headers, errorReporter, company } = await responseWhen('listCoverages', async () => {
      throw cause;
    });
    expect(status).to.equal(500);
    expect(Object.keys(body)).to.have.members(['code', 'message']);
    expect(body.code).to.equal('internal_error');
    expect(JSON.stringify(body)).to.not.contain('hunter2');
    const requestId = headers.get('x-request-id');
    const about = { requestId, operation: 'listCoverages', method: 'GET', companyId: company.id };
    expect(errorReporter).to.deep.equal([{ what: 'a request failed', about, cause }]);
  });
});
