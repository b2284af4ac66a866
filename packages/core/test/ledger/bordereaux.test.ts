import {
  added,
  cancelContract,
  endOf,
  listPremiums,
  NOTHING,
  payQuote,
  recordRefund,
  type BookedPeriod,
  type BordereauRow,
  type BordereauTotals,
  type Quote,
} from '@vehicle-insurance/core';
import { aCoverage, aPremium, anotherQuote, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { closeMonth } from '../../src/use-cases/ledger/close-month.ts';
import { PAYER, scenario, type Scenario } from '../scenario.ts';

const MONTH = '2026-01';

const listed = async (it: Scenario, period: BookedPeriod = { from: day('2026-01-01'), until: endOf(MONTH) }) => {
  const rows: BordereauRow[] = [];
  const all = await listPremiums(it)(period, async (_, some) => void rows.push(...some));
  const totals = (insurer: string | null): BordereauTotals =>
    (all.find((each) => each.insurer === insurer)?.intermediaries ?? []).reduce(
      (sum, each) => added(sum, each.totals),
      NOTHING,
    );
  return { rows, all, totals, of: (list: string) => rows.filter(({ bordereau }) => bordereau === list) };
};

const paid = async (over: Partial<Quote> = {}): Promise<Scenario & { readonly paymentId: string }> => {
  const it = await scenario(over);
  const { id: paymentId } = (await it.pay()).unwrap();
  it.provider.pay(paymentId);
  await it.pass({ minutes: 3 });
  return { ...it, paymentId };
};

const PREMIUM = { net: 100_000, accessories: 5_000, tax: 15_225, guaranteeFund: 0, brownCard: 0, premium: 120_225 };

describe('what a bordereau reports of a period', () => {
  it('is each premium that was issued, part by part, and what was collected for it', async () => {
    const it = await paid({ coverage: aCoverage({ insurer: 'sanlam', commission: 1_500 }) });
    const { contract } = await it.contract();
    const { of, totals } = await listed(it);
    const [issued] = of('issued');
    expect(issued?.amounts).to.deep.equal({ ...PREMIUM, commission: 15_000, due: 105_225 });
    expect(issued?.entry).to.deep.include({
      policyNumber: contract.policyNumber,
      licencePlate: it.vehicle.licencePlate,
      policyholder: it.quote.policyholder.name,
      intermediary: { number: it.company.number, name: it.company.name },
    });
    expect(of('collected').map(({ amounts }) => amounts)).to.deep.equal([
      { received: 121_428, fees: 1_203, premium: 120_225 },
    ]);
    expect(totals('sanlam').issued).to.deep.equal({ rows: 1, amounts: issued?.amounts });
    expect(totals(null)).to.deep.equal(NOTHING);
  });

  it('lists levies by their funds', async () => {
    const lines = [
      { kind: 'component', code: 'liability', label: 'RC', amount: 80_000, basis: null },
      { kind: 'levy', code: 'fga', label: 'FGA', amount: 1_600, basis: null },
      { kind: 'levy', code: 'brown_card', label: 'Carte brune', amount: 1_000, basis: null },
    ] as const;
    const it = await paid({ premium: aPremium({ amount: 82_600, lines }) });
    expect((await listed(it)).of('issued')[0]?.amounts).to.include({
      ...{ net: 80_000, guaranteeFund: 1_600, brownCard: 1_000, premium: 82_600, commission: 0, due: 82_600 },
    });
  });

  it('is a premium that was cancelled, and what went back to its payer by the provider or by an operator', async () => {
    for (const byHand of [false, true]) {
      const it = await scenario();
      it.authority.refuseAll(true);
      it.provider.allow({ refund: !byHand });
      const { id: paymentId } = (await it.pay()).unwrap();
      it.provider.pay(paymentId);
      await it.pass({ minutes: 3 });
      const { contract } = await it.contract();
      (await cancelContract(it)({ contractId: contract.id, why: 'no certificate', by: 'an operator' })).unwrap();
      await it.pass({ minutes: 10 });
      if (byHand)
        (await recordRefund(it)({ paymentId, note: 'by bank', by: 'an operator', reference: 'VIR-7' })).unwrap();
      const { of, totals } = await listed(it);
      expect(of('cancelled').map(({ amounts }) => amounts)).to.deep.equal([
        { ...PREMIUM, commission: 0, due: 120_225 },
      ]);
      expect(of('collected').map(({ amounts }) => amounts.received)).to.deep.equal([121_428, -121_428]);
      expect(totals(null).collected.amounts).to.deep.equal({ received: 0, fees: 0, premium: 0 });
    }
  });

  it('is nothing of money that bought nothing', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.provider.pay(id, { amount: 7 });
    await it.pass({ minutes: 10 });
    expect((await listed(it)).rows).to.deep.equal([]);
  });

  it('comes to what the books say of the closing, account by account', async () => {
    const it = await paid({ coverage: aCoverage({ insurer: 'sanlam', commission: 1_250 }) });
    for (const commission of [0, 700, 10_000]) {
      const { quote } = await anotherQuote(it.unitOfWork, it.company, it.vehicle, {
        coverage: aCoverage({ insurer: 'sanlam', commission }),
      });
      const { id } = (await payQuote(it)({ companyId: it.company.id, quoteId: quote.id, phoneNumber: PAYER })).unwrap();
      it.provider.pay(id);
      await it.pass({ minutes: 3 });
    }
    it.clock.advance({ hours: 31 * 24 });
    const closing = (await closeMonth(it)({ month: MONTH, by: 'an operator' }, () => undefined)).unwrap();
    const balances = await it.books.balances(closing);
    const given = (...accounts: readonly string[]): number =>
      balances.reduce(
        (sum, { account, debit, credit }) => (accounts.includes(account) ? sum + credit - debit : sum),
        0,
      );
    const { all, totals, rows } = await listed(it, { closing: closing.number });
    expect(all.map(({ insurer }) => insurer)).to.deep.equal(['sanlam']);
    const { issued, collected } = totals('sanlam');
    expect(issued.rows).to.equal(4);
    expect(rows).to.have.lengthOf(8);
    expect(issued.amounts).to.deep.include({
      commission: given('commission'),
      net: given('premium_due', 'commission'),
      tax: given('tax'),
      accessories: given('accessories'),
      due: given('premium_due', 'accessories', 'tax', 'guarantee_fund', 'brown_card'),
    });
    expect([collected.amounts.received, collected.amounts.fees]).to.deep.equal([
      -given('wallet'),
      given('provider_fees'),
    ]);
  });
});
