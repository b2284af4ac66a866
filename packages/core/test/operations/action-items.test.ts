import {
  FAULTS,
  dismissActionItem,
  later,
  listActionItems,
  retryCertificate,
  type Transaction,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import { day, memoryStore, NO_ANSWER, OUT_OF_STOCK } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario, type Scenario } from '../scenario.ts';

const BY = 'operator';

const actionItems = async (it: Scenario) =>
  (await listActionItems(it)()).map(({ kind, id, why }) => ({ kind, id, why }));

describe('work that is retried with growing delays', () => {
  const onlyItem = async (it: Scenario) => {
    const [item, ...more] = await listActionItems(it)();
    if (!item || more.length > 0) throw new Error(`expected one item, there are ${more.length + (item ? 1 : 0)}`);
    return item;
  };
  const kinds = async (it: Scenario) => (await listActionItems(it)()).map(({ kind }) => kind);
  const buyAfter = async (prepare: (it: Scenario) => void, over: Parameters<typeof scenario>[0] = {}) => {
    const it = await scenario(over);
    prepare(it);
    it.provider.pay((await it.pay()).unwrap().id);
    return it;
  };

  // Proves: overdue-work-listed, authority-silent-is-no-refusal
  it('is listed after an hour without an answer from the authority, and as missing cover when cover has begun', async () => {
    const it = await buyAfter(({ authority }) => authority.fallSilent(), { startDate: day('2026-02-01') });
    await it.pass({ minutes: 59 });
    expect(await kinds(it)).to.deep.equal([]);
    await it.pass({ minutes: 10 });
    const why = { ...NO_ANSWER, of: 'authority' };
    expect(await onlyItem(it)).to.deep.include({ kind: 'certificate_late', why, companyName: it.company.name });
    await it.pass({ hours: 24 * 18 });
    const item = await onlyItem(it);
    expect(item).to.deep.include({ kind: 'cover_without_certificate', why });
    expect(item.nextTry).to.satisfy((next: string) => next > it.clock.now());
    const work = await it.workQueries.status(it.clock.now());
    const status = work.find((each) => each.kind === 'certificates');
    expect(status).to.include({ due: 0, failing: 1 });
    expect(status?.stuck[0]).to.deep.include({ id: item.id, lastError: why, nextTry: item.nextTry });
    expect(status?.oldestFailing?.slice(0, 10)).to.equal('2026-01-15');
    it.authority.speakAgain();
    await it.pass({ hours: 2 });
    expect(await kinds(it)).to.deep.equal([]);
  });

  it('is listed as missing cover 5 minutes after the request if cover begins on the day of the request', async () => {
    const it = await buyAfter(({ authority }) => authority.fallSilent(), { startDate: day('2026-01-15') });
    await it.pass({ minutes: 3 });
    const { certificateRequest: request } = await it.contract();
    it.clock.moveTo(later(request.created, { minutes: 5, milliseconds: -1 }));
    expect(await kinds(it)).to.deep.equal([]);
    it.clock.advance({ milliseconds: 1 });
    expect(await kinds(it)).to.deep.equal(['cover_without_certificate']);
  });

  // Proves: overdue-work-listed
  it('is listed while a payment cannot be queried, even after the payment was closed for that reason', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.provider.fallSilent();
    await it.pass({ hours: 23 });
    expect(await onlyItem(it)).to.deep.include({ kind: 'payment_past_window', id, why: NO_ANSWER });
    await it.pass({ hours: 24 * 2 });
    expect((await it.latestPayment()).failureReason).to.equal('provider_unavailable');
    expect(await onlyItem(it)).to.deep.include({ kind: 'payment_unreadable', id, why: NO_ANSWER });
    it.provider.speakAgain();
    await it.pass({ hours: 2 });
    expect(await kinds(it)).to.deep.equal([]);
  });

  // Proves: overdue-work-listed, debit-after-session
  it('is listed while a debit is in progress after the window, and again an hour later if it still is', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.provider.put(id, { state: 'expired_processing' });
    await it.pass({ minutes: 29 });
    expect(await kinds(it)).to.deep.equal([]);
    await it.pass({ minutes: 20 });
    expect(await onlyItem(it)).to.deep.include({ kind: 'payment_past_window', id, why: { code: 'debit_in_progress' } });
    await it.pass({ minutes: 50 });
    expect((await it.latestPayment()).failureReason).to.equal('expired');
    expect(await onlyItem(it)).to.deep.include({ kind: 'payment_unreadable', id, why: { code: 'debit_in_progress' } });
    it.provider.put(id, { state: 'expired' });
    await it.pass({ hours: 2 });
    expect(await kinds(it)).to.deep.equal([]);
  });

  it('keeps its status when it is dismissed, so that each line of the history starts from the previous status', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.provider.fallSilent();
    await it.pass({ minutes: 40 });
    /** Finds a payment just before late money arrives and a worker records it. */
    const meanwhile = ({ payments }: Transaction): Transaction['payments'] => ({
      ...payments,
      find: async (...asked) => {
        const found = await payments.find(...asked);
        it.provider.speakAgain();
        it.provider.pay(id);
        await it.pass({ minutes: 5 });
        return found;
      },
    });
    const unitOfWork: UnitOfWork = {
      run: (work) => it.unitOfWork.run((tx) => work({ ...tx, payments: meanwhile(tx) })),
    };
    expect((await dismissActionItem({ ...it, unitOfWork })({ ids: [id], why: 'seen', by: BY })).isOk()).to.equal(true);
    const lines = (await it.paymentQueries.find(id))?.history.filter(({ what }) => what === 'payment') ?? [];
    const changes = ['nothing → opening', 'opening → pending', 'pending → failed', 'failed → failed'];
    expect(lines.map(({ from, to }) => [from ?? 'nothing', to].join(' → '))).to.deep.equal(changes);
  });
});

