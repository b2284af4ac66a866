import { Err, Ok } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCompany } from '../builders/company.ts';
import { SOME_MORNING } from '../builders/days.ts';
import { aPayment } from '../builders/payment.ts';
import { anotherQuote, inUnit, storedCompany, storedQuote, storedVehicle } from '../builders/stored.ts';
import { aQuote } from '../builders/quote.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { portContract } from './port-contract.ts';
import { gate } from './overlap.ts';
import type { StoreSubject } from './store.ts';

const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };

/** All or nothing, and what happens to units of work that overlap. */
export const atomicityContract = portContract<StoreSubject>('UnitOfWork', {
  'keeps everything when the work returns Ok, and answers what it returned': async ({ unitOfWork }) => {
    const company = aCompany();
    const answer = await unitOfWork.run(async ({ companies }) => Ok((await companies.add(company)).id));
    expect(answer.unwrap()).to.equal(company.id);
    expect(await inUnit(unitOfWork, ({ companies }) => companies.find(company.id))).to.deep.include(company);
  },

  'keeps nothing when the work returns Err, and answers the refusal': async ({ unitOfWork }) => {
    const company = aCompany();
    const answer = await unitOfWork.run(async ({ companies }) => {
      await companies.add(company);
      return Err({ code: 'no' as const });
    });
    expect(answer.unwrapErr()).to.deep.equal({ code: 'no' });
    expect(await inUnit(unitOfWork, ({ companies }) => companies.find(company.id))).to.equal(undefined);
  },

  'keeps nothing when the work throws, and throws the same': async ({ unitOfWork }) => {
    const company = aCompany();
    const bug = new Error('a bug');
    const thrown = await unitOfWork
      .run(async ({ companies }) => {
        await companies.add(company);
        throw bug;
      })
      .catch((error: unknown) => error);
    expect(thrown).to.equal(bug);
    expect(await inUnit(unitOfWork, ({ companies }) => companies.find(company.id))).to.equal(undefined);
  },

  'sees what it has written itself': async ({ unitOfWork }) => {
    const company = aCompany();
    const seen = await inUnit(unitOfWork, async ({ companies }) => {
      const added = await companies.add(company);
      await companies.save({ ...added, enabled: false });
      return companies.find(company.id);
    });
    expect(seen?.enabled).to.equal(false);
  },

  'never reports success for work of which a part has failed, even when the work hides the failure': async ({
    unitOfWork,
  }) => {
    const { quote } = await storedQuote(unitOfWork);
    const first = aPayment({ companyId: quote.companyId, quoteId: quote.id });
    const second = aPayment({ companyId: quote.companyId, quoteId: quote.id });
    const failed = await unitOfWork
      .run(async ({ payments }) => {
        await payments.add(first, NOTE);
        await payments.add(second, NOTE).catch(() => undefined);
        return Ok('said to be done');
      })
      .then(
        () => 'succeeded',
        () => 'failed',
      );
    expect(failed).to.equal('failed');
    expect(await inUnit(unitOfWork, ({ payments }) => payments.live(quote.companyId, quote.id))).to.equal(undefined);
  },

  'refuses to save what it has not found': async ({ unitOfWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    const payment = aPayment({ companyId: quote.companyId, quoteId: quote.id });
    await inUnit(unitOfWork, ({ payments }) => payments.add(payment, NOTE));
    const failed = await inUnit(unitOfWork, ({ payments }) =>
      payments.save({ ...payment, processingSeen: true }, NOTE),
    ).then(
      () => 'succeeded',
      () => 'failed',
    );
    expect(failed).to.equal('failed');
    expect(await inUnit(unitOfWork, ({ payments }) => payments.find(quote.companyId, payment.id))).to.deep.equal(
      payment,
    );
  },

  'makes a unit that locks a quote wait for the one that has it, and then see what it did': async ({ unitOfWork }) => {
    const { quote, company, vehicle } = await storedQuote(unitOfWork);
    const other = await anotherQuote(unitOfWork, company, vehicle);
    const payment = aPayment({ companyId: quote.companyId, quoteId: quote.id });
    const [locked, mayEnd] = [gate(), gate()];
    const slow = inUnit(unitOfWork, async ({ quotes, payments }) => {
      await quotes.lock(quote.companyId, quote.id);
      locked.open();
      await mayEnd.passed;
      await payments.add(payment, NOTE);
    });
    await locked.passed;
    const waiting = inUnit(unitOfWork, async ({ quotes, payments }) => {
      await quotes.lock(quote.companyId, quote.id);
      return payments.live(quote.companyId, quote.id);
    });
    // Another quote's lock is free all the while: a whole unit passes before the slow one may end.
    const free = await inUnit(unitOfWork, ({ quotes }) => quotes.lock(other.quote.companyId, other.quote.id));
    expect(free).to.deep.equal(other.quote);
    mayEnd.open();
    await slow;
    expect(await waiting).to.deep.equal(payment);
  },

  'frees a lock when the unit that had it fails': async ({ unitOfWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    const lock = () => inUnit(unitOfWork, ({ quotes }) => quotes.lock(quote.companyId, quote.id));
    await unitOfWork.run(async ({ quotes }) => Err(await quotes.lock(quote.companyId, quote.id)));
    expect(await lock()).to.deep.equal(quote);
    await unitOfWork
      .run(async ({ quotes }) => {
        await quotes.lock(quote.companyId, quote.id);
        throw new Error('a bug');
      })
      .catch(() => undefined);
    expect(await lock()).to.deep.equal(quote);
  },

  'answers nothing when it locks a quote that is not there': async ({ unitOfWork }) => {
    const { company } = await storedQuote(unitOfWork);
    expect(await inUnit(unitOfWork, ({ quotes }) => quotes.lock(company.id, aQuote().id))).to.equal(undefined);
  },

  'loses no change when two units change one thing without a lock': async ({ unitOfWork }) => {
    const company = await storedCompany(unitOfWork);
    const vehicle = await storedVehicle(unitOfWork, company.id, { externalId: 'a' });
    const append = (letter: string, wait: () => Promise<void>) =>
      inUnit(unitOfWork, async ({ vehicles }) => {
        const found = await vehicles.find(company.id, vehicle.id);
        await wait();
        if (found) (await vehicles.save({ ...found, externalId: `${found.externalId}${letter}` })).unwrap();
      });
    const [read, mayEnd] = [gate(), gate()];
    const slow = append('b', async () => {
      read.open();
      await mayEnd.passed;
    });
    await read.passed;
    await append('c', async () => undefined);
    mayEnd.open();
    await slow;
    const after = await inUnit(unitOfWork, ({ vehicles }) => vehicles.find(company.id, vehicle.id));
    expect(after?.externalId).to.equal('acb');
  },

  'lets one company refer to nothing of another': async ({ unitOfWork }) => {
    const { vehicle } = await storedQuote(unitOfWork);
    const stranger = await storedCompany(unitOfWork);
    const quote = aQuote({ companyId: stranger.id, vehicleId: vehicle.id });
    const failed = await inUnit(unitOfWork, ({ quotes }) => quotes.add(quote)).then(
      () => 'succeeded',
      () => 'failed',
    );
    expect(failed).to.equal('failed');
    expect(await inUnit(unitOfWork, ({ vehicles }) => vehicles.find(stranger.id, vehicle.id))).to.equal(undefined);
  },

  'gives one of many simultaneous registrations of a plate the vehicle, and names it to the others': async ({
    unitOfWork,
  }) => {
    const company = await storedCompany(unitOfWork);
    const attempts = Array.from({ length: 8 }, () => aVehicle({ companyId: company.id, licencePlate: 'RACE-1' }));
    const results = await Promise.all(
      attempts.map((vehicle) => unitOfWork.run(({ vehicles }) => vehicles.add(vehicle))),
    );
    const winners = results.filter((result) => result.isOk()).map((result) => result.unwrap());
    expect(winners).to.have.length(1);
    for (const result of results.filter((each) => each.isErr()))
      expect(result.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: winners[0]?.id });
  },

  'lets a quote have only one live payment, whoever asks at the same time': async ({ unitOfWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    const attempts = Array.from({ length: 6 }, () => aPayment({ companyId: quote.companyId, quoteId: quote.id }));
    const ends = await Promise.allSettled(
      attempts.map((payment) => inUnit(unitOfWork, ({ payments }) => payments.add(payment, NOTE))),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await inUnit(unitOfWork, ({ payments }) => payments.live(quote.companyId, quote.id))).to.not.equal(
      undefined,
    );
  },

  'numbers contracts without gaps, whatever fails and whoever asks at the same time': async ({ unitOfWork }) => {
    const company = await storedCompany(unitOfWork);
    const next = () => unitOfWork.run(async ({ contracts }) => Ok((await contracts.nextOrdinal(company.id)).ordinal));
    await unitOfWork.run(async ({ contracts }) => Err(await contracts.nextOrdinal(company.id)));
    const ordinals = await Promise.all(Array.from({ length: 6 }, next));
    expect(ordinals.map((ordinal) => ordinal.unwrap()).sort()).to.deep.equal([1, 2, 3, 4, 5, 6]);
  },
});
