import { closePayment } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { scenario, type Scenario } from '../scenario.ts';

/** The history of the latest payment, or of the contract, as an operator reads it: what, from, to, why, and by whom. */
const linesOf = (history: readonly { what: string; from: string | null; to: string | null; why: string }[]) =>
  history.map(({ what, from, to, why }) => `${what}: ${from ?? 'nothing'} → ${to ?? 'nothing'}, ${why}`);
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
      'payment: opening → pending, the provider has a session',
      'payment: pending → succeeded, the provider says it is paid',
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
      'payment: opening → pending, the provider has a session',
      'payment: pending → failed, expired',
      'refund: nothing → due, paid after it had failed',
      'refund: due → done, the provider gave it back',
    ]);
  });

  it('of an opening that came to nothing says what the provider said', async () => {
    for (const [script, why] of [
      ['refused', 'the provider refused: provider_error'],
      ['request lost', 'no answer; no session found'],
    ] as const) {
      const it = await scenario();
      it.provider.scriptNextOpening(script);
      await it.pay();
      expect((await paymentTrail(it)).at(-1)).to.equal(`payment: opening → failed, ${why}`);
    }
  });

  it('of a payment that an operator gave up names the operator', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    (await closePayment(it)({ paymentId: id, why: 'the provider is gone', by: 'an operator' })).unwrap();
    expect((await it.paymentQueries.find(id))?.history.at(-1)).to.include({
      from: 'pending',
      to: 'failed',
      why: 'the provider is gone',
      by: 'an operator',
    });
  });
});