describe('an operator who dismisses an action item', () => {
  const WHY = 'the client was informed';
  const buyRefused = async () => {
    const it = await scenario();
    it.authority.refuseAll(true);
    it.provider.pay((await it.pay()).unwrap().id);
    await it.pass({ hours: 7 });
    const { id } = (await it.contract()).contract;
    const dismiss = (over: Partial<Parameters<ReturnType<typeof dismissActionItem>>[0]> = {}) =>
      dismissActionItem(it)({ ids: [id], why: WHY, by: BY, ...over });
    return { ...it, id, dismiss };
  };

  // Proves: dismissed
  it('no longer sees it, and the subject’s history shows who dismissed it and why', async () => {
    const it = await buyRefused();
    expect((await it.dismiss()).unwrap()).to.include({ kind: 'certificate_failed', id: it.id });
    expect(await actionItems(it)).to.deep.equal([]);
    const { contract } = await it.contract();
    expect((await it.contractQueries.inspect(it.id))?.history.at(-1)).to.deep.equal({
      ...{ what: 'contract', id: it.id, from: contract.status, to: contract.status, at: it.clock.now() },
      ...{ why: { code: 'item_dismissed', note: WHY }, by: BY },
      evidence: { dismissed: 'certificate_failed', was: OUT_OF_STOCK },
    });
    await it.pass({ hours: 24 * 3 });
    expect(await actionItems(it)).to.deep.equal([]);
    expect((await it.dismiss()).unwrapErr()).to.deep.equal({ code: 'item_not_listed' });
  });

  // Proves: dismissed
  it('sees it again if the problem recurs, and cannot dismiss a problem that has recurred since it was read', async () => {
    const it = await buyRefused();
    const findSince = async () => (await listActionItems(it)([it.id]))[0]?.since ?? expect.fail('it is not listed');
    const seen = await findSince();
    await it.dismiss();
    await it.pass({ hours: 1 });
    await retryCertificate(it)({ contractId: it.id, why: 'stock was bought', by: BY });
    await it.pass({ hours: 7 });
    expect(await actionItems(it)).to.deep.equal([{ kind: 'certificate_failed', id: it.id, why: OUT_OF_STOCK }]);
    expect((await it.dismiss({ seen })).unwrapErr()).to.deep.equal({ code: 'item_changed' });
    expect((await it.dismiss({ seen: await findSince() })).isOk()).to.equal(true);
  });

  it('is refused if nothing is listed, or if several items match', async () => {
    const it = await buyRefused();
    // An item whose subject no longer exists.
    const { unitOfWork } = memoryStore();
    const gone = dismissActionItem({ ...it, unitOfWork })({ ids: [it.id], why: WHY, by: BY });
    for (const refused of [it.dismiss({ ids: ['none'] }), it.dismiss({ kind: 'refund_manual' }), gone])
      expect((await refused).unwrapErr()).to.deep.equal({ code: 'item_not_listed' });
    const details = [{ field: 'ids', message: FAULTS.texts }];
    const invalid = (await it.dismiss({ ids: [it.id, '\0'] })).unwrapErr();
    expect(invalid).to.deep.equal({ code: 'invalid_request', details });
    await it.pass({ hours: 24 * 400 });
    const several = (await it.dismiss()).unwrapErr();
    const listed = several.code === 'item_ambiguous' && several.items.map(({ kind }) => kind);
    expect(listed).to.deep.equal(['contract_past_last_day', 'certificate_failed']);
    expect((await it.dismiss({ kind: 'certificate_failed' })).isOk()).to.equal(true);
    expect((await actionItems(it)).map(({ kind }) => kind)).to.deep.equal(['contract_past_last_day']);
  });
});
