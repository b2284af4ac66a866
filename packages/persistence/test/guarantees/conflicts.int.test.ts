import { Ok } from '@vehicle-insurance/core';
import { anotherQuote, storedCompany, storedVehicle, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { conflict } from '../../src/database/failures.ts';
import { failureOf, testStore, type TestStore } from '../test-store.ts';

/** Resolves once it was called `parties` times, and at once from then on. */
const meetingOf = (parties: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = parties;
  return (): Promise<void> => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
};

describe('units of work in conflict', () => {
  let test: TestStore;
  before(async () => {
    test = await testStore();
  });
  after(() => test.drop());

  it('are retried after a deadlock, and both are committed', async () => {
    const { unitOfWork } = test.store;
    const company = await storedCompany(unitOfWork);
    const vehicle = await storedVehicle(unitOfWork, company.id);
    const [one, other] = [
      (await anotherQuote(unitOfWork, company, vehicle)).quote.id,
      (await anotherQuote(unitOfWork, company, vehicle)).quote.id,
    ];
    const bothHoldOne = meetingOf(2);
    let runs = 0;
    const lockBoth = (first: string, second: string) =>
      unitOfWork.run<string, never>(async ({ quotes }) => {
        runs += 1;
        await quotes.lock(company.id, first);
        await bothHoldOne();
        return Ok((await quotes.lock(company.id, second))?.id ?? 'gone');
      });
    const ended = await Promise.all([lockBoth(one, other), lockBoth(other, one)]);
    expect(ended.map((each) => each.unwrap())).to.deep.equal([other, one]);
    // Seldom more than once again: the one that gives way may take its first row back before the other is woken.
    expect(runs).to.be.at.least(3);
  });

  it('are tried 20 times, the first two at once and each further one up to 10 milliseconds later than the last', async () => {
    const { random } = Math;
    Math.random = () => 1;
    const refused = () => failureOf(test.store.unitOfWork.run(() => Promise.reject(conflict('again'))));
    // The limits of the database stay.
    const pauses = await timersDuring(refused, (milliseconds) => (milliseconds < 1_000 ? 0 : milliseconds));
    Math.random = random;
    const longest = Array.from({ length: 19 }, (_, retry) => retry * 10);
    expect(pauses.filter((milliseconds) => milliseconds < 1_000)).to.deep.equal(longest);
  });
});
