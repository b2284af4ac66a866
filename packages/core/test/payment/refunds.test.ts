import {
  done,
  jobs,
  later,
  listActionItems,
  notYet,
  pausePayments,
  recordRefund,
  refused,
  unknown,
  type Claim,
  type MobileMoney,
} from '@vehicle-insurance/core';
import { aRefund, at, inUnit, providersOf, REFUNDS, NO_ANSWER, BY_A_TEST } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { retryRefund } from '../../src/domain/payment/refund.ts';
import { makeRefund } from '../../src/use-cases/payment/make-refund.ts';
import { transfersIn, type RecordRefundCommand } from '../../src/use-cases/payment/record-refund.ts';
import { buyContract, BY } from '../certificate/bought.ts';
import { scenario, type Scenario } from '../scenario.ts';

/** A refund that the provider was asked to make once. */
const owed = async (refund: boolean | 'unsupported' | 'unanswered' = false, currency = 'XOF') => {
  const it = await scenario();
  it.provider.allow({ refund });
  const { id } = (await it.pay()).unwrap();
  it.provider.pay(id, { amount: 1 });
  it.provider.put(it.provider.session(id).id, { currency });
  await it.pass({ minutes: 3 });
  return { ...it, id };
};

/** A refund that the provider has refused once and a worker has claimed again. */
const claimedAgain = async (currency?: string) => {
  const it = await owed(false, currency);
  it.clock.advance({ minutes: 5 });
  return { ...it, claim: await it.claimWork(REFUNDS) };
};

const refundWith = (it: Scenario, claim: Claim, refund: MobileMoney['refund']) =>
  makeRefund({ ...it, providers: providersOf({ ...it.provider, refund }) })(claim);

const record = (
  it: Scenario & { readonly id: string },
  over: Partial<RecordRefundCommand> = {},
  provider: Partial<MobileMoney> = {},
) =>
  recordRefund({ ...it, providers: providersOf({ ...it.provider, ...provider }) })({
    ...{ paymentId: it.id, reference: 'VIR-7', note: 'by bank', by: BY, ...over },
  });

const historyOf = async (it: Scenario, id: string) => (await it.paymentQueries.find(id))?.history ?? [];

const GIVEN = done(undefined, { status: 200 });
const SILENCE = unknown(NO_ANSWER);

