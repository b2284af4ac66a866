import { contentOfDifference, explainDifference, later, openDifferences } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { compareDay } from '../../src/use-cases/statement/read-statement.ts';
import { anotherQuote, day } from '@vehicle-insurance/testkit';
import { PAYER, START } from '../scenario.ts';
import { account } from './account.ts';

const REASON = 'given back by the owner';

const differing = async () => {
  const it = await account();
  const paymentId = await it.paid();
  it.statement.tell((line) => ({ ...line, amount: 120_000 }));
  await it.keepLines();
  await compareDay(it.dependencies)('fake', day('2026-01-15'));
  const difference = await it.difference();
  const { companyId, id } = difference;
  return { ...it, paymentId, difference, command: { companyId, paymentId, id, reason: REASON, by: 'Awa' } };
};

describe('explaining a discrepancy', () => {
  it('records the author, the reason and the amounts in the history of the payment', async () => {
    const it = await differing();
    it.clock.moveTo(later(START, { hours: 5 }));
    const { companyName: _, total: __, ...difference } = it.difference;
    expect((await explainDifference(it)(it.command)).unwrap()).to.deep.equal({
      ...difference,
      ...{ status: 'explained', explanation: REASON },
    });
    const { history = [] } = (await it.paymentQueries.find(it.paymentId)) ?? {};
    expect(history.find(({ by }) => by === 'Awa')).to.deep.include({
      ...{
        from: 'succeeded',
        to: 'succeeded',
        at: later(START, { hours: 5 }),
        why: { code: 'difference_explained', note: REASON },
      },
      evidence: { difference: 'other_amount', here: 121_428, there: 120_000, fee: 1_214 },
    });
  });

  for (const [what, over] of Object.entries({
    'of another payment': { paymentId: 'another' },
    'of another company': { companyId: 'another' },
    'that does not exist': { id: 'another' },
  }))
    it(`is refused for a discrepancy ${what}`, async () => {
      const it = await differing();
      const refused = await explainDifference(it)({ ...it.command, ...over });
      expect(refused.isErr() && refused.error).to.deep.equal({ code: 'difference_not_open' });
      expect(await it.statements.differences(10)).to.have.length(1);
    });

  it('locks the quote before it changes the discrepancy', async () => {
    const it = await differing();
    const done: string[] = [];
    const unitOfWork: typeof it.unitOfWork = {
      run: (work) =>
        it.unitOfWork.run(async ({ quotes, statements, ...tx }) => {
          const lock: typeof quotes.lock = (...of) => (done.push(`lock ${of[1]}`), quotes.lock(...of));
          const put: typeof statements.put = (each) => (done.push('put'), statements.put(each));
          return work({ ...tx, quotes: { ...quotes, lock }, statements: { ...statements, put } });
        }),
    };
    (await explainDifference({ ...it, unitOfWork })(it.command)).unwrap();
    expect(done.slice(0, 2)).to.deep.equal([`lock ${(await it.latestPayment()).quoteId}`, 'put']);
  });

  it('is refused if it has changed since the operator read it', async () => {
    const it = await differing();
    const seen = contentOfDifference(it.difference);
    for (const change of [
      { kind: 'other_fee' },
      { here: 1 },
      { there: 1 },
      { fee: 1 },
      { currency: 'XAF' },
      { hereCurrency: 'XAF' },
    ] as const) {
      const other = contentOfDifference({ ...it.difference, ...change });
      const refused = await explainDifference(it)({ ...it.command, seen: other });
      expect(refused.isErr() && refused.error).to.deep.equal({ code: 'difference_changed' });
    }
    const amounts = (here: number, there: number) => contentOfDifference({ ...it.difference, here, there });
    expect(amounts(1, 23)).to.not.equal(amounts(12, 3));
    expect(await it.statements.differences(10)).to.have.length(1);
    expect((await explainDifference(it)({ ...it.command, seen })).unwrap().status).to.equal('explained');
  });

  it('is refused if it is already explained, or if the reason cannot be stored', async () => {
    const it = await differing();
    for (const reason of ['given\0back', ' ']) {
      const broken = await explainDifference(it)({ ...it.command, reason });
      expect(broken.isErr() && broken.error.code).to.equal('invalid_request');
    }
    expect(await it.statements.differences(10)).to.have.length(1);
    (await explainDifference(it)(it.command)).unwrap();
    const again = await explainDifference(it)(it.command);
    expect(again.isErr() && again.error).to.deep.equal({ code: 'difference_not_open' });
  });
});

describe('the open discrepancies for a search term', () => {
  it('are found by their own id or their payment’s, or else by anything that identifies the payment', async () => {
    const it = await account();
    const payers = [PAYER, '+2250505060709'];
    for (const payer of payers) {
      const { quote } = await anotherQuote(it.unitOfWork, it.company, it.vehicle);
      const { id } = (await it.pay(payer, quote.id)).unwrap();
      it.provider.pay(id);
      it.clock.advance({ minutes: 3 });
      await it.run();
    }
    it.statement.tell((line) => ({ ...line, amount: 120_000 }));
    await it.pass(24);
    const contracts = await it.contracts();
    const differences = await it.statements.differences(10);
    expect(differences).to.have.length(2);
    for (const [place, difference] of differences.entries()) {
      const { id, paymentId } = difference;
      const policyNumber = contracts.find(({ contract }) => contract.paymentId === paymentId)?.contract.policyNumber;
      for (const name of [id, id.toUpperCase(), paymentId, policyNumber ?? '', payers[place] ?? ''])
        expect(await openDifferences(it)(name), name).to.deep.equal([{ ...difference, total: 1 }]);
    }
    expect(await openDifferences(it)('nothing of ours')).to.deep.equal([]);
  });
});
