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
import { buyContract, BY, WHY } from '../certificate/bought.ts';

const buyQuote = async (...prepare: Parameters<typeof buyContract>) => {
  const it = await buyContract(...prepare);
  return { ...it, ...it.commands };
};

const buyRefused = () => buyQuote(({ authority }) => authority.refuseAll(true));

describe('cancelling a contract', () => {
  it('reports whether the refund is automatic or an operator’s task', async () => {
    const it = await buyRefused();
    const { providers, contractId, provider } = it;
    const modest = { ...provider, capabilities: { ...provider.capabilities, refund: false } };
    const gone = { ...providers, has: () => false };
    const cancelAt = async (at: typeof providers) =>
      (await cancelContract({ ...(await buyRefused()), providers: at })({ contractId, why: WHY, by: BY })).unwrap()
        .refundMode;
    expect(await cancelAt(providers)).to.equal('automatic');
    expect(await cancelAt(providersOf(modest))).to.equal('manual');
    expect(await cancelAt(gone)).to.equal('not_configured');
  });

  // Proves: cancelling-refunds
  it('refunds everything that was charged, and records when and why, in one transaction', async () => {
    const it = await buyRefused();
    await it.pass({ minutes: 5 });
    const before = await it.contract();
    expect((await it.cancel()).isOk()).to.equal(true);

    const { contract, certificateRequest } = await it.contract();
    const at = it.clock.now();
    const { amount: charged, lines } = it.quote.premium;
    const refund = { amount: charged + 1_203, lines: lines.map((line) => line.amount), fees: 1_203 };
    const terms = { code: 'other', lastDay: null, soldUntil: contract.endDate, refund };
    expect(contract).to.deep.equal({ ...before.contract, cancelled: { ...terms, at, reason: WHY }, updated: at });
    expect(certificateRequest).to.include({ status: 'failed', certificate: null, due: null });
    const { payment } = await it.status();
    expect(payment?.payment).to.include({ status: 'succeeded' });
    const { amount, fees } = await it.latestPayment();
    expect(payment?.refund).to.include({ status: 'due', amount: amount + fees });
    expect((await it.pay()).unwrapErr().code).to.equal('quote_already_paid');

    await it.doWhatIsDue();
    expect(await it.refund()).to.include({ status: 'done' });
    expect(it.provider.session(it.paymentId).refunds).to.equal(1);
    const history = (await it.contractQueries.inspect(it.contractId))?.history ?? [];
    const why = { code: 'operator_decided', note: WHY };
    const own = history.filter(({ by }) => by === BY);
    expect(own.map((line) => [line.what, line.from, line.to, line.why, line.evidence])).to.deep.equal([
      ['contract', 'pending', 'pending', why, { cancelled: WHY }],
      ['certificate', 'pending', 'failed', why, undefined],
    ]);
  });

  // Proves: provider-removed
  it('leaves the refund to an operator if the payment’s provider is no longer configured', async () => {
    const it = await buyRefused();
    const gone = { ...it, providers: providersOf({ ...it.provider, provider: 'another' }) };
    const { contractId, paymentId } = it;
    expect((await cancelContract(gone)({ contractId, why: WHY, by: BY })).isOk()).to.equal(true);
    await jobs(gone).payments();
    expect(await it.refund()).to.include({ status: 'manual', due: null });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['refund_manual']);
    const why = { code: 'refund_handed_over', note: WHY };
    const last = (await it.paymentQueries.find(paymentId))?.history.at(-1);
    expect(last).to.deep.include({ what: 'refund', from: null, to: 'manual', why });
    const byHand = { paymentId, reference: 'VIR-7', note: 'by bank', by: BY, unanswered: true };
    expect((await recordRefund(gone)(byHand)).unwrap().givenBackBy).to.equal('operator');
  });

  // Proves: cancelling-refunds
  it('stops its certificate request, leaves the statuses unchanged and removes the contract from the operators’ list', async () => {
    const it = await buyRefused();
    await it.pass({ hours: 7 });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['certificate_failed']);
    expect((await it.cancel()).isOk()).to.equal(true);
    const asked = it.authority.calls();
    it.authority.refuseAll(false);
    await it.pass({ hours: 24 * 500 });
    expect(it.authority.calls()).to.equal(asked);
    const { contract, certificateRequest } = await it.contract();
    expect([contract.status, certificateRequest.status]).to.deep.equal(['pending', 'failed']);
    expect(await it.listed()).to.deep.equal([]);
    expect((await it.status()).status).to.equal('pending');
  });

  // Proves: cancelling-refunds
  it('happens only once; afterwards, its certificate can be neither retried nor attached', async () => {
    const it = await buyRefused();
    await it.cancel();
    const answers = [await it.cancel(), await it.cancel(WHY, { preview: true }), await it.retry(), await it.attach()];
    const refusals = answers.map((answer) => answer.unwrapErr());
    expect(refusals).to.deep.equal(refusals.map(() => ({ code: 'contract_cancelled' })));
    const retryAll = retryFailedCertificates(it);
    expect((await retryAll({ why: 'stock', by: BY })).unwrap()).to.deep.equal([]);
    await it.doWhatIsDue();
    expect(it.provider.session(it.paymentId).refunds).to.equal(1);
  });

  it('is refused for a contract that does not exist, without a reason, and with an unknown code or day', async () => {
    const it = await buyQuote();
    const cancel = cancelContract(it)({ contractId: 'none', why: WHY, by: BY });
    expect((await cancel).unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
    for (const [field, value] of Object.entries({ why: ' ', code: 'sold', lastDay: '2026-02-30', refund: 'half' }))
      expect((await it.cancel(WHY, { [field]: value })).unwrapErr()).to.have.nested.property('details[0].field', field);
    expect((await it.contract()).contract.cancelled).to.equal(null);
  });
});