describe('a refund', () => {
  // Proves: refund-by-hand
  it('by transfer is not made by the provider as well, neither by a slow worker nor by a second recording', async () => {
    const it = await claimedAgain();
    await it.store.endLeases();
    expect((await record(it)).unwrap().givenBackBy).to.equal('operator');
    it.provider.allow({ refund: true });
    await makeRefund(it)(it.claim);
    const refusal = (await record(it)).unwrapErr();
    expect(refusal).to.include({ code: 'illegal_transition', machine: 'refund', from: 'done' });
    expect(it.provider.session(it.id).refunds).to.equal(0);
  });

  // Proves: refund-by-hand
  it('by transfer that is recorded again after a restore is not made by the provider as well', async () => {
    const it = await owed();
    it.provider.allow({ refund: true });
    // The last run of the job that the restored database contains.
    await it.jobRuns.record('payments', later(it.clock.now(), { minutes: -1 }));
    await pausePayments(it)({ paused: true, why: 'restored to yesterday', by: BY });
    const recorded = await record(it, { unasked: true });
    expect(recorded.unwrap()).to.have.nested.property('refund.status', 'done');
    expect(recorded.unwrap().givenBackBy).to.equal('operator');
    const [last] = (await historyOf(it, it.id)).toReversed();
    expect(last?.evidence).to.include({ reference: 'VIR-7', unasked: true });
    await it.pass({ hours: 2 });
    expect(it.provider.session(it.id).refunds).to.equal(0);
  });

  // Proves: refund-by-hand
  it('is recorded without a query only if payments are paused and the provider was not queried since', async () => {
    const it = await owed();
    const recordUnasked = () => record(it, { unasked: true });
    const pause = (paused: boolean) => pausePayments(it)({ paused, why: 'restored', by: BY });
    const MUST_BE_ASKED = { code: 'refund_must_be_asked' };
    expect((await recordUnasked()).unwrapErr()).to.deep.equal(MUST_BE_ASKED);
    await pause(true);
    await pause(false);
    expect((await recordUnasked()).unwrapErr()).to.deep.equal(MUST_BE_ASKED);
    // A worker has run since the pause began. The refund may have been made, with only the answer lost.
    await pause(true);
    it.clock.advance({ minutes: 1 });
    const claim = await it.claimWork(REFUNDS, later(it.clock.now(), { hours: 2 }));
    await refundWith(it, claim, async () => unknown(NO_ANSWER, { got: 'time-out' }));
    await it.dueWork.release(claim);
    expect((await recordUnasked()).unwrapErr()).to.deep.equal(MUST_BE_ASKED);
    expect((await it.refund())?.status).to.equal('due');
  });

  for (const [when, seconds] of [
    ['a few seconds before', -10],
    ['less than a minute before', -59],
    ['after', 10],
  ] as const)
    // Proves: refund-by-hand
    it(`is not recorded without a query during an ordinary pause: workers ran ${when} it`, async () => {
      const it = await owed();
      await it.jobRuns.record('payments', later(it.clock.now(), { seconds }));
      await pausePayments(it)({ paused: true, why: 'a test', by: BY });
      const recorded = await record(it, { unasked: true });
      expect(recorded.unwrapErr()).to.deep.equal({ code: 'refund_must_be_asked' });
      expect((await it.refund())?.status).to.equal('due');
    });

  // Proves: refund-by-hand
  it('by transfer is recorded once, even if it is recorded twice at the same time', async () => {
    const it = await owed();
    const slow = {
      ...it.paymentQueries,
      // The data that the second call has read is outdated when it continues.
      find: async (id: string) => {
        const read = await it.paymentQueries.find(id);
        if (read?.refund?.status !== 'done') expect((await record(it)).isOk()).to.equal(true);
        return read;
      },
    };
    expect((await record({ ...it, paymentQueries: slow })).unwrapErr().code).to.equal('illegal_transition');
    expect(transfersIn(await historyOf(it, it.id))).to.deep.equal([]);
  });

  // Proves: leases-fence
  it('is not changed by a worker that has lost its lease and got a refusal or no answer', async () => {
    for (const answer of [refused('refused' as const), refused('not_supported' as const), SILENCE]) {
      const it = await claimedAgain();
      const before = await it.refund();
      it.clock.advance({ minutes: 30 });
      await refundWith(it, { ...it.claim, lease: 'lost long ago' }, async () => answer);
      expect(await it.refund()).to.deep.equal(before);
    }
  });

  it('that a late answer to another worker has completed is not changed by the worker that holds the lease', async () => {
    for (const answer of [refused('refused' as const), refused('not_supported' as const), SILENCE]) {
      const it = await claimedAgain();
      await refundWith(it, it.claim, async () => {
        await refundWith(it, { ...it.claim, lease: 'lost long ago' }, async () => GIVEN);
        return answer;
      });
      expect(await it.refund()).to.include({ status: 'done', due: null });
    }
  });

  it('shows in its history and to operators why it is not done yet', async () => {
    const it = await claimedAgain();
    await refundWith(it, it.claim, async () => refused('refused' as const, { status: 422 }));
    const entry = { why: { code: 'refund_pending' }, evidence: { status: 422 } };
    expect((await historyOf(it, it.id)).at(-1)).to.deep.include(entry);
    expect((await it.refund())?.due).to.deep.include({ lastError: { code: 'refund_refused' } });
    expect((await it.refund())?.status).to.equal('due');
    await refundWith(it, it.claim, async () => refused('not_supported' as const));
    const last = (await historyOf(it, it.id)).at(-1);
    expect(last).to.deep.include({ why: { code: 'refund_not_supported' }, to: 'manual' });
  });

  it('of a provider that is no longer configured stays due and shows why', async () => {
    const it = await owed('unanswered');
    it.clock.moveTo((await it.dueWork.next('refunds')) ?? it.clock.now());
    await makeRefund({ ...it, providers: { ...it.providers, has: () => false } })(await it.claimWork(REFUNDS));
    expect(await it.refund()).to.deep.include({ status: 'due' });
    expect((await it.refund())?.due).to.deep.include({ lastError: { code: 'provider_not_configured' } });
  });

  it('in progress at the provider is not a problem, and is done once the provider has made it', async () => {
    const it = await claimedAgain();
    const { due: _, ...refund } = (await it.refund()) ?? expect.fail();
    await inUnit(it.unitOfWork, async ({ refunds }) => {
      await refunds.find(refund.companyId, refund.id);
      const at = it.clock.now();
      await refunds.save({ ...refund, due: { at, attempts: 1 } }, { at, why: BY_A_TEST });
    });
    await refundWith(it, it.claim, async () => notYet());
    const waiting = await it.refund();
    expect(waiting?.status).to.equal('due');
    expect(waiting?.due).to.not.have.any.keys('lastError', 'failingSince');
    await refundWith(it, it.claim, async () => GIVEN);
    expect((await it.refund())?.status).to.equal('done');
  });
});

