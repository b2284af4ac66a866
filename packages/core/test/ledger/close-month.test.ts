import { FAULTS, findClosing, listClosings, type Instant, Ok, SHORT_TEXT } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { closeMonth } from '../../src/use-cases/ledger/close-month.ts';
import { scenario, type Scenario } from '../scenario.ts';

const close = (it: Scenario, month: string) => closeMonth(it)({ month, by: 'an operator' }, () => undefined);

const payIn = async (zone?: string) => {
  const it = zone === undefined ? await scenario() : await scenario({}, {}, zone);
  const { id } = (await it.pay()).unwrap();
  it.provider.pay(id);
  await it.pass({ minutes: 3 });
  return it;
};

describe('closing a month of the books', () => {
  it('includes entries of its last day and excludes those of the next day', async () => {
    const it = await payIn();
    const [entry] = await it.books.entries(it.company.id, null, 10);
    if (!entry) throw new Error('nothing was booked');
    const { unitOfWork } = it;
    for (const bookedOn of ['2026-01-31', '2026-02-01'] as (typeof entry.bookedOn)[])
      await unitOfWork.run(async ({ ledger }) =>
        Ok(await ledger.post({ ...entry, id: it.ids.next(), subjectId: it.ids.next(), bookedOn })),
      );
    it.clock.moveTo('2026-03-01T00:00:00.000Z' as Instant);
    (await close(it, '2026-01')).unwrap();
    const [wallet] = (await it.books.balances({ number: 1 })).filter(({ account }) => account === 'wallet');
    expect(wallet?.debit).to.equal(2 * 121_428);
    expect(await it.books.firstDay()).to.equal('2026-02-01');
  });

  it('records who closed it, when, and the reason if there is one', async () => {
    const it = await payIn();
    it.clock.moveTo('2026-03-01T00:00:00.000Z' as Instant);
    const by = { at: it.clock.now(), by: 'an operator' };
    (await close(it, '2026-01')).unwrap();
    const account = { issuer: 'https://id.example', subject: 'u-1' };
    const person = { name: by.by, ...account };
    (await closeMonth(it)({ month: '2026-02', by: person, why: 'the year’s accounts' }, () => undefined)).unwrap();
    expect(await it.books.closings()).to.deep.equal([
      { ...by, number: 1, month: '2026-01', why: null },
      { ...by, account, number: 2, month: '2026-02', why: 'the year’s accounts' },
    ]);
  });

  it('is refused for an invalid month, and for a reason that is empty or too long', async () => {
    const it = await payIn();
    it.clock.moveTo('2027-03-01T00:00:00.000Z' as Instant);
    const messages = { month: FAULTS.month, why: FAULTS.length(SHORT_TEXT) };
    const noTexts = [202601, ['2026-01']] as unknown as string[];
    for (const given of [
      ...['2026', '2026-1', '2026-13', '0000-01', '2026-01-01', '', ...noTexts].map((month) => ({ month })),
      ...[' ', 'x'.repeat(501)].map((why) => ({ month: '2026-01', why })),
    ]) {
      const field = 'why' in given ? 'why' : 'month';
      const refused = (await closeMonth(it)({ by: 'an operator', ...given }, () => undefined)).unwrapErr();
      const details = [{ field, message: messages[field] }];
      expect(refused, JSON.stringify(given)).to.deep.equal({ code: 'invalid_request', details });
    }
    expect(await it.books.closings()).to.deep.equal([]);
  });

  it('succeeds for one of two simultaneous operators, and the other is refused', async () => {
    const it = await payIn();
    it.clock.moveTo('2026-02-01T00:00:00.000Z' as Instant);
    const both = await Promise.all([close(it, '2026-01'), close(it, '2026-01')]);
    expect(both.flatMap((each) => (each.isErr() ? each.error : []))).to.deep.equal([{ code: 'month_closed' }]);
    expect(await it.books.closings()).to.have.length(1);
  });
});

describe('the list of months', () => {
  const shownAt = async (it: Scenario, at: string) => {
    it.clock.moveTo(at as Instant);
    const { closings, next } = await listClosings(it)();
    return { closed: closings.map(({ month }) => month), next };
  };

  it('has the closed months, and the next one with whether it has ended by the business calendar and can be closed', async () => {
    expect(await shownAt(await scenario(), '2026-05-01T00:00:00.000Z')).to.deep.equal({ closed: [], next: undefined });
    const it = await payIn('Pacific/Auckland');
    const january = (isOver: boolean) => ({ closed: [], next: { month: '2026-01', isOver } });
    expect(await shownAt(it, '2026-01-31T10:59:59.999Z')).to.deep.equal(january(false));
    expect((await close(it, '2026-01')).unwrapErr()).to.deep.equal({ code: 'month_not_over' });
    expect(await shownAt(it, '2026-01-31T11:00:00.000Z')).to.deep.equal(january(true));
    (await close(it, '2026-01')).unwrap();
    expect(await shownAt(it, '2026-02-28T10:59:59.999Z')).to.deep.equal({
      closed: ['2026-01'],
      next: { month: '2026-02', isOver: false },
    });
    it.clock.moveTo('2026-03-01T00:00:00.000Z' as Instant);
    (await close(it, '2026-02')).unwrap();
    expect(await shownAt(it, '2026-05-01T00:00:00.000Z')).to.deep.equal({
      closed: ['2026-01', '2026-02'],
      next: { month: '2026-03', isOver: true },
    });
  });

  it('finds the closing of each month that is closed', async () => {
    const it = await payIn();
    it.clock.moveTo('2026-03-01T00:00:00.000Z' as Instant);
    const closed = [(await close(it, '2026-01')).unwrap(), (await close(it, '2026-02')).unwrap()];
    const found = await Promise.all(['2026-01', '2026-02', '2026-03'].map(findClosing(it)));
    expect(found).to.deep.equal([...closed, undefined]);
  });
});
