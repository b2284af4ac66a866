import { expect } from 'chai';
import { startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { caller } from './caller.ts';
import { sandboxIn } from './service-process.ts';

/** Payers: an ordinary one, and one of whom the provider's answer is lost. */
const QUOTES: Readonly<Record<string, string>> = {
  'a quote': '0500001234',
  'a quote whose provider’s answer is lost': '0500000004',
};

describe('twenty requests at once', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  const { api, quote, sessionsOf } = caller(() => sandboxIn(sandbox.dataDir));

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  for (const [what, phoneNumber] of Object.entries(QUOTES))
    // Proves: one-live-or-paid-payment
    it(`that pay ${what} open one payment, and nineteen get its page`, async () => {
      const { id: quoteId } = await quote();
      const before = (await sessionsOf()).length;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => api<Fields>(`/quote/${quoteId}/pay`, 'POST', { phoneNumber })),
      );
      const { id, paymentUrl } = answers.find(({ status }) => status === 201)?.body ?? {};
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).to.have.length(19);
      for (const { status, body } of refused)
        expect({ status, ...body }).to.include({ status: 409, code: 'payment_in_progress', paymentId: id, paymentUrl });
      expect(await sessionsOf(String(id))).to.have.length(1);
      expect(await sessionsOf()).to.have.length(before + 1);
    });
});
