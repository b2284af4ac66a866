import {
  addTotals,
  endOf,
  listPremiums,
  NOTHING,
  recordRefund,
  type BookedPeriod,
  type BordereauRow,
  type BordereauTotals,
} from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { buyContract } from '../certificate/bought.ts';
import type { Scenario } from '../scenario.ts';

const MONTH = '2026-01';

const listPeriod = async (it: Scenario, period: BookedPeriod = { from: day('2026-01-01'), until: endOf(MONTH) }) => {
  const rows: BordereauRow[] = [];
  const all = await listPremiums(it)(period, async (_, some) => void rows.push(...some));
  const totals = (insurer: string | null): BordereauTotals =>
    (all.find((each) => each.insurer === insurer)?.intermediaries ?? []).reduce(
      (sum, each) => addTotals(sum, each.totals),
      NOTHING,
    );
  return { rows, all, totals, of: (list: string) => rows.filter(({ bordereau }) => bordereau === list) };
};

const PREMIUM = { net: 100_000, accessories: 5_000, tax: 15_225, guaranteeFund: 0, brownCard: 0, premium: 120_225 };

describe('a bordereau of a period', () => {
  it('lists cancelled premiums, and refunds by the provider or an operator', async () => {
    for (const byHand of [false, true]) {
      const it = await buyContract(({ authority, provider }) => {
        authority.refuseAll(true);
        provider.allow({ refund: !byHand });
      });
      const { paymentId } = it;
      await it.cancel('no certificate');
      await it.pass({ minutes: 10 });
      if (byHand)
        (await recordRefund(it)({ paymentId, note: 'by bank', by: 'an operator', reference: 'VIR-7' })).unwrap();
      const { of, totals } = await listPeriod(it);
      expect(of('cancelled').map(({ amounts }) => amounts)).to.deep.equal([
        { ...PREMIUM, commission: 0, due: 120_225 },
      ]);
      expect(of('collected').map(({ amounts }) => amounts.received)).to.deep.equal([121_428, -121_428]);
      expect(totals(null).collected.amounts).to.deep.equal({ received: 0, fees: 0, premium: 0 });
    }
  });
});
