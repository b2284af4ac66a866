import {
  cancelContract,
  dismissActionItem,
  jobs,
  recordRefund,
  retryFailedCertificates,
  type CertificateAuthority,
} from '@vehicle-insurance/core';
import { providersOf } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { bought, BY, WHY, type Bought } from '../certificate/bought.ts';

/** Refused again and again. */
const refused = () => bought(({ authority }) => authority.refuseAll(true));

describe('a contract that is cancelled', () => {
  it('says whether its money goes back by itself, or a person must give it back', async () => {
    const it = await refused();
    const { providers, contractId, provider } = it;
    const modest = { ...provider, capabilities: { ...provider.capabilities, refund: false } };
    const gone = { ...providers, has: () => false };
    const cancelled = async (at: typeof providers) =>
      (await cancelContract({ ...(await refused()), providers: at })({ contractId, why: WHY, by: BY })).unwrap()
        .goesBack;
    expect(await cancelled(providers)).to.equal('by_itself');
    expect(await cancelled(providersOf(modest))).to.equal('by_hand');
    expect(await cancelled(gone)).to.equal('not_configured');
  });

  // Proves: cancelling-gives-back
  it('gives everything back that was charged, and says when and why, in one transaction', async () => {
    const it = await refused();
    await it.pass({ minutes: 5 });
    const before = await it.contract();
    await it.cancel();

    const { contract, certificateRequest } = await it.contract();
    const at = it.clock.now();
    expect(contract).to.deep.equal({ ...before.contract, cancelled: { at, reason: WHY }, updated: at });
    expect(certificateRequest).to.include({ status: 'failed', certificate: null, due: null });
    const { payment } = await it.status();
    expect(payment?.payment).to.include({ status: 'succeeded' });
    const { amount, fees } = await it.latestPayment();
    expect(payment?.refund).to.include({ status: 'due', amount: amount + fees });
    expect((await it.pay()).unwrapErr().code).to.equal('quote_already_paid');

    await it.doWhatIsDue();
    expect(await it.refund()).to.include({ status: 'done' });
    expect(it.provider.session(it.paymentId).refunds).to.equal(1);
    expect(
      (await it.history())
        .filter(({ by }) => by === BY)
        .map(({ what, from, to, why, evidence }) => ({ what, from, to, why, evidence })),
    ).to.deep.equal([
      { what: 'contract', from: 'pending', to: 'pending', why: WHY, evidence: { cancelled: WHY } },
      { what: 'certificate', from: 'pending', to: 'failed', why: WHY, evidence: undefined },
    ]);
  });

  // Proves: provider-gone
  it('has its money wait for a person where the provider it was paid with is gone', async () => {
    const it = await refused();
    const gone = { ...it, providers: providersOf({ ...it.provider, provider: 'another' }) };
    const { contractId, paymentId } = it;
    expect((await cancelContract(gone)({ contractId, why: WHY, by: BY })).isOk()).to.equal(true);
    await jobs(gone).payments();
    expect(await it.refund()).to.include({ status: 'manual', due: null });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['refund_manual']);
    expect((await it.paymentQueries.find(paymentId))?.history.at(-1)).to.include({
      what: 'refund',
      from: null,
      to: 'manual',
      why: `${WHY} (the provider is not configured any more)`,
    });
    const byHand = { paymentId, reference: 'VIR-7', note: 'by bank', by: BY, unanswered: true };
    expect((await recordRefund(gone)(byHand)).unwrap().givenBackBy).to.equal('operator');
  });

  // Proves: cancelling-gives-back
  it('is cancelled once, and neither retried nor given a certificate', async () => {
    const it = await refused();
    await it.cancel();
    const refusals = await Promise.all(
      Object.values(it.commands).map(async (command) => (await command()).unwrapErr()),
    );
    expect(refusals).to.deep.equal(refusals.map(() => ({ code: 'contract_cancelled' })));
    const retryAll = retryFailedCertificates(it);
    expect((await retryAll({ why: 'stock', by: BY })).unwrap()).to.deep.equal([]);
    await it.doWhatIsDue();
    expect(it.provider.session(it.paymentId).refunds).to.equal(1);
  });

  it('cannot be one whose certificate is issued, or that is not there', async () => {
    const it = await bought();
    expect((await it.commands.cancel()).unwrapErr()).to.deep.equal({ code: 'certificate_issued' });
    expect(await it.refund()).to.equal(null);
    expect((await it.contract()).contract.cancelled).to.equal(null);
    const cancel = cancelContract(it)({ contractId: 'none', why: WHY, by: BY });
    expect((await cancel).unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
    expect((await cancelContract(it)({ contractId: 'none', why: ' ', by: BY })).unwrapErr()).to.have.nested.property(
      'details[0].field',
      'why',
    );
  });
});

