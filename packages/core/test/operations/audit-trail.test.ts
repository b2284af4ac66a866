import { expect } from 'chai';
import { inEnglish, type Change } from '@vehicle-insurance/core';
import { scenario, type Scenario } from '../scenario.ts';

const linesOf = (history: readonly Change[]) =>
  history.map(({ what, from, to, why }) => `${what}: ${from ?? 'nothing'} → ${to ?? 'nothing'}, ${inEnglish(why)}`);
const paymentTrail = async (it: Scenario): Promise<readonly string[]> =>
  linesOf((await it.paymentQueries.find((await it.latestPayment()).id))?.history ?? []);
const contractTrail = async (it: Scenario): Promise<readonly string[]> =>
  linesOf((await it.contractQueries.inspect((await it.contract()).contract.id))?.history ?? []);

describe('the history', () => {
  it('of a quote that is paid and insured says what happened and why, step by step', async () => {
    const it = await scenario();
    it.provider.pay((await it.pay()).unwrap().id);
    await it.pass({ minutes: 2 });
    expect(await paymentTrail(it)).to.deep.equal([
      'payment: nothing → opening, a caller asked to pay',
      'payment: opening → pending, the provider opened a session',
      'payment: pending → succeeded, the provider reports it as paid',
    ]);
    expect(await contractTrail(it)).to.deep.equal([
      'contract: nothing → pending, its quote was paid',
      'certificate: nothing → pending, its quote was paid',
      'certificate: pending → issued, the authority issued it',
    ]);
  });

  it('of money that came too late says why it went back', async () => {
    const it = await scenario();
    it.provider.allow({ expire: false });
    it.provider.liveFor(24 * 60);
    const { id } = (await it.pay()).unwrap();
    await it.pass({ minutes: 32 });
    it.provider.pay(id);
    await it.pass({ minutes: 30 });
    expect(await paymentTrail(it)).to.deep.equal([
      'payment: nothing → opening, a caller asked to pay',
      'payment: opening → pending, the provider opened a session',
      'payment: pending → failed, expired',
      'refund: nothing → due, paid after it had failed',
      'refund: due → done, the provider refunded it',
    ]);
  });
});
