import { expect } from 'chai';
import { inEnglish, type Change } from '@vehicle-insurance/core';
import { scenario, type Scenario } from '../scenario.ts';

/** The history of the latest payment or of the contract, as an operator reads it. */
const linesOf = (history: readonly Change[]) =>
  history.map(({ what, from, to, why }) => `${what}: ${from ?? 'nothing'} → ${to ?? 'nothing'}, ${inEnglish(why)}`);
const paymentHistory = async (it: Scenario): Promise<readonly Change[]> =>
  (await it.paymentQueries.find((await it.latestPayment()).id))?.history ?? [];

describe('the history', () => {
  it('of a paid and insured quote shows each step with its reason', async () => {
    const it = await scenario();
    it.provider.pay((await it.pay()).unwrap().id);
    await it.pass({ minutes: 2 });
    expect(linesOf(await paymentHistory(it))).to.deep.equal([
      'payment: nothing → opening, a caller requested the payment',
      'payment: opening → pending, the provider opened a session',
      'payment: pending → succeeded, the provider reports it as paid',
    ]);
    const { history = [] } = (await it.contractQueries.inspect((await it.contract()).contract.id)) ?? {};
    expect(linesOf(history)).to.deep.equal([
      'contract: nothing → pending, its quote was paid',
      'certificate: nothing → pending, its quote was paid',
      'certificate: pending → issued, the authority issued it',
    ]);
  });

  for (const [what, isLate, reason, why] of [
    ['arrived too late', true, 'expired', 'paid after it had failed'],
    ['is not the requested amount', false, 'amount_mismatch', 'amount_mismatch'],
  ] as const)
    it(`of money that ${what} shows why it was refunded, and the provider’s answer once`, async () => {
      const it = await scenario();
      const { id, session } = (await it.pay()).unwrap();
      if (isLate) it.provider.put(id, { state: 'expired' });
      else it.provider.pay(id, { amount: 1 });
      await it.pass({ minutes: 2 });
      if (isLate) it.provider.pay(id);
      await it.pass({ minutes: 1 });
      const history = (await paymentHistory(it)).slice(2);
      expect(linesOf(history)).to.deep.equal([
        `payment: pending → failed, ${reason}`,
        `refund: nothing → due, ${why}`,
        'refund: due → done, the provider refunded it',
      ]);
      // The answer is stored with the payment's change of status or, if its status does not change, with the refund.
      const said = { id: session?.id };
      expect(history.map(({ evidence }) => evidence)).to.deep.equal([said, isLate ? said : undefined, undefined]);
    });
});
