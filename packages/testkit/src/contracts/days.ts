import { later, type ContractStatus, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCertificate } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { anotherQuote, storedContract, storedQuote, type StoredQuote } from '../builders/stored.ts';
import { portContract } from './port-contract.ts';
import type { StoreSubject } from './store.ts';

const NOW = later(SOME_MORNING, { hours: 400 });
const BEFORE = day('2026-01-31');
const FIRST = day('2026-02-01');
const LAST = day('2027-01-31');
const AFTER = day('2027-02-01');

const ISSUED = { status: 'issued', due: null, certificate: aCertificate() } as const;

const aContractOf = async (
  { unitOfWork }: StoreSubject,
  status: ContractStatus,
  issued = true,
  stored?: StoredQuote,
) => {
  const over = { contract: { status, startDate: FIRST, endDate: LAST }, ...(issued && { request: ISSUED }) };
  return (await storedContract(unitOfWork, stored ?? (await storedQuote(unitOfWork)), over)).contract;
};

/** Starting and expiring contracts, set by set. */
export const contractDaysContract = portContract<StoreSubject>('ContractDays', {
  'starts a contract on its first day, once its certificate is issued': async (subject) => {
    const contract = await aContractOf(subject, 'pending');
    await aContractOf(subject, 'pending', false);
    expect(await subject.contractDays.start(BEFORE, NOW, 10)).to.equal(0);
    expect(await subject.contractDays.start(FIRST, NOW, 10)).to.equal(1);
    const view = await subject.contractViews.inspect(contract.id);
    expect(view?.contract).to.deep.equal({ ...contract, status: 'started', updated: NOW });
    expect(view?.history.at(-1)).to.deep.include({
      what: 'contract',
      id: contract.id,
      from: 'pending',
      to: 'started',
      at: NOW,
    });
    expect(await subject.contractDays.start(FIRST, NOW, 10)).to.equal(0);
  },

  'expires a contract the day after its last, and not before': async (subject) => {
    const contract = await aContractOf(subject, 'started');
    await aContractOf(subject, 'pending', false);
    expect(await subject.contractDays.expire(LAST, NOW, 10)).to.equal(0);
    expect(await subject.contractDays.expire(AFTER, NOW, 10)).to.equal(1);
    const view = await subject.contractViews.inspect(contract.id);
    expect(view?.contract).to.deep.equal({ ...contract, status: 'expired', updated: NOW });
    expect(view?.history.at(-1)).to.deep.include({ what: 'contract', from: 'started', to: 'expired', at: NOW });
    expect(await subject.contractDays.expire(AFTER, NOW, 10)).to.equal(0);
  },

  'moves no more at once than asked for, and all in the end': async (subject) => {
    const stored = await storedQuote(subject.unitOfWork);
    await aContractOf(subject, 'pending', true, stored);
    for (let n = 0; n < 4; n += 1)
      await aContractOf(
        subject,
        'pending',
        true,
        await anotherQuote(subject.unitOfWork, stored.company, stored.vehicle),
      );
    expect(await subject.contractDays.start(AFTER, NOW, 2)).to.equal(2);
    expect(await subject.contractDays.start(AFTER, NOW, 2)).to.equal(2);
    expect(await subject.contractDays.start(AFTER, NOW, 2)).to.equal(1);
  },

  'moves each contract once when several ask at the same time': async (subject) => {
    for (let n = 0; n < 5; n += 1) await aContractOf(subject, 'pending');
    const moved = await Promise.all(Array.from({ length: 4 }, () => subject.contractDays.start(FIRST, NOW, 10)));
    expect(moved.reduce((sum, each) => sum + each, 0)).to.equal(5);
  },

  'says on which date a contract of today will have to be moved': async (subject) => {
    const next = (): Promise<LocalDate | undefined> => subject.contractDays.next();
    expect(await next()).to.equal(undefined);
    await aContractOf(subject, 'pending', false);
    await aContractOf(subject, 'pending');
    expect(await next()).to.equal(FIRST);
    await subject.contractDays.start(FIRST, NOW, 10);
    expect(await next()).to.equal(AFTER);
    await subject.contractDays.expire(AFTER, NOW, 10);
    expect(await next()).to.equal(undefined);
  },
});