describe('a certificate of a cancelled contract', () => {
  const isNeverAttached = async (it: Awaited<ReturnType<typeof buyQuote>>) => {
    const { contract, certificateRequest } = await it.contract();
    expect(certificateRequest).to.include({ status: 'failed', certificate: null, due: null });
    expect(contract.documentsDue).to.equal(null);
    const issued = it.authority.held()[0]?.certificate.certificateNumber;
    const why = { code: 'late_certificate', issued, contradiction: null };
    expect(await it.listed()).to.deep.equal([{ kind: 'certificate_after_cancel', id: it.contractId, why }]);
  };

  it('is no longer requested if the request itself was lost', async () => {
    const it = await buyQuote(({ authority }) => authority.scriptNextRequests('request lost'));
    await it.cancel();
    await it.pass({ hours: 24 });
    expect(it.authority.held()).to.deep.equal([]);
    expect(await it.listed()).to.deep.equal([]);
    expect((await it.contract()).certificateRequest.due).to.equal(null);
  });

  it('waits for an operator if it cannot be looked up', async () => {
    const it = await buyQuote(({ authority }) => {
      authority.offerLookUp(false);
      authority.scriptNextRequests('answer lost');
    });
    await it.cancel();
    await it.pass({ hours: 24 });
    expect(await it.reasons()).to.deep.equal([['certificate_without_look_up', { code: 'no_look_up' }]]);
  });

  it('is looked up as long as the authority gives no answer or refuses our credentials', async () => {
    const it = await buyQuote(({ authority }) => authority.scriptNextRequests('answer lost'));
    await it.cancel();
    it.authority.fallSilent();
    await it.pass({ hours: 24 });
    it.authority.speakAgain();
    it.authority.refuseCredentials(true);
    await it.pass({ hours: 24 });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['credentials_refused']);
    it.authority.refuseCredentials(false);
    await it.pass({ hours: 2 });
    await isNeverAttached(it);
  });

  const ask = async (
    script: 'issued later' | undefined,
    meanwhile: (it: Awaited<ReturnType<typeof buyQuote>>) => unknown,
  ) => {
    const it = await buyQuote(({ authority }) => authority.fallSilent());
    if (script) it.authority.scriptNextRequests(script);
    await it.answerAfter(() => meanwhile(it));
    return it;
  };

  // Proves: certificate-after-cancel
  it('that arrives during the cancellation is shown, and a certificate that arrived earlier prevents it', async () => {
    for (const script of [undefined, 'issued later'] as const) {
      const it = await ask(script, async ({ cancel }) => expect((await cancel()).isOk(), script).to.equal(true));
      for (const hours of [1, 24 * 30]) {
        await it.pass({ hours });
        await isNeverAttached(it);
      }
    }
  });

  /** The authority’s answer is slow: the worker has lost its lease, and meanwhile another worker got no answer. */
  const answerLate = (...[script, meanwhile]: Parameters<typeof ask>) =>
    ask(script, async (it) => {
      await meanwhile(it);
      await it.store.endLeases();
      it.authority.fallSilent();
      await it.doWhatIsDue();
      it.authority.speakAgain();
    });

  it('is shown even if the worker that records it has lost its lease', async () => {
    await isNeverAttached(await answerLate(undefined, (it) => it.cancel()));
  });

  // Proves: certificate-after-cancel
  it('remains listed if the answer to an earlier look-up arrives last', async () => {
    const it = await buyQuote(({ authority }) => authority.fallSilent());
    it.authority.speakAgain();
    await it.untilAsked();
    const [sending, lookedUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sent = jobs({
      ...it,
      certificateAuthority: {
        ...it.authority,
        request: async (application) => {
          sending.resolve();
          await lookedUp.promise;
          return it.authority.request(application);
        },
      },
    }).certificates();
    await sending.promise;
    await it.cancel();
    await it.store.endLeases();
    const find: CertificateAuthority['find'] = async (policyNumber) => {
      const nothing = await it.authority.find(policyNumber);
      lookedUp.resolve();
      await sent;
      return nothing;
    };
    await jobs({ ...it, certificateAuthority: { ...it.authority, find } }).certificates();
    await isNeverAttached(it);
  });

  it('is polled after a late worker has recorded the acceptance, like that of any other contract', async () => {
    const cancelled = await answerLate('issued later', (it) => it.cancel());
    expect((await cancelled.contract()).certificateRequest.accepted).to.include({ requestNumber: 'D000001' });
    await cancelled.pass({ minutes: 10 });
    await isNeverAttached(cancelled);
    const going = await answerLate('issued later', () => undefined);
    expect((await going.contract()).certificateRequest.accepted).to.include({ requestNumber: 'D000001' });
  });
});

