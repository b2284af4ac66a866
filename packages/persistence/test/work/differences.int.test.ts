import { ABIDJAN, explainDifference } from '@vehicle-insurance/core';
import {
  aDifference,
  aPaidPayment,
  clockAt,
  inUnit,
  sequentialIds,
  SOME_MORNING,
  storedPayment,
  storedQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { testStore, type TestStore } from '../test-store.ts';

/** Pairs that race: enough for each side to win now and then. */
const ROUNDS = 12;

describe('a difference from a statement', function () {
  this.timeout(60_000);
  let test: TestStore;
  before(async () => {
    test = await testStore({ poolSize: 8 });
  });
  after(() => test.drop());

  it('is explained once, by one of two operators who do it at the same time', async () => {
    const { unitOfWork, statements, paymentQueries } = test.store;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { quote } = await storedQuote(unitOfWork);
      const { companyId, id: paymentId } = await storedPayment(unitOfWork, quote, aPaidPayment());
      const { id } = aDifference();
      await inUnit(unitOfWork, (tx) => tx.statements.put(aDifference({ id, companyId, paymentId })));
      const explain = (by: string) =>
        explainDifference({ unitOfWork, clock: clockAt(SOME_MORNING), ids: sequentialIds(), zone: ABIDJAN })({
          ...{ companyId, paymentId, id, by },
          reason: `known to ${by}`,
        });
      const answers = await Promise.all([explain('one'), explain('other')]);
      expect(answers.flatMap((answer) => (answer.isErr() ? [answer.error.code] : []))).to.deep.equal([
        'difference_not_open',
      ]);
      const [kept] = await statements.differences(10, { paymentIds: [paymentId] });
      const told = (await paymentQueries.find(paymentId))?.history.filter(({ why }) => why.startsWith('difference'));
      expect(told?.map(({ why }) => why)).to.deep.equal([`difference explained: ${kept?.explanation}`]);
    }
  });
});
