import { payQuote, settleRefund, type Instant, type StatementLine } from '@vehicle-insurance/core';
import { anotherQuote, fakeStatement } from '@vehicle-insurance/testkit';
import { jobs } from '../../src/use-cases/operations/jobs.ts';
import type { Settlement } from '../../src/use-cases/statement/settle-refund.ts';
import { PAYER, scenario, START } from '../scenario.ts';

/** The charge for a scenario's quote, in francs. */
export const CHARGED = 121_428;

export const account = async (begin: Instant = START) => {
  const it = await scenario();
  it.clock.moveTo(begin);
  const statement = fakeStatement(it.provider, it.zone);
  const dependencies = { ...it, statementSources: [statement], merchantFees: { fake: 100 } };
  const run = async (): Promise<void> => {
    const all = jobs(dependencies);
    await all.payments();
    await all.days();
    await all.payments();
    await all.days();
  };
  /** Moves the clock forward hour by hour, and runs the jobs in each. */
  const pass = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour += 1) {
      it.clock.advance({ hours: 1 });
      await run();
    }
  };
  const differences = async () =>
    (await it.statements.differences(100)).map(({ kind, here, there }) => ({ kind, here, there }));
  const paid = async (): Promise<string> => {
    const { id } = (await it.pay()).unwrap();
    it.provider.pay(id);
    it.clock.advance({ minutes: 3 });
    await run();
    return id;
  };
  /** Another session under a payment's reference, which the payer pays unless it is only opened. */
  const anotherSession = async (reference: string, isPaid = true): Promise<string> => {
    const opened = await it.provider.open({ reference, amount: CHARGED, payer: PAYER });
    if (opened.outcome !== 'done') throw new Error('the session was not opened');
    if (isPaid) it.provider.pay(opened.value.id);
    return opened.value.id;
  };
  /** Stores the current lines of the statement, two hours later. */
  const keepLines = async (): Promise<void> => {
    it.clock.advance({ hours: 2 });
    await it.statements.keep(statement.lines());
  };
  const difference = async () => {
    const [found, ...more] = await it.statements.differences(2);
    if (!found || more.length > 0) throw new Error('there is not exactly one difference');
    return found;
  };
  const settle = (paymentId: string, how: Settlement = 'payer_owes') =>
    settleRefund(dependencies)({ paymentId, how, reason: 'seen on the pages', by: 'an operator' });
  const twoPaidTwice = async (): Promise<readonly string[]> => {
    const { quote } = await anotherQuote(it.unitOfWork, it.company, it.vehicle);
    const second = await payQuote(it)({ companyId: it.company.id, quoteId: quote.id, phoneNumber: PAYER });
    it.provider.pay(second.unwrap().id);
    const ids = [await paid(), second.unwrap().id];
    for (const id of ids) await anotherSession(id);
    return ids;
  };
  const doing = { run, pass, paid, anotherSession, keepLines, settle, twoPaidTwice };
  return { ...it, dependencies, statement, difference, differences, ...doing };
};

export const line = (transactionId: string, when: Instant, over: Partial<StatementLine> = {}): StatementLine => ({
  ...{ provider: 'fake', transactionId, kind: 'payment', currency: 'XOF', reference: null, at: when },
  ...{ amount: 100, fee: 1 },
  ...over,
});
