import {
  ACTIONS_IN_ENGLISH,
  ACTIONS_IN_FRENCH,
  actionsInWords,
  inEnglish,
  listActionItems,
  recordRefund,
  settleRefund,
  SETTLEMENTS,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { account } from '../statement/account.ts';

const payInDalasi = async ({ refund }: { readonly refund: boolean }) => {
  const it = await account();
  it.provider.allow({ refund });
  const { id } = (await it.pay()).unwrap();
  it.provider.pay(id);
  it.provider.put(it.provider.session(id).id, { amount: 9_000, currency: 'GMD' });
  it.clock.advance({ minutes: 3 });
  await it.run();
  const listItems = async () => (await listActionItems(it)([id])).map(({ kind, why }) => [kind, why]);
  const entries = () => it.books.entries(it.company.id, null, 10);
  return { ...it, id, listed: listItems, entries };
};

describe('money in another currency', () => {
  it('fails the payment, is refunded, has no entry in the books, and is listed until it is dismissed', async () => {
    const it = await payInDalasi({ refund: true });
    expect(await it.latestPayment()).to.include({ status: 'failed', failureReason: 'amount_mismatch' });
    await it.run();
    expect(await it.refund()).to.include({ status: 'done', amount: 9_000, currency: 'GMD' });
    expect(it.provider.session(it.id).refunds).to.equal(1);
    expect(await it.entries()).to.deep.equal([]);
    expect(await it.contracts()).to.deep.equal([]);
    const why = { code: 'other_currency', amount: 9_000, currency: 'GMD' };
    expect(await it.listed()).to.deep.equal([['other_currency', why]]);
  });

  it('is not booked when an operator refunds it, on the provider’s website or by a transfer, or settles it', async () => {
    for (const [refund, onPages] of [
      [false, true],
      [false, false],
      [true, false],
    ] as const) {
      const it = await payInDalasi({ refund });
      await it.run();
      const by = { reference: 'VIR-7', note: 'by bank', by: 'an operator', onPages };
      await recordRefund(it)({ paymentId: it.id, ...by });
      await it.run();
      expect(await it.refund()).to.include({ status: 'done', currency: 'GMD' });
      for (const how of SETTLEMENTS) {
        const settled = await settleRefund(it)({ paymentId: it.id, how, reason: 'seen there', by: 'an operator' });
        expect(settled.unwrapErr(), how).to.include({ code: 'nothing_to_settle' });
      }
      expect(await it.entries()).to.deep.equal([]);
    }
  });

  it('is named in its currency when an operator records its refund, without the advice to settle it', async () => {
    for (const [refund, expected] of [
      [false, ['operator', 'another_operator']],
      [true, ['provider']],
    ] as const) {
      const it = await payInDalasi({ refund });
      await it.run();
      for (const [index, givenBackBy] of expected.entries()) {
        const reference = `VIR-${index}`;
        const by = { reference, note: 'by bank', by: 'an operator' };
        const done = { ...(await recordRefund(it)({ paymentId: it.id, ...by })).unwrap(), reference };
        expect(done.givenBackBy).to.equal(givenBackBy);
        const [english, french] = [ACTIONS_IN_ENGLISH, ACTIONS_IN_FRENCH].map((words) =>
          actionsInWords(words)
            .find(({ name }) => name === 'payment refunded')
            ?.doneText(done, it.id)
            .replaceAll(/\s/g, ' '),
        );
        expect(english)
          .to.include('9000 GMD')
          .and.to.not.match(/F CFA|settle/);
        expect(french)
          .to.include('9 000 GMD')
          .and.to.not.match(/FCFA|Régulariser/);
        if (givenBackBy === 'operator') continue;
        expect(english).to.match(/, ask the payer to return it\.$/);
        expect(french).to.match(/, réclamez la somme au payeur\.$/);
      }
    }
  });

  it('matches lines of the statement in that currency, but no line in francs', async () => {
    const it = await payInDalasi({ refund: true });
    await it.pass(72);
    expect(await it.differences()).to.deep.equal([]);
    expect(await it.entries()).to.deep.equal([]);
    const other = await payInDalasi({ refund: true });
    other.statement.tell((line) => ({ ...line, currency: 'XOF' }));
    await other.pass(72);
    expect((await other.differences()).map(({ kind }) => kind)).to.have.members(['other_amount', 'other_amount']);
    const whys = (await listActionItems(other)([other.id])).map(({ why }) => why && inEnglish(why));
    expect(whys.join('\n')).to.match(/, statement 9000, records 9000 GMD$/m);
    expect(await other.entries()).to.deep.equal([]);
  });
});
