import { later, type ContractStatus, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation, aCertificate } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import type { StoredQuote } from '../builders/stored.ts';
import { gate } from './overlap.ts';
import { atOnce, ENTRY, storeCases, type StoreBench } from './store-bench.ts';

const NOW = later(SOME_MORNING, { hours: 400 });
const BEFORE = day('2026-01-31');
const FIRST = day('2026-02-01');
const LAST = day('2027-01-31');
const AFTER = day('2027-02-01');

const ISSUED = { status: 'issued', due: null, certificate: aCertificate() } as const;

/** A contract from `FIRST` to `LAST`, by default with an issued certificate. */
const aContractOf = async (store: StoreBench, status: ContractStatus, issued = true, stored?: StoredQuote) => {
  const over = { contract: { status, startDate: FIRST, endDate: LAST }, ...(issued && { request: ISSUED }) };
  return (await store.addContract(over, stored)).contract;
};

/** Starting and expiring contracts in bulk. */
export const contractDaysContract = storeCases('ContractDays', {
  'start a contract on its first day if its certificate is issued': async (store) => {
    const contract = await aContractOf(store, 'pending');
    await aContractOf(store, 'pending', false);
    expect(await store.contractDays.start(BEFORE, NOW, 10)).to.equal(0);
    expect(await store.contractDays.start(FIRST, NOW, 10)).to.equal(1);
    const view = await store.contractQueries.inspect(contract.id);
    expect(view?.contract).to.deep.equal({ ...contract, status: 'started', updated: NOW });
    const { id } = contract;
    const why = { code: 'day_reached' };
    expect(view?.history.at(-1)).to.deep.include({
      what: 'contract',
      id,
      from: 'pending',
      to: 'started',
      at: NOW,
      why,
    });
    expect(await store.contractDays.start(FIRST, NOW, 10)).to.equal(0);
  },

  'start no contract that was cancelled before its first day, and expire a cancelled contract after its new last day':
    async (store) => {
      const whole = await aContractOf(store, 'pending');
      await store.changeContract(whole, { cancelled: aCancellation({ lastDay: null }) });
      expect(await store.contractDays.next()).to.equal(undefined);
      const part = await aContractOf(store, 'pending');
      const lastDay = day('2026-02-03');
      await store.changeContract(part, { endDate: lastDay, cancelled: aCancellation({ lastDay, soldUntil: LAST }) });
      expect(await store.contractDays.next()).to.equal(FIRST);
      expect(await store.contractDays.start(FIRST, NOW, 10)).to.equal(1);
      expect(await store.contractDays.next()).to.equal('2026-02-04');
      expect(await store.contractDays.expire(lastDay, NOW, 10)).to.equal(0);
      expect(await store.contractDays.expire(day('2026-02-04'), NOW, 10)).to.equal(1);
      const statuses = [whole, part].map(async ({ id }) => (await store.contractQueries.inspect(id))?.contract.status);
      expect(await Promise.all(statuses)).to.deep.equal(['pending', 'expired']);
    },

  'expire a contract the day after its last, and not before': async (store) => {
    const contract = await aContractOf(store, 'started');
    await aContractOf(store, 'pending', false);
    expect(await store.contractDays.expire(LAST, NOW, 10)).to.equal(0);
    expect(await store.contractDays.expire(AFTER, NOW, 10)).to.equal(1);
    const view = await store.contractQueries.inspect(contract.id);
    expect(view?.contract).to.deep.equal({ ...contract, status: 'expired', updated: NOW });
    expect(view?.history.at(-1)).to.deep.include({ what: 'contract', from: 'started', to: 'expired', at: NOW });
    expect(await store.contractDays.expire(AFTER, NOW, 10)).to.equal(0);
  },

  'change each contract once if several callers run at the same time, with an event for each': async (store) => {
    const stored = await store.addQuote();
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1)
      ids.push((await aContractOf(store, 'pending', true, await store.addQuoteFor(stored))).id);
    const moved = await atOnce(4, () => store.contractDays.start(FIRST, NOW, 10));
    expect(moved.reduce((sum, each) => sum + each, 0)).to.equal(9);
    const types = ['contract.started'] as const;
    const { data } = await store.journal.page(stored.company.id, { after: 0, limit: 100, types });
    expect(data.map(({ subjectId }) => subjectId)).to.have.members(ids);
  },

  'return the next date on which a contract must be started or expired': async (store) => {
    const next = (): Promise<LocalDate | undefined> => store.contractDays.next();
    expect(await next()).to.equal(undefined);
    const others = { startDate: day('2027-03-01'), endDate: day('2028-02-29') };
    for (const status of ['pending', 'started'] as const)
      await store.addContract({ contract: { status, ...others }, request: ISSUED });
    await aContractOf(store, 'pending', false);
    await aContractOf(store, 'pending');
    expect(await next()).to.equal(FIRST);
    await store.contractDays.start(FIRST, NOW, 10);
    expect(await next()).to.equal(AFTER);
    await store.contractDays.expire(AFTER, NOW, 10);
    expect(await next()).to.equal(others.startDate);
  },

  'announce the end of each contract once on the configured days, even if several callers run at the same time': async (
    store,
  ) => {
    const stored = await store.addQuote();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.push((await aContractOf(store, 'started', true, await store.addQuoteFor(stored))).id);
    const announced = async (): Promise<readonly string[]> => {
      const types = ['contract.ending'] as const;
      const { data } = await store.journal.page(stored.company.id, { after: 0, limit: 100, types });
      return data.map(({ subjectId }) => subjectId);
    };
    const announce = (today: LocalDate) => store.contractDays.announceEndings([30, 15], today, NOW, 10);
    for (let next = await store.contractDays.nextEnding(); next !== undefined && next < day('2027-01-01');) {
      expect(await announce(next)).to.equal(3);
      expect(await announced()).to.deep.equal([]);
      next = await store.contractDays.nextEnding();
    }
    expect(await store.contractDays.nextEnding()).to.equal('2027-01-01');
    expect(await announce(day('2026-12-31'))).to.equal(0);
    const many = await atOnce(4, () => announce(day('2027-01-01')));
    expect(many.reduce((sum, each) => sum + each, 0)).to.equal(3);
    expect(await announced()).to.have.members(ids);
    expect(await announce(day('2027-01-01'))).to.equal(0);
    expect(await store.contractDays.nextEnding()).to.equal('2027-01-16');
    await announce(LAST);
    expect(await announced()).to.have.members([...ids, ...ids]);
    expect(await store.contractDays.nextEnding()).to.equal(undefined);
  },

  'announce in order all ends that were not announced on their days, but none of a cancelled or ended contract': async (
    store,
  ) => {
    const stored = await store.addQuote();
    const late = await aContractOf(store, 'started', true, await store.addQuoteFor(stored));
    const cancelled = await aContractOf(store, 'pending', false, await store.addQuoteFor(stored));
    await store.changeContract(cancelled, { cancelled: aCancellation({ at: NOW }) });
    await aContractOf(store, 'expired', true, await store.addQuoteFor(stored));
    expect(await store.contractDays.announceEndings([7, 30, 15, 30], day('2027-01-20'), NOW, 10)).to.equal(3);
    const types = ['contract.ending'] as const;
    const { data } = await store.journal.page(stored.company.id, { after: 0, limit: 100, types });
    expect(data.map(({ subjectId, at }) => ({ subjectId, at }))).to.deep.equal([
      { subjectId: late.id, at: NOW },
      { subjectId: late.id, at: NOW },
    ]);
    expect(await store.contractDays.nextEnding()).to.equal('2027-01-24');
    await store.contractDays.announceEndings([7], AFTER, NOW, 10);
    expect((await store.journal.page(stored.company.id, { after: 0, limit: 100, types })).data).to.have.length(2);
  },

  'are not blocked by a unit of work that has locked a contract': async (store) => {
    const busy = await aContractOf(store, 'pending');
    const free = await aContractOf(store, 'pending');
    const [took, mayEnd] = [gate(), gate()];
    const deciding = store.unit(async ({ leases }) => {
      await leases.take({ kind: 'documents', companyId: busy.companyId, id: busy.id }, 30);
      took.open();
      await mayEnd.passed;
    });
    await took.passed;
    await store.contractDays.start(FIRST, NOW, 10).catch(mayEnd.open);
    const view = await store.contractQueries.inspect(free.id);
    mayEnd.open();
    await deciding;
    expect(view?.contract.status).to.equal('started');
  },

  'make a unit of work that has already read the contract start again': async (store) => {
    const { companyId, id } = await aContractOf(store, 'pending');
    let runs = 0;
    await store.unit(async ({ contracts }) => {
      runs += 1;
      const contract = await contracts.find(companyId, id);
      if (runs === 1) await store.contractDays.start(FIRST, NOW, 10);
      if (contract) await contracts.save({ ...contract, overlaps: true }, ENTRY);
    });
    const view = await store.contractQueries.inspect(id);
    expect(runs).to.equal(2);
    expect(view?.contract).to.include({ status: 'started', overlaps: true });
  },
});
