import { namedFirst, readSearchTerms, type LookUps } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aFailedPayment, aPayment, aPaymentSession } from '../builders/payment.ts';
import { aQuote } from '../builders/quote.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { ENTRY, idsOf, storeCases, type StoreBench } from './store-bench.ts';

const LIMIT = 50;

/** More matches of a word than a store reads. */
const MANY = 101;

/** The ids that operators see for a word. */
const idsFound =
  (find: LookUps['payments'], limit = LIMIT) =>
  async (word: string): Promise<readonly string[]> =>
    idsOf(namedFirst(await find(readSearchTerms(word), limit)));

/** A vehicle with a quote that was paid at the second attempt. */
const somethingInsured = async (store: StoreBench) => {
  const quoted = await store.addQuote({ policyholder: { name: 'Awa Koné', phone: '+2250701020301' } });
  const attempt = aPayment({
    status: 'failed',
    failureReason: 'declined',
    completed: quoted.quote.created,
    due: null,
    payer: '+2250501020302',
    session: { id: 'cos-first', url: null, expires: null, ended: null },
  });
  const failed = await store.addPayment(attempt, quoted.quote);
  const { contract, payment } = await store.addContract({}, quoted);
  return { ...quoted, failed, payment, contract };
};

/** Finds objects by words that operators know. */
export const lookUpsContract = storeCases('LookUps', {
  // Proves: found-by-what-is-known
  'find a payment by its id, the beginning of its id, policy number, plate, phone, session or quote': async (store) => {
    const { vehicle, quote, failed, payment, contract } = await somethingInsured(store);
    await store.addContract();
    const found = idsFound(store.lookUps.payments);
    const both = [payment.id, failed.id].sort().reverse();
    expect(await found(payment.id)).to.deep.equal([payment.id]);
    expect(await found(` ${payment.id.toUpperCase()} `)).to.deep.equal([payment.id]);
    expect(await found(contract.policyNumber)).to.deep.equal([payment.id]);
    expect(await found(contract.policyNumber.toLowerCase())).to.deep.equal([payment.id]);
    expect(await found(contract.id)).to.deep.equal([payment.id]);
    expect(await found('cos-first')).to.deep.equal([failed.id]);
    expect(await found('05 01 02 03 02')).to.deep.equal([failed.id]);
    expect(await found(quote.id)).to.deep.equal(both);
    expect(await found('+225 07 01 02 03 01')).to.deep.equal(both);
    expect(await found(vehicle.id)).to.deep.equal(both);
    expect(await found(vehicle.licencePlate.toLowerCase())).to.deep.equal(both);
  },

  'find a contract and a vehicle by everything related to them': async (store) => {
    const { vehicle, quote, failed, payment, contract } = await somethingInsured(store);
    await store.addContract();
    const plate = vehicle.licencePlate.split('').join(' ');
    const phones = ['0701020301', '+2250501020302'];
    const words = [contract.policyNumber, plate, ...phones, 'cos-first'];
    for (const word of [contract.id, payment.id, failed.id, quote.id, vehicle.id, ...words]) {
      expect(idsOf(await store.lookUps.contracts(readSearchTerms(word), LIMIT)), word).to.deep.equal([contract.id]);
      expect(idsOf(await store.lookUps.vehicles(readSearchTerms(word), LIMIT)), word).to.deep.equal([vehicle.id]);
    }
    const [hit] = await store.lookUps.contracts(readSearchTerms(contract.id), LIMIT);
    expect(hit).to.deep.equal({ companyId: contract.companyId, id: contract.id, own: true });
    const [other] = await store.lookUps.contracts(readSearchTerms(quote.id), LIMIT);
    expect(other?.own).to.equal(false);
  },

  'find everything whose id begins with a text, the latest first': async (store) => {
    const things = [await somethingInsured(store), await somethingInsured(store)];
    const ids = things.map(({ contract }) => contract.id).sort();
    const [first = '', second = ''] = ids;
    const shared = [...first].findIndex((letter, place) => letter !== second[place]);
    const found = idsFound(store.lookUps.contracts);
    expect(await found(first.slice(0, shared + 1))).to.deep.equal([first]);
    expect(await found(first.slice(0, shared))).to.deep.equal([second, first]);
    expect(await idsFound(store.lookUps.contracts, 1)(first.slice(0, shared))).to.deep.equal([second]);
  },

  'find the latest matches even if an agency’s phone is on any number of objects': async (store) => {
    const { id: companyId } = await store.addCompany();
    const [payer, sessionId, policyholder] = ['+2250501020302', 'cos-same', { name: 'Awa', phone: '+2250701020301' }];
    const [vehicleIds, paymentIds]: [string[], string[]] = [[], []];
    await store.unit(async ({ vehicles, quotes, payments }) => {
      for (let n = 0; n < MANY; n += 1) {
        const vehicle = aVehicle({ companyId });
        const quote = aQuote({ companyId, vehicleId: vehicle.id, policyholder });
        const session = aPaymentSession({ id: sessionId });
        const payment = aFailedPayment({ companyId, quoteId: quote.id, payer, session });
        await vehicles.add(vehicle);
        await quotes.add(quote);
        await payments.add(payment, ENTRY);
        vehicleIds.unshift(vehicle.id);
        paymentIds.unshift(payment.id);
      }
    });
    const { payments, vehicles } = store.lookUps;
    for (const word of [payer, sessionId, policyholder.phone, companyId.slice(0, 13)]) {
      expect(idsOf(await payments(readSearchTerms(word), 2)), word).to.deep.equal(paymentIds.slice(0, 2));
      expect(idsOf(await vehicles(readSearchTerms(word), 2)), word).to.deep.equal(vehicleIds.slice(0, 2));
    }
  },

  'find nothing for an unknown word': async (store) => {
    await somethingInsured(store);
    for (const word of ['', ' ', 'nowhere', 'zz-1', '0799999999', '%', '\0', '\ud800', '-', `${'0'.repeat(36)}`])
      for (const find of [store.lookUps.payments, store.lookUps.contracts, store.lookUps.vehicles])
        expect(await find(readSearchTerms(word), LIMIT), word).to.deep.equal([]);
  },
});
