import { Ok } from '@vehicle-insurance/core';
import { anotherQuote, storedCompany, storedVehicle, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { conflict } from '../../src/database/failures.ts';
import { failureOf, storeForCases } from '../test-store.ts';

describe('units of work in conflict', () => {
  const test = storeForCases();

  it('are retried after a deadlock, and both are committed', async () => {
    const { unitOfWork } = test.store;
    const company = await storedCompany(unitOfWork);
    const vehicle = await storedVehicle(unitOfWork, company.id);
    const add = async () => (await anotherQuote(unitOfWork, company, vehicle)).quote.id;
    const [one, other] = [await add(), await add()];
    const bothHoldOne = Promise.withResolvers<void>();
    let runs = 0;
    const lockBoth = (first: string, second: string) =>
      unitOfWork.run<string, never>(async ({ quotes }) => {
        await quotes.lock(company.id, first);
        if ((runs += 1) === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        return Ok((await quotes.lock(company.id, second))?.id ?? 'gone');
      });
    const ended = await Promise.all([lockBoth(one, other), lockBoth(other, one)]);
    expect(ended.map((each) => each.unwrap())).to.deep.equal([other, one]);
    // There are rarely more than three runs: the rolled-back unit may lock its first row again before the other unit
    // wakes up.
    expect(runs).to.be.at.least(3);
  });

  it('are tried 20 times: the first retry at once, then with a maximum wait that grows by 10 milliseconds', async () => {
    const { random } = Math;
    Math.random = () => 1;
    const runRefused = () => failureOf(test.store.unitOfWork.run(() => Promise.reject(conflict('again'))));
    // The database's own time-outs are longer and keep their real duration.
    const pauses = await timersDuring(runRefused, (milliseconds) => (milliseconds < 1_000 ? 0 : milliseconds));
    Math.random = random;
    const longest = Array.from({ length: 19 }, (_, retry) => retry * 10);
    expect(pauses.filter((milliseconds) => milliseconds < 1_000)).to.deep.equal(longest);
  });
});