describe('a refund that is retried', () => {
  const NOW = at('2026-01-15T12:00:07.000Z');

  it('counts as failing since its first refusal, or since its first error if none was a refusal', () => {
    const waiting = retryRefund(aRefund({ status: 'due' }), NOW);
    expect(waiting.due).to.not.have.any.keys('lastError', 'failingSince');
    const silent = retryRefund(waiting, later(NOW, { hours: 1 }), NO_ANSWER);
    expect(silent.due).to.deep.include({ lastError: NO_ANSWER, failingSince: later(NOW, { hours: 1 }) });
    const again = retryRefund(silent, later(NOW, { hours: 2 }), NO_ANSWER);
    expect(again.due).to.include({ failingSince: later(NOW, { hours: 1 }) });
    const refusal = { code: 'refund_refused' } as const;
    const refusedNow = retryRefund(again, later(NOW, { hours: 3 }), refusal);
    expect(refusedNow.due).to.deep.include({ lastError: refusal, failingSince: later(NOW, { hours: 3 }) });
    const silentAgain = retryRefund(refusedNow, later(NOW, { hours: 4 }), NO_ANSWER);
    expect(silentAgain.due).to.deep.include({ lastError: refusal, failingSince: later(NOW, { hours: 3 }) });
    const onItsWay = retryRefund(silentAgain, later(NOW, { hours: 5 }));
    expect(onItsWay.due).to.not.have.any.keys('lastError', 'failingSince');
  });
});