describe('a certificate of a cancelled contract', () => {
  const isNeverAttached = async (it: Bought) => {
    const { contract, certificateRequest } = await it.contract();
    expect(certificateRequest).to.include({ status: 'failed', certificate: null, due: null });
    expect(contract.documentsDue).to.equal(null);
    expect(await it.listed()).to.deep.equal([
      {
        kind: 'certificate_after_cancel',
        id: it.contractId,
        why: `the authority holds certificate ${it.authority.held()[0]?.certificate.certificateNumber}`,
      },
    ]);
  };

  for (const [what, script] of [
    ['request had been accepted', 'issued later'],
    ['answer had been lost', 'answer lost'],
  ] as const)
    it(`is looked for where the ${what}, and shown from then on`, async () => {
      const it = await bought(({ authority }) => authority.scriptNextRequests(script));
      await it.cancel();
      await it.pass({ minutes: 10 });
      await isNeverAttached(it);
      await it.pass({ hours: 24 * 30 });
      await isNeverAttached(it);
    });

  // Proves: certificate-after-cancel
  it('that arrives while it is being cancelled is shown, and one that arrived before keeps it from being', async () => {
    for (const [moment, script] of [
      ['before the answer', undefined],
      ['before the acceptance', 'issued later'],
    ] as const) {
      const it = await bought(({ authority }) => authority.fallSilent());
      it.authority.speakAgain();
      await it.untilAsked();
      if (script) it.authority.scriptNextRequests(script);
      const request: CertificateAuthority['request'] = async (application) => {
        const said = await it.authority.request(application);
        await it.cancel();
        return said;
      };
      await jobs({ ...it, certificateAuthority: { ...it.authority, request } }).certificates();
      await it.pass({ minutes: 10 });
      await isNeverAttached(it);
    }
  });
});

describe('the refund of a cancelled contract that was dismissed', () => {
  const owing = async () => {
    const it = await refused();
    await it.cancel();
    it.provider.allow({ refund: false });
    const listed = async () => (await it.listed()).map(({ kind, why }) => `${kind}: ${String(why)}`);
    const dismiss = async () => {
      (await dismissActionItem(it)({ ids: [it.paymentId], why: 'seen', by: BY })).unwrap();
      expect(await listed()).to.deep.equal([]);
      it.clock.advance({ seconds: 1 });
    };
    return { ...it, listed, dismiss };
  };
  const REFUSAL = 'refund_in_trouble: the provider refuses to give it back';

  // Proves: dismissed
  it('while its provider was silent comes back when that refuses, and not for a silence in between', async () => {
    const it = await owing();
    it.provider.fallSilent();
    await it.pass({ hours: 2 });
    expect(await it.listed()).to.deep.equal(['refund_in_trouble: no answer']);
    await it.dismiss();
    await it.pass({ hours: 3 });
    expect(await it.listed()).to.deep.equal([]);

    it.provider.speakAgain();
    await it.pass({ hours: 3 });
    expect(await it.listed()).to.deep.equal([REFUSAL]);
    await it.dismiss();
    for (const turn of ['fallSilent', 'speakAgain', 'fallSilent', 'speakAgain'] as const) {
      it.provider[turn]();
      await it.pass({ hours: 3 });
      expect(await it.listed(), turn).to.deep.equal([]);
    }
  });

  for (const [what, silent, why] of [
    ['its provider is silent', true, 'refund_in_trouble: no answer'],
    ['it is refused', false, REFUSAL],
  ] as const)
    it(`while it only waited comes back when ${what}`, async () => {
      const it = await owing();
      it.clock.advance({ hours: 2 });
      expect(await it.listed()).to.deep.equal(['refund_in_trouble: null']);
      await it.dismiss();
      if (silent) it.provider.fallSilent();
      await it.doWhatIsDue();
      expect(await it.listed()).to.deep.equal([why]);
    });
});
