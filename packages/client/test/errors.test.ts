import { ERROR_CODES, InsuranceApiError, isApiError } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { inspect } from 'node:util';
import { failureOf, json, refusal, scripted } from './scripted-api.ts';

const refusedWith = async (answer: Response): Promise<unknown> =>
  failureOf(scripted([answer], { retries: 0 }).client.getVehicle('v1'));

describe('an API error', () => {
  it('is thrown for any unsuccessful status, with any body of a proxy', async () => {
    for (const status of [300, 302, 308, 403, 404, 501])
      for (const body of ['<html>Forbidden</html>', '', '{"message":"no"}', '{"id":"v1"}', 'null', '[]'])
        expect(await refusedWith(new Response(body, { status }))).to.include({ code: 'unknown', status });
    const refused = { code: 'invalid_request', message: 'No.' };
    const shown = { message: '400 invalid_request: No.' };
    for (const details of [null, 'no', {}, [null], [7], [{ field: 1 }]])
      expect(await refusedWith(json(400, { ...refused, details }))).to.deep.include({ ...shown, details: [] });
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
  it('carries everything in the response, and prints only the fields that it has', async () => {
    const details = [
      { field: 'year', message: 'must be from 1900 to 2100' },
      { field: 'brand', message: 'is required' },
    ];
    const body = { code: 'invalid_request', message: 'See details.', details };
    const thrown = await refusedWith(json(400, body, { 'x-request-id': 'req-1' }));
    expect(thrown).to.be.instanceOf(Error).and.to.be.instanceOf(InsuranceApiError);
    expect(thrown).to.deep.include({ details, requestId: 'req-1', retryAfter: null, explanation: 'See details.' });
    const printed = inspect(thrown);
    for (const field of ["code: 'invalid_request'", 'status: 400', "{ field: 'brand', message: 'is required' }"])
      expect(printed).to.contain(field);
    expect(printed).to.not.contain('undefined');
    const line =
      '400 invalid_request: See details. [year must be from 1900 to 2100; brand is required] (request req-1)';
    expect(String(thrown)).to.equal(`InsuranceApiError: ${line}`);
    expect(inspect(new Error('The order failed', { cause: thrown }))).to.contain(line);
    const taken = await refusedWith(json(409, { code: 'external_id_taken', message: 'Taken.', vehicleId: 'v2' }));
    expect(inspect(taken)).to.contain("vehicleId: 'v2'").and.to.contain('409 external_id_taken: Taken.');
  });

  it('is distinguished from any other thrown value', () => {
    for (const thrown of [undefined, null, 'invalid_request', new Error('no'), { code: 'invalid_request' }])
      expect(isApiError(thrown) || isApiError(thrown, 'invalid_request')).to.equal(false);
  });

  it('may have a code that this client does not know', async () => {
    const thrown = await refusedWith(refusal(422, 'moon_too_full'));
    const message = '422 moon_too_full: Refused: moon_too_full.';
    expect(thrown).to.include({ code: 'moon_too_full', status: 422, message });
    expect(isApiError(thrown, ...ERROR_CODES)).to.equal(false);
  });
});
