import { endOf, listPremiums, recordRefund, type BordereauRow } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { buyContract } from '../certificate/bought.ts';

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
      const rows: BordereauRow[] = [];
      const period = { from: day('2026-01-01'), until: endOf('2026-01') };
      const [ours] = await listPremiums(it)(period, async (_, some) => void rows.push(...some));
      const of = (list: string) => rows.filter(({ bordereau }) => bordereau === list).map(({ amounts }) => amounts);
      expect(of('cancelled')).to.deep.equal([{ ...PREMIUM, commission: 0, due: 120_225 }]);
      expect(of('collected').map(({ received }) => received)).to.deep.equal([121_428, -121_428]);
      const nothing = { received: 0, fees: 0, premium: 0 };
      expect(ours?.intermediaries.map(({ totals }) => totals.collected.amounts)).to.deep.equal([nothing]);
    }
  });
});
