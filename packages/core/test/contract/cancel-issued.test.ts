import { addDays, cancelContract, recordRefund, startOfDay, type UnitOfWork } from '@vehicle-insurance/core';
import { aPayment, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { buyContract, buyIssued, BY, WHY } from '../certificate/bought.ts';
import { wideWorld } from '../wide-world.ts';
import { soldUntil } from '../../src/domain/contract/cancellation.ts';
import { lastDayToday, type CancelContractCommand } from '../../src/use-cases/contract/cancel-contract.ts';

const CHARGED = 121_428;

const issued = async (today?: string) => {
  const it = await buyIssued(today);
  const read = async () => (await it.contract()).contract;
  const types = async () =>
    (await it.journal.page(it.company.id, { after: 0, limit: 100 })).data.map(({ type }) => type);
  const entryOf = async (cause: string) =>
    (await it.books.entries(it.company.id, null, 100)).find((entry) => entry.cause === cause);
  return { ...it, read, types, entryOf, tryCancel: it.commands.cancel };
};

describe('cancelling an issued contract', () => {
  // Proves: cancelling-issued
  it('before the first day refunds everything through the provider, and leaves the contract pending for ever', async () => {
    const it = await issued('2026-01-31');
    const before = await it.read();
    const done = (await it.tryCancel(WHY, { code: 'withdrawal' })).unwrap();
    expect(done).to.deep.include({ refundMode: 'automatic', isPreview: false });
    expect(await it.read()).to.deep.include({ status: 'pending', endDate: before.endDate });
    expect((await it.read()).cancelled).to.deep.include({ code: 'withdrawal', reason: WHY, lastDay: null });
    await it.doWhatIsDue();
    expect(await it.refund()).to.deep.include({ status: 'done', amount: CHARGED });
    expect(it.provider.session(it.paymentId).refunds).to.equal(1);
    await it.goTo('2027-03-01');
    expect(await it.read()).to.include({ status: 'pending', endDate: '2027-01-31' });
    expect((await it.request()).status).to.equal('issued');
  });

  // Proves: cancelling-issued
  it('during its cover refunds the days after the last one, and the contract expires when that day is over', async () => {
    const it = await issued('2026-07-30');
    const done = (await it.tryCancel(WHY, { code: 'sale', lastDay: '2026-07-31' })).unwrap();
    expect(done.refundMode).to.equal('part');
    expect(done.charged).to.deep.equal({ amount: CHARGED, fees: 1_203 });
    expect(await it.read()).to.include({ status: 'started', endDate: '2026-07-31' });
    expect(soldUntil(await it.read())).to.equal('2027-01-31');
    await it.goTo('2026-07-31');
    expect((await it.read()).status).to.equal('started');
    await it.goTo('2026-08-01');
    expect((await it.read()).status).to.equal('expired');
    const lastTypes = ['contract.cancelled', 'payment.refund_manual', 'contract.expired'];
    expect((await it.types()).slice(-3)).to.deep.equal(lastTypes);
    const { certificateRequest } = await it.contract();
    expect(certificateRequest.certificate?.expiryDate).to.equal('2027-01-31');
  });

  // Proves: cancelling-issued-part
  it('never requests a partial refund from the provider, even if an operator records the refund', async () => {
    const it = await issued();
    (await it.tryCancel()).unwrap();
    await it.pass({ hours: 48 });
    expect(await it.refund()).to.deep.include({ status: 'manual', amount: 57_719, isPart: true, due: null });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['refund_manual']);
    const why = { code: 'refund_in_part', note: WHY };
    expect((await it.paymentQueries.find(it.paymentId))?.history.at(-1)).to.deep.include({ what: 'refund', why });
    const byHand = { paymentId: it.paymentId, reference: 'VIR-7', note: 'by bank', by: BY };
    expect((await recordRefund(it)(byHand)).unwrap().givenBackBy).to.equal('operator');
    expect(await it.refund()).to.deep.include({ status: 'done', amount: 57_719 });
    expect(it.provider.session(it.paymentId).refunds).to.equal(0);
    expect((await it.entryOf('refund_by_hand'))?.postings).to.deep.equal([
      ...[
        { account: 'refunds_due', amount: 57_719 },
        { account: 'suspense', amount: -57_719 },
      ],
    ]);
    expect(await it.listed()).to.deep.equal([]);
  });

  it('refunds and books nothing if the operator decides so, or if the refund would be less than 100 francs', async () => {
    const [decided, onLastDay] = [await issued(), await issued('2027-01-31')];
    expect((await decided.tryCancel(WHY, { refund: 'none' })).unwrap().refundMode).to.equal('none');
    expect((await onLastDay.tryCancel()).unwrap().refundMode).to.equal('none');
    for (const it of [decided, onLastDay]) {
      expect((await it.read()).cancelled?.refund).to.equal(null);
      expect(await it.refund()).to.equal(null);
      expect(await it.entryOf('contract_cancelled')).to.equal(undefined);
      expect((await it.types()).filter((type) => type === 'contract.cancelled')).to.have.length(1);
    }
  });

  it('is refused with a last day outside the remaining cover, and changes nothing', async () => {
    const it = await issued();
    const refusal = { code: 'last_day_out_of_range', from: '2026-07-31', until: '2027-01-31' };
    for (const lastDay of ['2026-07-30', '2027-02-01'])
      expect((await it.tryCancel(WHY, { lastDay })).unwrapErr()).to.deep.equal(refusal);
    expect((await it.read()).cancelled).to.equal(null);
  });

  it('proposes the present day as the last one during the cover, and no day otherwise', async () => {
    const it = await issued('2026-01-31');
    const proposed = async (today: string) => {
      await it.goTo(today);
      return (await lastDayToday(it, it.contractId)).lastDay;
    };
    for (const today of ['2026-01-31', '2026-02-01', '2027-01-31', '2027-02-01'])
      expect(await proposed(today)).to.equal(today === '2026-02-01' || today === '2027-01-31' ? today : undefined);
    expect(await lastDayToday(it, 'none')).to.deep.equal({});
  });

  it('refunds everything, and proposes no last day, if there is no certificate though the cover has begun', async () => {
    const it = await buyContract(({ authority }) => authority.refuseAll(true));
    it.clock.moveTo(startOfDay(day('2026-07-31'), it.zone));
    expect(await lastDayToday(it, it.contractId)).to.deep.equal({});
    const { terms } = (await it.commands.cancel(WHY, { preview: true })).unwrap();
    expect(terms).to.deep.include({ lastDay: null }).and.to.have.nested.property('refund.amount', CHARGED);
  });

  it('fails and changes nothing if its payment or quote is missing', async () => {
    const it = await issued();
    for (const [name, found] of [
      ['payments', undefined],
      ['payments', aPayment({ session: null })],
      ['quotes', undefined],
    ] as const) {
      const unitOfWork: UnitOfWork = {
        run: (work) => it.unitOfWork.run((tx) => work({ ...tx, [name]: { ...tx[name], find: async () => found } })),
      };
      const failed = cancelContract({ ...it, unitOfWork })({ contractId: it.contractId, why: WHY, by: BY });
      expect(String(await failed.catch((error: unknown) => error))).to.match(/without its payment or quote/);
    }
    expect((await it.read()).cancelled).to.equal(null);
  });

  // Proves: cancelling-preview
  it('has exactly the result that its preview has shown, and the preview changes nothing', async () => {
    const choices: readonly Partial<CancelContractCommand>[] = [
      {},
      { lastDay: '2026-12-31' },
      { refund: 'full' },
      { refund: 'none' },
      { code: 'total_loss', lastDay: '2027-01-31' },
    ];
    for (const choice of choices) {
      const it = await issued();
      const [contract, events] = [await it.read(), await it.types()];
      const shown = (await it.tryCancel(WHY, { ...choice, preview: true })).unwrap();
      expect(shown.isPreview).to.equal(true);
      expect([await it.read(), await it.types(), await it.refund()]).to.deep.equal([contract, events, null]);
      const done = (await it.tryCancel(WHY, choice)).unwrap();
      expect({ ...done, isPreview: true }).to.deep.equal(shown);
      const { lastDay, refund } = (await it.read()).cancelled ?? expect.fail();
      expect({ lastDay, refund }).to.deep.equal({ lastDay: shown.terms.lastDay, refund: shown.terms.refund });
      expect((await it.refund())?.amount).to.equal(shown.terms.refund?.amount);
    }
  });

  // Proves: cancelling-issued-books
  it('settles each provider, insurer and company separately', async () => {
    const it = await wideWorld();
    await it.paid();
    await it.run('certificates', 'documents', 'days');
    const first = (await it.ofPlace(it.places[0]!)).contract?.contract.startDate ?? day('2026-02-01');
    it.clock.moveTo(startOfDay(addDays(first, 99), it.zone));
    await it.run('days');
    for (const place of it.places) {
      const { contract } = await it.ofPlace(place);
      (await cancelContract(it)({ contractId: contract?.contract.id ?? '', why: WHY, by: BY })).unwrap();
    }
    expect(
      await it.each(async (place) => {
        const { contract, payment } = await it.ofPlace(place);
        const entries = await it.books.entries(place.company.id, null, 100);
        const entry = entries.find(({ subjectId }) => subjectId === contract?.contract.id);
        const { wallet, insurer, postings } = entry ?? expect.fail();
        const due = postings.find(({ account }) => account === 'refunds_due');
        return [wallet, insurer, due?.amount, payment?.refund?.amount, payment?.refund?.status];
      }),
    ).to.deep.equal(
      await it.each(({ provider, insurer, quote }) => {
        // The 100th of 365 days is the last.
        const amount = Math.floor((quote.premium.amount * 265) / 365);
        return [provider.provider, insurer, -amount, amount, 'manual'];
      }),
    );
  });
});
