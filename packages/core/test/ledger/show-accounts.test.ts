import { addDays, ageOpenAmounts, showMonth, type Instant, type OpenAmount } from '@vehicle-insurance/core';
import { day, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { closeMonth } from '../../src/use-cases/ledger/close-month.ts';
import { buyContract } from '../certificate/bought.ts';

const TODAY = day('2026-12-01');

const anOpenAmount = (account: OpenAmount['account'], days: number, amount: number): OpenAmount => ({
  ...{ companyId: 'company', insurer: null, wallet: 'wave', paymentId: `${days}`, account, amount },
  since: addDays(TODAY, -days),
});

describe('the accounts', () => {
  it('have the age of each open amount in days, and the total of each account by age', () => {
    const open = [0, 30, 31, 60, 61, 90, 91, 400].map((days, at) => anOpenAmount('refunds_due', days, 2 ** at));
    const other = anOpenAmount('receivable', 31, -5);
    const { amounts, totals } = ageOpenAmounts([...open, other], TODAY);
    expect(amounts).to.deep.equal([...open, other].map((each) => ({ ...each, days: Number(each.paymentId) })));
    expect(totals).to.deep.equal([
      { account: 'refunds_due', count: 8, amount: 255, byAge: [3, 12, 48, 192] },
      { account: 'receivable', count: 1, amount: -5, byAge: [0, -5, 0, 0] },
    ]);
  });

  it('have the trial balance of an open month so far, and of a closed month as it was closed', async () => {
    const it = await buyContract();
    const { closing: none, balances } = await showMonth(it)('2026-01');
    expect(none).to.equal(undefined);
    expect(balances.find(({ account }) => account === 'wallet')).to.include({ carried: 0, debit: 121_428, credit: 0 });
    expect((await showMonth(it)('2025-12')).balances).to.deep.equal([]);
    it.clock.moveTo('2026-03-01T00:00:00.000Z' as Instant);
    const closing = (await closeMonth(it)({ month: '2026-01', by: 'an operator' }, () => undefined)).unwrap();
    const [entry] = await it.books.entries(it.company.id, null, 1);
    if (!entry) throw new Error('nothing was booked');
    const late = { ...entry, id: it.ids.next(), subjectId: it.ids.next() };
    await inUnit(it.unitOfWork, ({ ledger }) => ledger.post(late));
    expect(await showMonth(it)('2026-01')).to.deep.equal({ closing, balances });
  });
});
