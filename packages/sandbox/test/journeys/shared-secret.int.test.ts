import { expect } from 'chai';
import { journeysOn } from '../operator/operator-journey.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';

describe('a Wave account whose notifications carry a shared secret', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startSandbox({ WAVE_NOTIFICATION_AUTH: 'secret' });
  });
  after(() => sandbox.stop());

  it('has a payment insured by its notification, long before the first check', async () => {
    expect(await journeysOn(sandbox).contract('0700001234')).to.be.a('string');
  });

  it('has a notification refused that carries another secret, or a signature', async () => {
    const body = JSON.stringify({ id: 'EV_1', type: 'checkout.session.completed', data: {} });
    for (const headers of [{ authorization: 'Bearer another' }, { 'wave-signature': 't=1,v1=0' }, {}] as const) {
      const answer = await fetch(`${sandbox.service.url}/notifications/wave`, {
        method: 'POST',
        headers: { ...headers },
        body,
      });
      expect(answer.status).to.be.within(400, 403);
    }
  });
});
