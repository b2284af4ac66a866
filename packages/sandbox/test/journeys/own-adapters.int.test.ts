import { systemClock } from '@vehicle-insurance/system';
import { fakeCertificateAuthority, fakeMobileMoney, memoryDocuments } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { fakeOrange, ORANGE_ACCOUNT } from '../../../../docs/examples/orange-money/fake-orange.ts';
import { orangeMoney } from '../../../../docs/examples/orange-money/orange-money.ts';
import { fakeWallet, WALLET_ACCOUNT } from '../../../../docs/examples/push-wallet/fake-wallet.ts';
import { pushWallet } from '../../../../docs/examples/push-wallet/push-wallet.ts';
import { isPaid } from '../api/paying.ts';
import { worldOn } from '../api/world.ts';
import { startSandbox } from '../sandbox.ts';

/** An object whose methods are inherited, as those of a class are. */
const asInstance = <Port extends object>(port: Port): Port => Object.create(port) as Port;

describe('a service with its program’s own provider, authority and documents', function () {
  this.timeout(60_000);

  it('insures a vehicle through them, from a prompt on the phone to the stored documents', async () => {
    const wallet = await fakeWallet();
    const gateway = pushWallet({ baseUrl: wallet.url, ...WALLET_ACCOUNT });
    const authority = fakeCertificateAuthority();
    const documents = memoryDocuments({ clock: systemClock });
    const adapters = {
      providers: [asInstance(gateway)],
      certificateAuthority: asInstance(authority),
      documents: asInstance(documents),
    };
    const world = worldOn(await startSandbox({ MOBILE_MONEY: 'push_wallet' }, undefined, {}, undefined, adapters));
    try {
      const payment = await world.opened((await world.quote()).id);
      expect(payment).to.include({ status: 'pending', paymentUrl: null });
      const { status, body } = await world.pay(payment.quoteId);
      expect([status, body['paymentId'], body.paymentUrl]).to.deep.equal([409, payment.id, null]);
      expect(body['message']).to.contain('phone').and.not.contain('paymentUrl');
      wallet.confirm(payment.id);
      await world.clock.advance('PT3M');

      const { contractId } = await world.waitFor(payment.quoteId, isPaid);
      const contract = await world.contract(contractId ?? '');
      expect(contract.certificateStatus).to.equal('issued');
      for (const link of Object.values(contract.documents))
        expect(link, 'a document of the own store').to.match(/^http:\/\/documents\.test\//);
    } finally {
      await world.stop();
      await wallet.close();
    }
  });

  // Proves: lost-opening-without-search
  it('insures through Orange Money’s page, blocks the quote of a lost page, and lists money to refund by hand', async () => {
    const orange = await fakeOrange();
    const providers = [orangeMoney({ baseUrl: orange.url, ...ORANGE_ACCOUNT })];
    const world = worldOn(
      await startSandbox({ MOBILE_MONEY: 'orange_money' }, undefined, {}, undefined, { providers }),
    );
    try {
      const payment = await world.opened((await world.quote()).id);
      orange.set(payment.paymentUrl ?? '', 'SUCCESS');
      await world.clock.advance('PT3M');
      const { contractId } = await world.waitFor(payment.quoteId, isPaid);
      const contract = await world.documented(contractId);
      expect(contract).to.include({ certificateStatus: 'issued' });

      const lost = (await world.quote()).id;
      orange.script(payment.chargedAmount, 'answer lost');
      const refusal = async () => {
        const { status, body } = await world.pay(lost);
        return [status, body['code']];
      };
      expect(await refusal()).to.deep.equal([502, 'payment_provider_unavailable']);
      await world.clock.advance(`PT${ORANGE_ACCOUNT.pageMinutes}M`);
      expect(await refusal()).to.deep.equal([502, 'payment_provider_unavailable']);
      expect(orange.orders()).to.have.length(2);
      await world.clock.advance('PT2M');
      expect((await world.opened(lost)).status).to.equal('pending');

      const late = await world.opened((await world.quote()).id);
      await world.clock.advance('PT32M');
      orange.set(late.paymentUrl ?? '', 'SUCCESS');
      await world.clock.advance('PT2H');
      await world.waitFor(late.quoteId, (now) => now.payment?.refund?.status === 'manual');
      expect(await world.operator.listedAs(late.id)).to.deep.equal(['refund_manual']);
      const transfer = ['--reference', 'OM-1', '--why', 'Orange cannot refund', '--unanswered'];
      await world.operator.json('payment', 'refunded', late.id, ...transfer);
      expect((await world.standing(late.quoteId)).payment?.refund?.status).to.equal('done');
    } finally {
      await world.stop();
      await orange.close();
    }
  });

  it('names all providers that MOBILE_MONEY may choose if it names none of them', async () => {
    const { readConfiguration } = await import('@vehicle-insurance/service');
    const own = { providers: [fakeMobileMoney({ clock: systemClock, name: 'wallet' })] };
    expect(readConfiguration({ ENVIRONMENT: 'sandbox', MOBILE_MONEY: 'purse' }, own).unwrapErr()).to.deep.equal([
      'MOBILE_MONEY must be one of wave, cinetpay, wallet.',
    ]);
  });
});
