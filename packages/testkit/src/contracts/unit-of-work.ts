import { AsyncLocalStorage } from 'node:async_hooks';
import { Err, Ok, type Fact, type Transaction, type Vehicle } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCompany } from '../builders/company.ts';
import { aPayment } from '../builders/payment.ts';
import { aQuote } from '../builders/quote.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { gate } from './overlap.ts';
import { atOnce, ENTRY, fails, SOON, storeCases } from './store-bench.ts';

/** Atomicity, and concurrent units of work. */
export const atomicityContract = storeCases('UnitOfWork', {
  'commits everything if the work returns Ok, and returns the same': async (store) => {
    const company = aCompany();
    const answer = await store.unitOfWork.run(async ({ companies }) => Ok((await companies.add(company, ENTRY)).id));
    expect(answer.unwrap()).to.equal(company.id);
    expect(await store.unit(({ companies }) => companies.find(company.id))).to.deep.include(company);
  },

  'commits nothing if the work returns Err, and returns the same error': async (store) => {
    const company = aCompany();
    const answer = await store.unitOfWork.run(async ({ companies }) => {
      await companies.add(company, ENTRY);
      return Err({ code: 'no' as const });
    });
    expect(answer.unwrapErr()).to.deep.equal({ code: 'no' });
    expect(await store.unit(({ companies }) => companies.find(company.id))).to.equal(undefined);
  },

  // Proves: metrics
  'passes committed facts to listeners once, in its caller’s context, even if a listener throws': async (store) => {
    const context = new AsyncLocalStorage<string>();
    const heard: (readonly [string | undefined, ...(readonly Fact[])])[] = [];
    store.onCommitted(() => {
      throw new Error('a listener failed');
    });
    store.onCommitted((facts) => heard.push([context.getStore(), ...facts]));
    const payment = await store.addPayment(aPayment());
    expect(heard.splice(0).flat()).to.deep.include({ what: 'payment', before: null, after: payment, entry: ENTRY });

    const seen = { ...payment, processingSeen: true };
    const change = async ({ payments, companies }: Transaction) => {
      await companies.find(payment.companyId);
      await payments.find(payment.companyId, payment.id);
      await payments.save(seen, ENTRY);
    };
    await store.unitOfWork.run(async (tx) => {
      await change(tx);
      return Err('rolled back');
    });
    await store.addVehicle(payment.companyId);
    expect(heard).to.deep.equal([]);
    await context.run('a request', () => store.unit(change));
    const fact = { what: 'payment', before: payment, after: seen, entry: ENTRY };
    expect(heard.splice(0)).to.deep.equal([['a request', fact]]);

    const again = async () =>
      store.unit(async (tx) => {
        await change(tx);
        await tx.payments.save(payment, ENTRY);
      });
    await Promise.all([again(), again(), again()]);
    expect(heard.map(([, ...facts]) => facts.length)).to.deep.equal([2, 2, 2]);
  },

  'commits nothing if the work throws, and throws the same error': async (store) => {
    const company = aCompany();
    const bug = new Error('a bug');
    const thrown = await store.unitOfWork
      .run(async ({ companies }) => {
        await companies.add(company, ENTRY);
        throw bug;
      })
      .catch((error: unknown) => error);
    expect(thrown).to.equal(bug);
    expect(await store.unit(({ companies }) => companies.find(company.id))).to.equal(undefined);
  },

  'reads its own writes': async (store) => {
    const company = aCompany();
    const seen = await store.unit(async ({ companies }) => {
      const added = await companies.add(company, ENTRY);
      await companies.save({ ...added, enabled: false }, ENTRY);
      return companies.find(company.id);
    });
    expect(seen?.enabled).to.equal(false);
  },

  'never reports success for work that failed in part, even if the work hides the failure': async (store) => {
    const { quote } = await store.addQuote();
    const ofQuote = { companyId: quote.companyId, quoteId: quote.id };
    const done = store.unitOfWork.run(async ({ payments }) => {
      await payments.add(aPayment(ofQuote), ENTRY);
      await payments.add(aPayment(ofQuote), ENTRY).catch(() => undefined);
      return Ok('said to be done');
    });
    expect(await fails(done)).to.equal(true);
    expect(await store.livePayment(quote)).to.equal(undefined);
  },

  'refuses to save a row that it has not found': async (store) => {
    const payment = await store.addPayment(aPayment());
    const saved = store.unit(({ payments }) => payments.save({ ...payment, processingSeen: true }, ENTRY));
    expect(await fails(saved)).to.equal(true);
    expect(await store.findPayment(payment)).to.deep.equal(payment);
  },

  'makes a unit that locks a quote wait for the unit that holds it, and then see its changes': async (store) => {
    const { quote, company, vehicle } = await store.addQuote();
    const other = await store.addQuoteFor({ company, vehicle });
    const payment = aPayment({ companyId: quote.companyId, quoteId: quote.id });
    const [locked, mayEnd] = [gate(), gate()];
    const slow = store.unit(async ({ quotes, payments }) => {
      await quotes.lock(quote.companyId, quote.id);
      locked.open();
      await mayEnd.passed;
      await payments.add(payment, ENTRY);
    });
    await locked.passed;
    const waiting = store.unit(async ({ quotes, payments }) => {
      await quotes.lock(quote.companyId, quote.id);
      return payments.live(quote.companyId, quote.id);
    });
    // The lock of another quote is free. A whole unit of work runs before the slow unit may end.
    const free = await store.unit(({ quotes }) => quotes.lock(other.quote.companyId, other.quote.id));
    expect(free).to.deep.equal(other.quote);
    await store.meanwhile();
    mayEnd.open();
    await slow;
    expect(await waiting).to.deep.equal(payment);
  },

  'releases a lock if the unit that holds it fails': async (store) => {
    const { quote } = await store.addQuote();
    const lock = () => store.unit(({ quotes }) => quotes.lock(quote.companyId, quote.id));
    await store.unitOfWork.run(async ({ quotes }) => Err(await quotes.lock(quote.companyId, quote.id)));
    expect(await lock()).to.deep.equal(quote);
    await store.unitOfWork
      .run(async ({ quotes }) => {
        await quotes.lock(quote.companyId, quote.id);
        throw new Error('a bug');
      })
      .catch(() => undefined);
    expect(await lock()).to.deep.equal(quote);
  },

  'returns nothing if it locks a quote that does not exist': async (store) => {
    const { company } = await store.addQuote();
    expect(await store.unit(({ quotes }) => quotes.lock(company.id, aQuote().id))).to.equal(undefined);
  },

  'loses no change if two units change one row without a lock': async (store) => {
    const company = await store.addCompany();
    const vehicle = await store.addVehicle(company.id, { externalId: 'a' });
    const append = (letter: string, wait: () => Promise<void>) =>
      store.unit(async ({ vehicles }) => {
        const found = await vehicles.find(company.id, vehicle.id);
        await wait();
        if (found) (await vehicles.save({ ...found, externalId: `${found.externalId}${letter}` }, SOON)).unwrap();
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
    const after = await store.unit(({ vehicles }) => vehicles.find(company.id, vehicle.id));
    expect(after?.externalId).to.equal('acb');
  },

  'reads the current state of a row, even if it has read it before': async (store) => {
    const payment = await store.addPayment(aPayment());
    const { companyId, id } = payment;
    const read = await store.unit(async ({ payments }) => {
      const before = await payments.find(companyId, id);
      await store.changePayment(payment, { processingSeen: true });
      const now = await payments.find(companyId, id);
      if (now) await payments.save({ ...now, lastUnpaid: SOON }, ENTRY);
      return [before?.processingSeen, now?.processingSeen];
    });
    expect(read).to.deep.equal([false, true]);
    expect(await store.findPayment(payment)).to.include({ processingSeen: true, lastUnpaid: SOON });
  },

  'refuses one of two units that set the same external id at once, and names the vehicle that has it': async (
    store,
  ) => {
    const { id: companyId } = await store.addCompany();
    const [one, other] = [await store.addVehicle(companyId), await store.addVehicle(companyId)];
    const [saved, mayEnd] = [gate(), gate()];
    const take = (vehicle: Vehicle, then: () => Promise<void>) =>
      store.unitOfWork.run(async ({ vehicles }) => {
        await vehicles.find(companyId, vehicle.id);
        const kept = await vehicles.save({ ...vehicle, externalId: 'one of a kind' }, SOON);
        await then();
        return kept;
      });
    const slow = take(one, () => {
      saved.open();
      return mayEnd.passed;
    });
    await saved.passed;
    const quick = take(other, () => Promise.resolve());
    await store.meanwhile();
    mayEnd.open();
    const [first, second] = await Promise.all([slow, quick]);
    const winner = first.isOk() ? one : other;
    const loser = first.isOk() ? second : first;
    expect(loser.isErr() && loser.error).to.deep.equal({ code: 'external_id_taken', vehicleId: winner.id });
  },

  'refuses references from one company to another': async (store) => {
    const { vehicle } = await store.addQuote();
    const stranger = await store.addCompany();
    const quote = aQuote({ companyId: stranger.id, vehicleId: vehicle.id });
    expect(await fails(store.unit(({ quotes }) => quotes.add(quote)))).to.equal(true);
    expect(await store.unit(({ vehicles }) => vehicles.find(stranger.id, vehicle.id))).to.equal(undefined);
  },

  'adds one vehicle for many simultaneous registrations of a plate, and names it to the others': async (store) => {
    const company = await store.addCompany();
    const register = () => aVehicle({ companyId: company.id, licencePlate: 'RACE-1' });
    const results = await atOnce(8, () => store.unitOfWork.run(({ vehicles }) => vehicles.add(register())));
    const winners = results.filter((result) => result.isOk()).map((result) => result.unwrap());
    expect(winners).to.have.length(1);
    for (const result of results.filter((each) => each.isErr()))
      expect(result.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: winners[0]?.id });
  },

  'adds one of many quotes that are created with one id at once, and refuses the others': async (store) => {
    const { company, vehicle } = await store.addQuote();
    const quote = aQuote({ companyId: company.id, vehicleId: vehicle.id });
    const before = (await store.quoteQueries.page(company.id, {}, { page: 1, limit: 1 })).total;
    const results = await atOnce(8, () => store.unitOfWork.run(({ quotes }) => quotes.add(quote)));
    const refused = results.filter((result) => result.isErr());
    expect(refused.map((each) => each.unwrapErr())).to.deep.equal(Array(7).fill({ code: 'quote_already_exists' }));
    expect(await store.unit(({ quotes }) => quotes.find(company.id, quote.id))).to.deep.equal(quote);
    expect((await store.quoteQueries.page(company.id, {}, { page: 1, limit: 1 })).total).to.equal(before + 1);
  },

  'allows a quote only one live payment, even if many are added at the same time': async (store) => {
    const { quote } = await store.addQuote();
    const add = () => store.addPayment(aPayment(), quote);
    const failed = await atOnce(6, () => fails(add()));
    expect(failed.filter((each) => !each)).to.have.length(1);
    expect(await store.livePayment(quote)).to.not.equal(undefined);
  },

  'numbers contracts without gaps, despite failures and concurrent units of work': async (store) => {
    const company = await store.addCompany();
    const next = () =>
      store.unitOfWork.run(async ({ contracts }) => Ok((await contracts.nextOrdinal(company.id)).ordinal));
    await store.unitOfWork.run(async ({ contracts }) => Err(await contracts.nextOrdinal(company.id)));
    const ordinals = await atOnce(6, next);
    expect(ordinals.map((ordinal) => ordinal.unwrap()).sort()).to.deep.equal([1, 2, 3, 4, 5, 6]);
  },
});
