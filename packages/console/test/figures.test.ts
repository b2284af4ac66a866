import { addCompany, later, type LocalDate } from '@vehicle-insurance/core';
import { aFailedPayment, aRefund, BY_A_TEST, inUnit, storedPayment, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { firstCompleteDay } from '../src/pages/figures.ts';
import { openOffice } from './office.ts';
import { rowsOf } from './visitor.ts';

describe('the daily figures of the console', () => {
  const read = new Map(['2026-01-16', '2026-01-14', '2026-01-15'].map((date) => [date as LocalDate, []]));

  it('are shown for every day if the limit was not reached', () => {
    expect(firstCompleteDay(read, 19_999) <= '2026-01-01').to.equal(true);
    expect(firstCompleteDay(new Map(), 0) <= '2026-01-01').to.equal(true);
  });

  it('begin after the day that was only read in part', () => {
    expect(firstCompleteDay(read, 20_000)).to.equal('2026-01-15');
  });

  it('cover fourteen days up to today, and all companies together', async () => {
    const office = await openOffice();
    try {
      const second = (await addCompany(office.ports)({ name: 'Courtage second' })).unwrap();
      for (const companyId of [office.company.id, office.company.id, second.id])
        await office.quote(undefined, companyId);
      const { text } = await (await office.signedIn('Awa', 'look')).get('/figures');
      const days = rowsOf(text).filter(([first = '']) => /^\d{2}\/\d{2}\/\d{4}$/.test(first));
      expect(days).to.have.length(14);
      expect(days.map((row) => row[2])).to.deep.equal([...Array<string>(13).fill('0'), '3']);
    } finally {
      await office.close();
    }
  });

  it('count a refund on its own day, even if its payment is older than the days shown', async () => {
    const office = await openOffice();
    try {
      const { unitOfWork } = office.store;
      const at = office.clock.now();
      const { quote } = await storedQuote(unitOfWork);
      const created = later(at, { hours: -24 * 40 });
      const payment = await storedPayment(unitOfWork, quote, aFailedPayment({ created }));
      const { companyId, id: paymentId, session } = payment;
      const own = { companyId, paymentId, sessionId: session?.id ?? '', amount: 5_000 };
      const refund = aRefund({ ...own, status: 'done', created: later(at, { hours: -24 }), completed: at, due: null });
      await inUnit(unitOfWork, ({ refunds }) => refunds.add(refund, { at, why: BY_A_TEST }));
      const { text } = await (await office.signedIn('Awa', 'look')).get('/figures');
      expect(rowsOf(text).at(-2)?.at(-1)).to.match(/^5.000/);
    } finally {
      await office.close();
    }
  });
});
