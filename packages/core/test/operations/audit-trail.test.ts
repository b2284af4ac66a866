import { expect } from 'chai';
import { inEnglish, type Change } from '@vehicle-insurance/core';
import { scenario, type Scenario } from '../scenario.ts';

/** The history of the latest payment or of the contract, as an operator reads it. */
const linesOf = (history: readonly Change[]) =>
  history.map(({ what, from, to, why }) => `${what}: ${from ?? 'nothing'} → ${to ?? 'nothing'}, ${inEnglish(why)}`);
const paymentTrail = async (it: Scenario): Promise<readonly string[]> =>
  linesOf((await it.paymentQueries.find((await it.latestPayment()).id))?.history ?? []);
const contractTrail = async (it: Scenario): Promise<readonly string[]> =>
  linesOf((await it.contractQueries.inspect((await it.contract()).contract.id))?.history ?? []);

describe('the history', () => {
  it('of a paid and insured quote shows each step with its reason', async () => {
    const it = await scenario();
    it.provider.pay((await it.pay()).unwrap().id);
    await it.pass({ minutes: 2 });
    expect(await paymentTrail(it)).to.deep.equal([
      'payment: nothing → opening, a caller requested the payment',
      'payment: opening → pending, the provider opened a session',
      'payment: pending → succeeded, the provider reports it as paid',
    ]);
    expect(await contractTrail(it)).to.deep.equal([
      'contract: nothing → pending, its quote was paid',
      'certificate: nothing → pending, its quote was paid',
      'certificate: pending → issued, the authority issued it',
    ]);
  });

  it('of money that arrived too late shows why it was refunded', async () => {
    const it = await scenario();
    it.provider.allow({ expire: false });
    it.provider.liveFor(24 * 60);
    const { id } = (await it.pay()).unwrap();
    await it.pass({ minutes: 32 });
    it.provider.pay(id);
    await it.pass({ minutes: 30 });
    expect(await paymentTrail(it)).to.deep.equal([
      'payment: nothing → opening, a caller requested the payment',
      'payment: opening → pending, the provider opened a session',
      'payment: pending → failed, expired',
      'refund: nothing → due, paid after it had failed',
      'refund: due → done, the provider refunded it',
    ]);
  });

  it('has the provider’s answer once: with the change of status or, if there is none, with the refund', async () => {
    const evidenceOf = async (it: Scenario) => {
      const history = (await it.paymentQueries.find((await it.latestPayment()).id))?.history ?? [];
      return history.slice(2).map(({ what, to, evidence }) => [what, to, evidence]);
    };
    for (const isLate of [false, true]) {
      const it = await scenario();
      const { id, session } = (await it.pay()).unwrap();
      const said = { id: session?.id };
      if (isLate) it.provider.put(id, { state: 'expired' });
      else it.provider.pay(id, { amount: 1 });
      await it.pass({ minutes: 2 });
      if (isLate) it.provider.pay(id);
      await it.pass({ minutes: 1 });
      expect(await evidenceOf(it)).to.deep.equal([
        ['payment', 'failed', said],
        ['refund', 'due', isLate ? said : undefined],
        ['refund', 'done', undefined],
      ]);
    }
  });
});
