import { ERROR_CODES, InsuranceApiError, isApiError } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { inspect } from 'node:util';
import { failureOf, json, refusal, scripted } from './scripted-api.ts';

const refusedWith = async (answer: Response): Promise<unknown> =>
  failureOf(scripted([answer], { retries: 0 }).client.getVehicle('v1'));

describe('an API error', () => {
  // Proves: client-errors
  it('carries everything in the response', async () => {
    const details = [{ field: 'year', message: 'must be from 1900 to 2100' }];
    const headers = { 'x-request-id': 'req-1' };
    const thrown = await refusedWith(json(400, { code: 'invalid_request', message: 'See details.', details }, headers));
    expect(thrown).to.be.instanceOf(Error).and.to.be.instanceOf(InsuranceApiError);
    expect(thrown).to.include({ name: 'InsuranceApiError', code: 'invalid_request', status: 400, requestId: 'req-1' });
    expect(thrown).to.include({
      message: '400 invalid_request: See details. [year must be from 1900 to 2100] (request req-1)',
      ...{ retryAfter: null, explanation: 'See details.' },
    });
    expect((thrown as InsuranceApiError).details).to.deep.equal(details);
  });

  it('is thrown for any unsuccessful status, with any body', async () => {
    for (const status of [300, 302, 308, 404, 501])
      expect(await refusedWith(json(status, { id: 'v1' }))).to.include({ status, code: 'unknown' });
  });

  it('is narrowed by its code to the fields of that code', async () => {
    const payment = { paymentId: 'p1', paymentUrl: 'https://pay.example/p1' };
    const body = { code: 'payment_in_progress', message: 'Wait.', ...payment };
    const thrown = await refusedWith(json(409, body));
    expect(isApiError(thrown)).to.equal(true);
    expect(isApiError(thrown, 'vehicle_already_exists', 'external_id_taken')).to.equal(false);
    if (!isApiError(thrown, 'payment_in_progress', 'quote_already_paid')) throw new Error('it is one of them');
    expect(thrown.code).to.equal('payment_in_progress');
    if (!isApiError(thrown, 'payment_in_progress')) throw new Error('it is this one');
    const paymentUrl: string | null = thrown.paymentUrl;
    const paymentId: string = thrown.paymentId;
    expect([paymentId, paymentUrl]).to.deep.equal(['p1', 'https://pay.example/p1']);
  });

  // Proves: client-errors
  it('prints only the fields that it has, wherever it is logged', async () => {
    const details = [
      { field: 'year', message: 'must be from 1900 to 2100' },
      { field: 'brand', message: 'is required' },
    ];
    const body = { code: 'invalid_request', message: 'See details.', details };
    const thrown = await refusedWith(json(400, body, { 'x-request-id': 'req-1' }));
    const printed = inspect(thrown);
    expect(printed).to.contain("code: 'invalid_request'").and.to.contain('status: 400');
    expect(printed).to.contain("requestId: 'req-1'").and.to.contain("{ field: 'brand', message: 'is required' }");
    expect(printed).to.not.contain('undefined');
    const line =
      '400 invalid_request: See details. [year must be from 1900 to 2100; brand is required] (request req-1)';
    expect(String(thrown)).to.equal(`InsuranceApiError: ${line}`);
    expect(inspect(new Error('The order failed', { cause: thrown }))).to.contain(line);
    const taken = await refusedWith(json(409, { code: 'external_id_taken', message: 'Taken.', vehicleId: 'v2' }));
    expect(inspect(taken)).to.contain("vehicleId: 'v2'").and.to.contain('409 external_id_taken: Taken.');
  });

  it('is also thrown if a proxy’s error only partly follows the API’s format', async () => {
    for (const details of [null, 'no', {}, [null], [7], [{ field: 1 }]])
      expect(await refusedWith(json(400, { code: 'invalid_request', message: 'No.', details }))).to.deep.include({
        message: '400 invalid_request: No.',
        details: [],
      });
  });

  it('is distinguished from any other thrown value', () => {
    for (const thrown of [undefined, null, 'invalid_request', new Error('no'), { code: 'invalid_request' }])
      expect(isApiError(thrown) || isApiError(thrown, 'invalid_request')).to.equal(false);
  });

  it('may have a code that this client does not know', async () => {
    const thrown = await refusedWith(refusal(422, 'moon_too_full'));
    expect(thrown).to.include({
      code: 'moon_too_full',
      status: 422,
      message: '422 moon_too_full: Refused: moon_too_full.',
    });
    expect(isApiError(thrown, ...ERROR_CODES)).to.equal(false);
  });

  it('has the code `unknown` if something else responds instead of the API', async () => {
    for (const body of ['<html>Forbidden</html>', '', '{"message":"no"}', 'null', '[]'])
      expect(await refusedWith(new Response(body, { status: 403 }))).to.include({ code: 'unknown', status: 403 });
  });

  it('contains the time to wait before a retry', async () => {
    const thrown = await refusedWith(refusal(503, 'payment_unavailable', { 'retry-after': '60' }));
    expect(thrown).to.include({ code: 'payment_unavailable', retryAfter: 60 });
  });
});