describe('an operator who records a refund', () => {
  // Proves: refunds
  it('completes a manual refund with reference, note and author', async () => {
    const it = await owed('unsupported');
    expect((await it.refund())?.status).to.equal('manual');
    const listed = (await listActionItems(it)()).map(({ kind, id, why }) => ({ kind, id, why }));
    expect(listed).to.deep.equal([{ kind: 'refund_manual', id: it.id, why: null }]);
    const { refund, givenBackBy } = (await record(it)).unwrap();
    expect(refund).to.include({ status: 'done', completed: it.clock.now(), amount: 1 });
    expect(givenBackBy).to.equal('operator');
    const evidence = { reference: 'VIR-7', note: 'by bank' };
    expect((await historyOf(it, it.id)).at(-1)).to.deep.include({
      ...{ what: 'refund', to: 'done', why: { code: 'refunded_by_transfer', ...evidence }, by: BY, evidence },
    });
    expect((await record(it)).unwrapErr()).to.include({ code: 'illegal_transition', from: 'done' });
  });

  // Proves: refund-by-hand
  it('learns that the provider made the refund if only its answer was lost, and the answer is stored', async () => {
    const it = await owed('unanswered');
    expect(it.provider.session(it.id).refunds).to.equal(1);
    it.provider.allow({ refund: true });
    const { refund, givenBackBy } = (await record(it)).unwrap();
    expect([refund.status, givenBackBy]).to.deep.equal(['done', 'provider']);
    const why = { code: 'transfer_repeated', reference: 'VIR-7', note: 'by bank', refundedBy: 'provider' };
    const evidence = { reference: 'VIR-7', note: 'by bank', transferRepeated: 'VIR-7' };
    expect((await historyOf(it, it.id)).at(-1)).to.deep.include({ to: 'done', by: BY, why, evidence });
  });

  // Proves: refund-by-hand
  it('is refused while the provider is silent, unless they have checked its website; they may retry at once', async () => {
    const it = await owed('unanswered');
    it.provider.fallSilent();
    for (let n = 0; n < 2; n += 1) expect((await record(it)).unwrapErr()).to.deep.equal({ code: 'refund_uncertain' });
    expect(await it.refund()).to.include({ status: 'due', completed: null });
    expect((await it.refund())?.due?.lastError).to.deep.equal(NO_ANSWER);
    expect((await record(it, { unanswered: true })).unwrap().givenBackBy).to.equal('operator');
    expect(await it.refund()).to.include({ status: 'done' });
  });

  // Proves: refund-by-hand
  it('keeps jobs from refunding meanwhile, and gets the answer of a job that started earlier', async () => {
    const it = await owed();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const refund: MobileMoney['refund'] = async (id) => {
      asked.resolve();
      await answer.promise;
      return it.provider.refund(id);
    };
    const recording = record(it, {}, { refund });
    await asked.promise;
    it.clock.advance({ hours: 1 });
    await it.doWhatIsDue();
    expect((await it.refund())?.status).to.equal('due');
    await it.store.passRealTime(59);
    expect((await record(it)).unwrapErr()).to.deep.equal({ code: 'refund_under_way' });

    // The command's lease ends after a minute. A job makes the refund, and the command learns of it.
    await it.store.passRealTime(1);
    it.provider.allow({ refund: true });
    await it.doWhatIsDue();
    expect((await it.refund())?.status).to.equal('done');
    answer.resolve();
    expect((await recording).unwrap().givenBackBy).to.equal('provider');
    const history = await historyOf(it, it.id);
    expect(history.at(-1)?.evidence).to.include({ transferRepeated: 'VIR-7' });
    // The job's refund, which the command learns of again, is not a second one.
    expect(history.map(({ why }) => why.code)).not.to.include('also_refunded_by_provider');
    expect(it.provider.session(it.id).refunds).to.equal(1);
  });

  for (const currency of ['XOF', 'GMD'])
    // Proves: refund-by-hand
    it(`does not hide a late answer to a worker, which shows that the provider made the refund after all (${currency})`, async () => {
      const it = await claimedAgain(currency);
      await refundWith(it, it.claim, async () => {
        await it.store.endLeases();
        expect((await record(it)).unwrap().givenBackBy).to.equal('operator');
        return GIVEN;
      });
      const last = (await historyOf(it, it.id)).at(-1);
      expect(last).to.deep.include({ from: 'done', to: 'done', evidence: { status: 200 } });
      expect(last?.why.code).to.equal('also_refunded_by_provider');
    });

  for (const refund of [false, 'unsupported'] as const)
    // Proves: provider-removed
    it(`needs no answer of a provider that is not configured (${String(refund)}), and releases the refund at once`, async () => {
      const it = await owed(refund);
      const another = { provider: 'another' };
      for (let n = 0; n < 2; n += 1)
        expect((await record(it, {}, another)).unwrapErr()).to.deep.equal({ code: 'refund_uncertain' });
      it.clock.advance({ hours: 1 });
      await jobs({ ...it, providers: providersOf({ ...it.provider, ...another }) }).payments();
      expect(it.errorReporter.all).to.deep.equal([]);
      if (refund === false) expect((await it.refund())?.due?.lastError).to.deep.equal({ code: 'refund_refused' });
      const recorded = await record(it, { unanswered: true }, another);
      expect(recorded.unwrap()).to.deep.include({ givenBackBy: 'operator' });
    });

  it('releases the refund at once if the call to the provider throws', async () => {
    const it = await owed();
    const failing = record(it, {}, { refund: () => Promise.reject(new Error('a fault')) });
    expect(await failing.catch(String)).to.equal('Error: a fault');
    expect((await record(it)).unwrap().givenBackBy).to.equal('operator');
  });

  it('is refused if nothing was paid', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    expect((await record({ ...it, id })).unwrapErr()).to.deep.equal({ code: 'refund_not_found' });
    expect((await record({ ...it, id: 'none' })).unwrapErr()).to.deep.equal({ code: 'payment_not_found' });
  });

  it('stores the provider’s answer beside the operator’s note', async () => {
    const transfer = { reference: 'VIR-7', note: 'by bank' };
    for (const [answer, why] of [
      [GIVEN, { code: 'transfer_repeated', ...transfer, refundedBy: 'provider' }],
      [refused('refused' as const, { status: 422 }), { code: 'refunded_by_transfer', ...transfer }],
      [unknown(NO_ANSWER, { status: 500 }), { code: 'refund_unconfirmed' }],
      [notYet({ status: 202 }), { code: 'refund_unconfirmed' }],
    ] as const) {
      const it = await owed();
      await record(it, {}, { refund: async () => answer });
      const repeated = answer.outcome === 'done' && { transferRepeated: 'VIR-7' };
      const evidence = { ...transfer, provider: answer.evidence, ...repeated };
      expect((await historyOf(it, it.id)).at(-1)).to.deep.include({ why, by: BY, evidence });
    }
  });

  it('learns of each other transfer once, even one whose recording failed while the provider was silent', async () => {
    const it = await owed();
    expect((await record(it, {}, { refund: async () => SILENCE })).unwrapErr()).to.deep.equal({
      code: 'refund_uncertain',
    });
    expect((await record(it, { reference: 'VIR-8' })).unwrap().givenBackBy).to.equal('operator');
    for (const reference of ['VIR-7', 'VIR-9', 'VIR-7'])
      expect((await record(it, { reference })).unwrap().givenBackBy).to.equal('another_operator');
    expect(transfersIn(await historyOf(it, it.id))).to.deep.equal(['VIR-7', 'VIR-9']);
  });

  for (const currency of ['XOF', 'GMD'])
    it(`learns once per transfer that the provider had made the refund, unless it is the recorded one (${currency})`, async () => {
      const it = await claimedAgain(currency);
      await refundWith(it, it.claim, async () => GIVEN);
      await it.store.endLeases();
      for (const _ of [1, 2]) expect((await record(it)).unwrap().givenBackBy).to.equal('provider');
      const repeated = (await historyOf(it, it.id)).filter(({ why }) => why.code === 'transfer_repeated');
      expect(repeated.map(({ why }) => why)).to.deep.equal([
        { code: 'transfer_repeated', reference: 'VIR-7', note: 'by bank', refundedBy: 'provider' },
      ]);
      expect((await record(it, { onPages: true })).unwrapErr().code).to.equal('illegal_transition');
    });

  it('learns of another transfer after a restore, although the provider may be queried', async () => {
    const it = await owed();
    it.provider.allow({ refund: 'unsupported' });
    expect((await record(it, { reference: 'VIR-8' })).unwrap().givenBackBy).to.equal('operator');
    expect((await record(it, { reference: 'VIR-7', unasked: true })).unwrap().givenBackBy).to.equal('another_operator');
  });

  it('leaves a refund failing that the provider does not confirm', async () => {
    const it = await owed();
    it.clock.moveTo((await it.dueWork.next('refunds')) ?? it.clock.now());
    await record(it, {}, { refund: async () => SILENCE });
    expect((await it.refund())?.due).to.deep.include({ lastError: { code: 'refund_refused' } });
    expect(Date.parse((await it.refund())?.due?.at ?? '')).to.be.above(Date.parse(it.clock.now()));
  });

  it('learns that another operator had made the refund on the provider’s website, as the provider confirms', async () => {
    const it = await owed();
    (await record(it, { onPages: true }, { refund: async () => GIVEN })).unwrap();
    await record(it);
    const [last] = (await historyOf(it, it.id)).toReversed();
    expect(last?.why).to.include({ code: 'transfer_repeated', refundedBy: 'operator' });
  });

  it('need not query the provider if the contract was cancelled again after a restore, unless a worker did', async () => {
    for (const isAsked of [false, true]) {
      const it = await buyContract(({ authority }) => authority.refuseAll(true));
      await pausePayments(it)({ paused: true, why: 'restored', by: BY });
      it.clock.advance({ minutes: 1 });
      await it.cancel();
      if (isAsked) await it.dueWork.release(await it.claimWork(REFUNDS));
      const recorded = await record({ ...it, id: it.paymentId }, { unasked: true });
      expect(recorded.isErr() && recorded.error.code).to.equal(isAsked && 'refund_must_be_asked');
    }
  });

  // Proves: refund-by-hand
  it('changes nothing if the provider’s refusal arrives after the lease has ended', async () => {
    const it = await owed();
    const refund = async () => {
      await it.store.endLeases();
      return refused('refused' as const);
    };
    const answer = await record(it, {}, { refund });
    expect(answer.unwrapErr()).to.deep.equal({ code: 'refund_under_way' });
    expect(await it.refund()).to.include({ status: 'due', completed: null });
  });
});
