import { expect } from 'chai';
import { expectedFees } from '../../src/use-cases/statement/expected-fees.ts';
import { explainDifference } from '../../src/use-cases/statement/explain-difference.ts';
import { importStatement } from '../../src/use-cases/statement/import-statement.ts';
import { account, CHARGED } from './account.ts';

const FEE = 1_214;

const trackFees = async () => {
  const it = await account();
  const entries = () => it.books.entries(it.company.id, null, 100);
  const on = async (name: string) =>
    (await entries())
      .flatMap(({ postings }) => postings)
      .reduce((sum, { account: each, amount }) => (each === name ? sum + amount : sum), 0);
  const fees = async () =>
    (await entries()).filter(({ cause }) => cause.startsWith('merchant_fee')).map(({ cause, at }) => [cause, at]);
  return { ...it, on, fees };
};

describe('the provider’s fee', () => {
  it('is expected to be the booked one if the statement shows another, otherwise the agreed one', async () => {
    const it = await trackFees();
    await it.paid();
    const expected = async (merchantFees: Readonly<Partial<Record<string, number>>>) => {
      const difference = await it.difference();
      return (await expectedFees({ ...it.dependencies, merchantFees })([difference])).get(difference.id);
    };
    it.statement.tell((line) => ({ ...line, fee: 1_500 }));
    await it.pass(24);
    expect(await expected({ fake: 100 })).to.equal(FEE);
    expect(await expected({ fake: 150 })).to.equal(1_821);
    expect(await expected({})).to.equal(undefined);
    it.statement.tell((line) => line);
    await it.pass(24);
    it.statement.tell((line) => ({ ...line, fee: 1_500 }));
    await it.pass(24);
    expect(await expected({ fake: 150 })).to.equal(FEE);
  });

  it('is booked when an operator explains a fee that was not agreed, or as corrected if the statement is corrected', async () => {
    for (const end of ['explained', 'corrected'] as const) {
      const it = await trackFees();
      const paymentId = await it.paid();
      it.statement.tell((line) => ({ ...line, fee: 1_500 }));
      await it.pass(24);
      expect((await it.differences()).map(({ kind }) => kind)).to.deep.equal(['other_fee']);
      expect(await it.on('merchant_fees')).to.equal(0);
      const { id } = await it.difference();
      const command = { companyId: it.company.id, paymentId, id, reason: 'a month', by: 'Awa' };
      if (end === 'explained') {
        (await explainDifference(it.dependencies)(command)).unwrap();
        // The fee is booked at once, because the statement's day may not be read again.
        expect(await it.on('merchant_fees')).to.equal(1_500);
      } else it.statement.tell((line) => line);
      await it.pass(48);
      expect(await it.differences()).to.deep.equal([]);
      expect(await it.on('merchant_fees')).to.equal(end === 'explained' ? 1_500 : FEE);
      expect(await it.on('wallet')).to.equal(it.statement.balance() - it.statement.kept());
    }
  });

  it('is also booked as returned if an operator records that the payer owes money that was refunded by mistake', async () => {
    const it = await trackFees();
    const paymentId = await it.paid();
    await it.provider.refund(it.provider.session(paymentId).id);
    await it.pass(24);
    expect(await it.on('merchant_fees')).to.equal(FEE);
    (await it.settle(paymentId)).unwrap();
    expect([await it.on('merchant_fees'), await it.on('wallet')]).to.deep.equal([0, 0]);
    await it.pass(48);
    expect([await it.on('merchant_fees'), await it.on('wallet')]).to.deep.equal([0, 0]);
  });

  for (const [name, agreed] of [
    ['known', { fake: 100 }],
    ['unknown', {}],
  ] as const)
    it(`is corrected once per explanation if it changes after it was booked (agreed fee: ${name})`, async () => {
      const it = await trackFees();
      Object.assign(it.dependencies, { merchantFees: agreed });
      const paymentId = await it.paid();
      await it.pass(24);
      const bring = async (fee: number, times = 1): Promise<void> => {
        it.statement.tell((line) => ({ ...line, fee }));
        for (const lines of Array.from({ length: times }, () => it.statement.lines()))
          await importStatement(it.dependencies)('fake', lines);
      };
      for (const [before, fee] of [
        [FEE, 2_000],
        [2_000, 0],
        [0, 1_500],
        [1_500, 2_000],
      ] as const) {
        await bring(fee);
        expect(await it.differences()).to.deep.equal([{ kind: 'other_fee', here: CHARGED, there: CHARGED }]);
        expect(await it.on('merchant_fees')).to.equal(before);
        const { id } = await it.difference();
        const command = { companyId: it.company.id, paymentId, id, reason: 'a new contract', by: 'Awa' };
        (await explainDifference(it.dependencies)(command)).unwrap();
        expect(await it.on('merchant_fees')).to.equal(fee);
        await Promise.all([bring(fee, 2), bring(fee, 2)]);
        expect(await it.differences()).to.deep.equal([]);
        expect([await it.on('merchant_fees'), await it.on('wallet')]).to.deep.equal([
          fee,
          it.statement.balance() - fee,
        ]);
      }
      const causes = (await it.fees()).map(([cause]) => cause);
      expect(causes).to.deep.equal(['merchant_fee_kept', ...Array.from({ length: 4 }, () => 'merchant_fee_corrected')]);
    });
});
