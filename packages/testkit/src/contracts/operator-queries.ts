import type { ContractFilter, Evidence, Instant, PaymentFilter } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation } from '../builders/contract.ts';
import { anApiKey } from '../builders/company.ts';
import { NO_ANSWER } from '../builders/stored.ts';
import { at, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment, aPayment } from '../builders/payment.ts';
import { ROUTINE_PAYMENTS } from '../builders/queues.ts';
import { oddIds } from './overlap.ts';
import { dueIn, ENTRY, idsOf, minutesOn, storeCases } from './store-bench.ts';

const LIMIT = 100;

/** The queries of operators over all companies. */
export const operatorQueriesContract = storeCases('Queries for operators', {
  'list the payments of all companies, the latest first, filtered by day, company, state and id': async (store) => {
    const first = await store.addPayment(aPayment());
    const second = (await store.addRefunded(aFailedPayment({ created: minutesOn(5) }))).payment;
    const third = await store.addPayment(aPayment({ created: minutesOn(5) }));
    const list = async (filter: PaymentFilter, limit = LIMIT) =>
      (await store.paymentQueries.list(filter, limit)).map(({ payment }) => payment);
    expect(await list({})).to.deep.equal([third, second, first]);
    for (const limit of [1, 2]) expect(await list({}, limit)).to.deep.equal([third, second].slice(0, limit));
    expect(await list({ since: minutesOn(5) })).to.deep.equal([third, second]);
    expect(await list({ since: minutesOn(6) })).to.deep.equal([]);
    expect(await list({ until: minutesOn(4) })).to.deep.equal([first]);
    expect(await list({ until: minutesOn(5), since: minutesOn(5), status: 'pending' })).to.deep.equal([third]);
    expect(await list({ companyId: second.companyId })).to.deep.equal([second]);
    expect(await list({ companyId: second.companyId, status: 'pending' })).to.deep.equal([]);
    expect(await list({ ids: [first.id, third.id, freshId(), 'of another merchant'] })).to.deep.equal([third, first]);
    expect(await list({ ids: [] })).to.deep.equal([]);
    expect(await list({ companyId: 'none' })).to.deep.equal([]);
    const [shown] = await store.paymentQueries.list({ ids: [second.id] }, LIMIT);
    expect(shown?.companyName).to.be.a('string').and.not.equal('');
    const { history: _, ...found } = (await store.paymentQueries.find(second.id)) ?? { history: [] };
    expect(found).to.deep.equal(shown);
  },

  'show the holder and the plate of a payment, and the policy number only if the payment opened the contract': async (
    store,
  ) => {
    const stored = await store.addQuote();
    const failed = await store.addPayment(aFailedPayment(), stored.quote);
    const { contract } = await store.addContract({}, stored);
    const { policyholder } = stored.quote;
    const { licencePlate } = stored.vehicle;
    const named = async (id: string) => {
      const { policyNumber, ...found } = (await store.paymentQueries.find(id))!;
      return { holder: found.policyholder, plate: found.licencePlate, policyNumber };
    };
    const same = { holder: policyholder, plate: licencePlate };
    expect(await named(failed.id)).to.deep.equal({ ...same, policyNumber: null });
    expect(await named(contract.paymentId)).to.deep.equal({ ...same, policyNumber: contract.policyNumber });
  },

  'list the payments whose refund is due, must be made by hand, or is done': async (store) => {
    const due = (await store.addRefunded(aFailedPayment())).payment;
    const manual = (await store.addRefunded(aFailedPayment(), { status: 'manual', due: null })).payment;
    const gone = { status: 'done', due: null, completed: SOME_MORNING } as const;
    const done = (await store.addRefunded(aFailedPayment(), { ...gone, created: minutesOn(9) })).payment;
    const later = (await store.addRefunded(aFailedPayment({ created: minutesOn(5) }), gone)).payment;
    await store.addPayment(aFailedPayment());
    const list = async (filter: PaymentFilter, limit = LIMIT) =>
      (await store.paymentQueries.list(filter, limit)).map(({ payment }) => payment);
    expect(await list({ refund: 'due' })).to.deep.equal([due]);
    expect(await list({ refund: 'manual' })).to.deep.equal([manual]);
    const manualToo = (await store.addRefunded(aFailedPayment(), { status: 'manual', due: null })).payment;
    expect(await list({ refund: 'manual' }, 1)).to.deep.equal([manualToo]);
    expect(await list({ refund: 'done' })).to.deep.equal([later, done]);
    expect(await list({ refund: 'done' }, 1)).to.deep.equal([done]);
    expect(await list({ refund: 'done', companyId: later.companyId })).to.deep.equal([later]);
    expect(await list({ refund: 'done', until: minutesOn(4) })).to.deep.equal([done]);
    expect(await list({ refund: 'due', status: 'pending' })).to.deep.equal([]);
    expect(await list({ refund: 'due', since: minutesOn(1) })).to.deep.equal([]);
  },

  'show when, why and by whom payments were paused': async (store) => {
    expect(await store.paymentQueries.pause()).to.equal(null);
    await store.unit(({ paymentPause }) => paymentPause.pause({ ...ENTRY, by: 'operator' }));
    expect(await store.paymentQueries.pause()).to.deep.equal({ ...ENTRY, by: 'operator' });
    await store.unit(({ paymentPause }) => paymentPause.resume(ENTRY));
    expect(await store.paymentQueries.pause()).to.equal(null);
  },

  'list the contracts of all companies, filtered by certificate, day, company, state and id': async (store) => {
    const pending = await store.contractId();
    const created = minutesOn(5);
    const failed = await store.contractId({ contract: { created }, request: { status: 'failed', due: null, created } });
    const list = async (filter: ContractFilter, limit = LIMIT) =>
      (await store.contractQueries.list(filter, limit)).map(({ contract }) => contract.id);
    expect(await list({})).to.deep.equal([failed, pending]);
    expect(await list({}, 1)).to.deep.equal([failed]);
    expect(await list({ until: SOME_MORNING })).to.deep.equal([pending]);
    expect(await list({ certificate: 'pending' })).to.deep.equal([pending]);
    expect(await list({ certificate: 'failed' })).to.deep.equal([failed]);
    expect(await list({ certificate: 'failed', until: minutesOn(4) })).to.deep.equal([]);
    expect(await list({ since: minutesOn(1) })).to.deep.equal([failed]);
    expect(await list({ certificate: 'failed', since: minutesOn(6) })).to.deep.equal([]);
    expect(await list({ status: 'started' })).to.deep.equal([]);
    expect(await list({ status: 'pending', certificate: 'pending' })).to.deep.equal([pending]);
    const { companyId } = (await store.contractQueries.inspect(failed))?.contract ?? {};
    expect(await list({ companyId })).to.deep.equal([failed]);
    expect(await list({ companyId, certificate: 'pending' })).to.deep.equal([]);
    expect(await list({ companyId: 'none' })).to.deep.equal([]);
    expect(await list({ ids: [pending, freshId(), 'of another merchant'] })).to.deep.equal([pending]);
    expect(await list({ ids: [] })).to.deep.equal([]);
    const waiting = await store.contractId({ contract: { documentsDue: { at: minutesOn(7), attempts: 1 } } });
    expect(await list({ documentsDueAfter: minutesOn(6) })).to.deep.equal([waiting]);
    expect(await list({ documentsDueAfter: minutesOn(7) })).to.deep.equal([]);
    const atNine = { contract: { created: minutesOn(9) } };
    const atOnce = [await store.contractId(atNine), await store.contractId(atNine)];
    expect(await list({ since: minutesOn(9) }, 1)).to.deep.equal(atOnce.slice(1));
    const cancelled = await store.contractId({
      contract: { cancelled: aCancellation({ at: SOME_MORNING, reason: 'uninsurable' }) },
    });
    expect(await list({ ids: [cancelled] })).to.deep.equal([cancelled]);
    expect(await list({ ids: [cancelled], certificate: 'pending' })).to.deep.equal([]);
    const [shown] = await store.contractQueries.list({ certificate: 'failed' }, LIMIT);
    expect(await store.contractQueries.find(shown?.contract.companyId ?? '', failed)).to.deep.equal(shown);
  },

  'show how the quotes of a company were priced, by number and day, without personal data': async (store) => {
    const first = await store.addQuote({ duration: 3, usage: 'renting', catalogueVersion: 7 });
    const { company, vehicle } = first;
    const second = (await store.addQuoteFor(first, { created: minutesOn(5) })).quote;
    const third = (await store.addQuoteFor(first, { created: minutesOn(9) })).quote;
    await store.addQuote();
    expect(await store.quoteQueries.count(company.id)).to.equal(3);
    const readPriced = async (numbers: readonly [number, number], since?: Instant, until?: Instant) =>
      idsOf(await store.quoteQueries.priced(company.id, { numbers, since, until }));
    const all = [first.quote.id, second.id, third.id];
    expect(await readPriced([1, 3])).to.deep.equal(all);
    expect(await readPriced([1, 2])).to.deep.equal(all.slice(0, 2));
    expect(await readPriced([3, 9])).to.deep.equal(all.slice(2));
    expect(await readPriced([4, 9])).to.deep.equal([]);
    expect(await readPriced([1, 3], minutesOn(5))).to.deep.equal(all.slice(1));
    expect(await readPriced([1, 3], minutesOn(6))).to.deep.equal(all.slice(2));
    expect(await readPriced([1, 3], undefined, minutesOn(5))).to.deep.equal(all.slice(0, 2));
    expect(await readPriced([2, 3], SOME_MORNING, minutesOn(5))).to.deep.equal([second.id]);
    const { type, firstRoadDate, originalValue, marketValue, energy, power, seats } = vehicle;
    const { id, companyId, coverage, premium, startDate, created } = first.quote;
    expect(await store.quoteQueries.priced(company.id, { numbers: [1, 1] })).to.deep.equal([
      {
        id,
        companyId,
        catalogueVersion: 7,
        premium,
        created,
        coverage: { id: coverage.id, name: coverage.name },
        facts: {
          vehicle: { type, firstRoadDate, originalValue, marketValue, energy, power, seats },
          duration: 3,
          usage: 'renting',
          startDate,
        },
      },
    ]);
    const empty = await store.addCompany();
    for (const odd of [empty.id, freshId(), ...oddIds(company.id)]) {
      expect(await store.quoteQueries.count(odd)).to.equal(0);
      expect(await store.quoteQueries.priced(odd, { numbers: [1, 3] })).to.deep.equal([]);
    }
  },

  "find any company's vehicle by its id alone": async (store) => {
    const vehicle = await store.addVehicle((await store.addCompany()).id);
    expect(await store.vehicleQueries.inspect(vehicle.id)).to.deep.equal(vehicle);
    for (const odd of [...oddIds(vehicle.id), freshId()])
      expect(await store.vehicleQueries.inspect(odd)).to.equal(undefined);
  },

  'show the last error of an attempt after a claim, until the next attempt is made': async (store) => {
    const payment = await store.addPayment(aPayment({ due: dueIn(NO_ANSWER) }));
    const due = async () => (await store.findPayment(payment))?.due;
    await store.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    expect(await due()).to.deep.equal({ ...dueIn(NO_ANSWER), attempts: 4 });
    await store.changePayment(payment, { due: dueIn() });
    expect(await due()).to.deep.equal(dueIn());
  },

  'show the response of an outside system, even if it changed nothing': async (store) => {
    const { contract } = await store.addContract();
    const save = (evidence?: Evidence) => store.changeRequest(contract, {}, { ...ENTRY, evidence });
    await save();
    await save({ statut: -4 });
    const history = (await store.contractQueries.inspect(contract.id))?.history ?? [];
    expect(history.filter(({ what }) => what === 'certificate').slice(1)).to.deep.equal([
      { ...ENTRY, what: 'certificate', id: contract.id, from: 'pending', to: 'pending', evidence: { statut: -4 } },
    ]);
  },

  'show the history of a company and its keys, with the author of each change': async (store) => {
    const [company, stranger] = [await store.addCompany({ enabled: true }), await store.addCompany()];
    const key = anApiKey({ companyId: company.id });
    const evidence = { before: null, after: '0701020304' };
    const another = { ...ENTRY, by: 'another' };
    const disabled = { ...company, enabled: false };
    await store.unit(async ({ apiKeys, companies }) => {
      await apiKeys.add(key, { ...ENTRY, by: 'operator' });
      await companies.find(company.id);
      await companies.save(disabled, another);
      await companies.save(disabled, another);
      await companies.save(disabled, { ...another, evidence });
      await apiKeys.save({ ...key, revoked: SOME_MORNING }, another);
    });
    const lines = [
      { ...ENTRY, what: 'company', id: company.id, from: null, to: 'enabled' },
      { ...ENTRY, what: 'key', id: key.id, from: null, to: 'active', by: 'operator' },
      { ...another, what: 'company', id: company.id, from: 'enabled', to: 'disabled' },
      { ...another, what: 'company', id: company.id, from: 'disabled', to: 'disabled', evidence },
      { ...another, what: 'key', id: key.id, from: 'active', to: 'revoked' },
    ] as const;
    const historyOf = (ids: readonly string[]) => store.unit(({ history }) => history.of(company.id, ids));
    expect(await historyOf([company.id, key.id, stranger.id])).to.deep.equal(lines);
    expect(await historyOf([key.id])).to.deep.equal([lines[1], lines[4]]);
    expect(await historyOf([])).to.deep.equal([]);
  },

  'show the author’s account and the person who confirmed separately from their names': async (store) => {
    const company = await store.addCompany({ enabled: true });
    const { id } = company;
    const account = { issuer: 'https://id.example', subject: 'u-1' };
    const koffi = { name: 'Koffi', issuer: null, subject: null };
    const byTwo = { name: 'Awa, confirmed by Chef', ...account, confirmedBy: koffi };
    const authors = [{ name: 'Awa', ...account }, byTwo, { ...koffi, confirmedBy: { name: 'Awa', ...account } }];
    await store.unit(async ({ companies, paymentPause }) => {
      await companies.find(id);
      for (const by of authors) await companies.save(company, { ...ENTRY, by, evidence: {} });
      await paymentPause.pause({ ...ENTRY, by: byTwo });
    });
    const line = { ...ENTRY, what: 'company', id, from: 'enabled', to: 'enabled', evidence: {} } as const;
    const signature = { by: byTwo.name, account, confirmedBy: koffi };
    expect((await store.unit(({ history }) => history.of(id, [id]))).slice(1)).to.deep.equal([
      { ...line, by: 'Awa', account },
      { ...line, ...signature },
      { ...line, by: 'Koffi', confirmedBy: { name: 'Awa', ...account } },
    ]);
    expect(await store.paymentQueries.pause()).to.deep.equal({ ...ENTRY, ...signature });
    await store.unit(({ paymentPause }) => paymentPause.resume(ENTRY));
  },

  'distinguish the beginning of a display prefix from the whole prefix': async (store) => {
    const key = anApiKey({ companyId: (await store.addCompany()).id, expires: at('2027-01-01T00:00:00.000Z') });
    await store.unit(async ({ apiKeys }) => {
      await apiKeys.add(key, ENTRY);
      expect(await apiKeys.anyBeginning(key.prefix.slice(0, -1))).to.equal(true);
      expect(await apiKeys.anyBeginning(`${key.prefix}_`)).to.equal(false);
      expect(await apiKeys.find(key.prefix.slice(0, -1))).to.equal(undefined);
    });
  },
});
