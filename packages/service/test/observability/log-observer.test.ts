import type { RequestLine } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { logObserver } from '../../src/observability/log-observer.ts';
import { serviceLog } from '../../src/observability/log.ts';
import { writtenLines } from './written-lines.ts';

const LINE: RequestLine = {
  requestId: '0190a1b2-1234-7abc-8def-001122334455',
  method: 'GET',
  route: '/api/v1.0/vehicle/{id}',
  operation: 'getVehicle',
  companyId: '0190a1b2-1234-7abc-8def-001122334456',
  keyId: '0190a1b2-1234-7abc-8def-001122334457',
  status: 200,
  milliseconds: 3,
};

describe('the log line of a request', () => {
  const written = (line: object, level = 'info') => {
    const { to, text } = writtenLines();
    logObserver(serviceLog({ level }, to)).request?.({ ...LINE, ...line });
    return text();
  };

  it('contains the known fields of the request, in this order', () => {
    const line = JSON.parse(written({})) as Record<string, unknown>;
    expect(Object.keys(line)).to.deep.equal(['level', 'time', 'pid', 'hostname', ...Object.keys(LINE), 'msg']);
    expect(line).to.include({ ...LINE, msg: 'request' });
  });

  it('omits unknown fields', () => {
    const text = written({ route: undefined, companyId: undefined });
    expect(JSON.parse(text)).to.not.have.any.keys('route', 'companyId');
  });

  it('has no other field, since it could contain personal data', () => {
    expect(written({ policyHolderName: 'Aya Exemple', body: { said: 'Aya Exemple' } })).to.not.include('Aya');
  });

  it('omits a request id that is a phone number, and keeps any other', () => {
    for (const phone of ['0700001234', '2250700001234', '07-00-00-12-34']) {
      const text = written({ requestId: phone });
      expect(text).to.not.include(phone);
      expect(JSON.parse(text)).to.include({ requestId: '…' });
    }
    expect(JSON.parse(written({ requestId: 'order-42' }))).to.include({ requestId: 'order-42' });
  });

  it('is written at debug for a probe', () => {
    const probe = { route: '/health/live' };
    expect(written(probe)).to.equal('');
    expect(JSON.parse(written(probe, 'debug'))).to.include({ ...probe, level: 20 });
  });
});