describe('the dismissed refund of a cancelled contract', () => {
  const owing = async () => {
    const it = await buyRefused();
    await it.cancel();
    it.provider.allow({ refund: false });
    const listItems = async () => (await it.listed()).map(({ kind, why }) => `${kind}: ${why?.code ?? 'waits'}`);
    const dismiss = async () => {
      (await dismissActionItem(it)({ ids: [it.paymentId], why: 'seen', by: BY })).unwrap();
      expect(await listItems()).to.deep.equal([]);
      it.clock.advance({ seconds: 1 });
    };
    return { ...it, listed: listItems, dismiss };
  };
  const REFUSAL = 'refund_failing: refund_refused';

  // Proves: dismissed
  it('is listed again if a silent provider then refuses it, but not if the provider is silent again later', async () => {
    const it = await owing();
    it.provider.fallSilent();
    await it.pass({ hours: 2 });
    expect(await it.listed()).to.deep.equal(['refund_failing: no_answer']);
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

  it('is listed again if it had only been waiting and is then refused', async () => {
    const it = await owing();
    it.clock.advance({ hours: 2 });
    expect(await it.listed()).to.deep.equal(['refund_failing: waits']);
    await it.dismiss();
    await it.doWhatIsDue();
    expect(await it.listed()).to.deep.equal([REFUSAL]);
  });
});
