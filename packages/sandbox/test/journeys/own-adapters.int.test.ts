import { systemClock } from '@vehicle-insurance/system';
import { fakeCertificateAuthority, fakeMobileMoney, memoryDocuments } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { isPaid } from '../api/paying.ts';
import { worldOn } from '../api/world.ts';
import { startSandbox } from '../sandbox.ts';

/** An object whose methods are inherited, as those of a class are. */
const asInstance = <Port extends object>(port: Port): Port => Object.create(port) as Port;

describe('a service with its program’s own provider, authority and documents', function () {
  this.timeout(60_000);

  it('insures a vehicle through them, from a prompt on the phone to the stored documents', async () => {
    const wallet = fakeMobileMoney({
      ...{ clock: systemClock, name: 'wallet' },
      capabilities: { address: 'none', notifications: 'none', expire: false, refund: false, debits: 'unreported' },
    });
    const authority = fakeCertificateAuthority();
    const documents = memoryDocuments({ clock: systemClock });
    const adapters = {
      providers: [asInstance(wallet)],
      certificateAuthority: asInstance(authority),
      documents: asInstance(documents),
    };
    const world = worldOn(await startSandbox({ MOBILE_MONEY: 'wallet' }, undefined, {}, undefined, adapters));
    try {
      const payment = await world.opened((await world.quote()).id);
      expect(payment).to.include({ status: 'pending', paymentUrl: null });
      expect(wallet.session(payment.id).amount).to.equal(payment.chargedAmount);
      wallet.pay(payment.id);
      await world.clock.advance('PT3M');

      const { contractId } = await world.waitFor(payment.quoteId, isPaid);
      const contract = await world.contract(contractId ?? '');
      expect(contract.certificateStatus).to.equal('issued');
      for (const link of Object.values(contract.documents))
        expect(link, 'a document of the own store').to.match(/^http:\/\/documents\.test\//);
    } finally {
      await world.stop();
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
