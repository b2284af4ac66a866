import type { Instant } from '@vehicle-insurance/core';
import { fakeStatement } from '@vehicle-insurance/testkit';
import { jobs } from '../../src/use-cases/operations/jobs.ts';
import { scenario, START } from '../scenario.ts';

/** A provider whose account can be read, and the days of a worker who reads it. */
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
  /** Moves the clock on, an hour at a time, with a round of the jobs in each. */
  const pass = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour += 1) {
      it.clock.advance({ hours: 1 });
      await run();
    }
  };
  const differences = async () =>
    (await it.statements.differences(100)).map(({ kind, here, there }) => ({ kind, here, there }));
  /** Opens a payment, has it paid, and settles it. */
  const paid = async (): Promise<string> => {
    const { id } = (await it.pay()).unwrap();
    it.provider.pay(id);
    it.clock.advance({ minutes: 3 });
    await run();
    return id;
  };
  return { ...it, dependencies, statement, run, pass, differences, paid };
};
