import {
  addDays,
  changeDay,
  type Contract,
  type ContractDays,
  type ContractEvent,
  type Instant,
} from '@vehicle-insurance/core';
import { keyIn, type Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryContractDays = (memory: Memory): ContractDays => ({
  start: async (today, now, most) => {
    const unit = beginUnit(memory);
    const due = unit.contracts.all().filter((contract) => canStart(unit, contract) && contract.startDate <= today);
    return move(unit, due.slice(0, most), 'start', now);
  },
  expire: async (today, now, most) => {
    const unit = beginUnit(memory);
    const due = unit.contracts.all().filter(({ status, endDate }) => status === 'started' && endDate < today);
    return move(unit, due.slice(0, most), 'expire', now);
  },
  next: async () => {
    const unit = beginUnit(memory);
    const starts = unit.contracts.all().filter((contract) => canStart(unit, contract));
    const ends = unit.contracts.all().filter(({ status }) => status === 'started');
    return [...starts.map(({ startDate }) => startDate), ...ends.map(({ endDate }) => addDays(endDate, 1))].sort()[0];
  },
});

const canStart = ({ certificateRequests }: Unit, { status, companyId, id }: Contract): boolean =>
  status === 'pending' && certificateRequests.get(keyIn(companyId, id))?.status === 'issued';

const move = (unit: Unit, contracts: readonly Contract[], event: ContractEvent, now: Instant): number => {
  for (const { companyId, id } of contracts) {
    const contract = unit.contracts.get(keyIn(companyId, id));
    if (!contract) continue;
    const moved = changeDay(contract, event, now).unwrap();
    unit.contracts.save(moved);
    unit.note('contract', id, contract.status, moved.status, { at: now, why: 'its day has come' });
  }
  unit.commit();
  return contracts.length;
};
