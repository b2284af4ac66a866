import { namedFirst, readMeant, type Hit } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aPayment } from '../builders/payment.ts';
import { storedContract, storedPayment, storedQuote } from '../builders/stored.ts';
import { portContract } from './port-contract.ts';
import type { StoreSubject } from './store.ts';

const MOST = 50;

const idsOf = (hits: readonly Hit[]): readonly string[] => hits.map(({ id }) => id);

/** A vehicle with a quote that was paid at the second attempt. */
const somethingInsured = async ({ unitOfWork }: StoreSubject) => {
  const quoted = await storedQuote(unitOfWork, { policyholder: { name: 'Awa Koné', phone: '+2250701020301' } });
  const attempt = aPayment({
    status: 'failed',
    failureReason: 'declined',
    completed: quoted.quote.created,
    due: null,
    payer: '+2250501020302',
    session: { id: 'cos-first', url: null, expires: null, ended: null },
  });
  const failed = await storedPayment(unitOfWork, quoted.quote, attempt);
  const { contract, payment } = await storedContract(unitOfWork, quoted);
  return { ...quoted, failed, payment, contract };
};

/** Finding what an operator means by what people have at hand. */
export const lookUpsContract = portContract<StoreSubject>('LookUps', {
  'find a payment by all that leads to it': async (subject) => {
    const { lookUps } = subject;
    const { vehicle, quote, failed, payment, contract } = await somethingInsured(subject);
    await somethingElseInsured(subject);
    const found = async (word: string) => idsOf(namedFirst(await lookUps.payments(readMeant(word), MOST)));
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

  'find a contract and a vehicle by all that leads to them': async (subject) => {
    const { lookUps } = subject;
    const { vehicle, quote, failed, payment, contract } = await somethingInsured(subject);
    await somethingElseInsured(subject);
    const plate = vehicle.licencePlate.split('').join(' ');
    const phones = ['0701020301', '+2250501020302'];
    const words = [contract.policyNumber, plate, ...phones, 'cos-first'];
    for (const word of [contract.id, payment.id, failed.id, quote.id, vehicle.id, ...words]) {
      expect(idsOf(await lookUps.contracts(readMeant(word), MOST)), word).to.deep.equal([contract.id]);
      expect(idsOf(await lookUps.vehicles(readMeant(word), MOST)), word).to.deep.equal([vehicle.id]);
    }
    const [hit] = await lookUps.contracts(readMeant(contract.id), MOST);
    expect(hit).to.deep.equal({ companyId: contract.companyId, id: contract.id, own: true });
    const [other] = await lookUps.contracts(readMeant(quote.id), MOST);
    expect(other?.own).to.equal(false);
  },

  'find what begins like this: one, or all that do, the latest first': async (subject) => {
    const { lookUps } = subject;
    const things = [await somethingInsured(subject), await somethingInsured(subject)];
    const ids = things.map(({ contract }) => contract.id).sort();
    const [first = '', second = ''] = ids;
    const shared = [...first].findIndex((letter, place) => letter !== second[place]);
    const found = async (word: string, most = MOST) =>
      idsOf(namedFirst(await lookUps.contracts(readMeant(word), most)));
    expect(await found(first.slice(0, shared + 1))).to.deep.equal([first]);
    expect(await found(first.slice(0, shared))).to.deep.equal([second, first]);
    expect(await found(first.slice(0, shared), 1)).to.deep.equal([second]);
  },

  'find nothing by a word that leads nowhere': async (subject) => {
    const { lookUps } = subject;
    await somethingInsured(subject);
    for (const word of ['', ' ', 'nowhere', 'zz-1', '0799999999', '%', '\0', '\ud800', '-', `${'0'.repeat(36)}`])
      for (const find of [lookUps.payments, lookUps.contracts, lookUps.vehicles])
        expect(await find(readMeant(word), MOST), word).to.deep.equal([]);
  },
});

const somethingElseInsured = async ({ unitOfWork }: StoreSubject): Promise<void> => {
  await storedContract(unitOfWork, await storedQuote(unitOfWork));
};
