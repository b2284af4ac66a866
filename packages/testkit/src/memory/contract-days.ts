import {
  addDays,
  changeDay,
  eventsOfContract,
  type Contract,
  type ContractDays,
  type ContractEvent,
} from '@vehicle-insurance/core';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryContractDays = (memory: Memory): ContractDays => ({
  start: async (today, now, limit) => {
    const unit = beginUnit(memory);
    const due = unit.contracts.all().filter((contract) => canStart(unit, contract) && contract.startDate <= today);
    return move(unit, due.slice(0, limit), 'start', now);
  },
  expire: async (today, now, limit) => {
    const unit = beginUnit(memory);
    const due = unit.contracts.all().filter((contract) => canExpire(contract) && contract.endDate < today);
    return move(unit, due.slice(0, limit), 'expire', now);
  },
  next: async () => {
    const unit = beginUnit(memory);
    const starts = unit.contracts.all().filter((contract) => canStart(unit, contract));
    const ends = unit.contracts.all().filter(canExpire);
    return [...starts.map(({ startDate }) => startDate), ...ends.map(({ endDate }) => addDays(endDate, 1))].sort()[0];
  },
});

const canStart = ({ certificateRequests }: Unit, { status, companyId, id }: Contract): boolean =>
  status === 'pending' && certificateRequests.get(companyId, id)?.status === 'issued';

const canExpire = ({ status }: Contract): boolean => status === 'started';

const move = (unit: Unit, due: readonly Contract[], event: ContractEvent, now: Contract['created']): number => {
  for (const contract of due) {
    const moved = changeDay(contract, event, now).unwrap();
    unit.contracts.change(contract, moved);
    unit.tell({ companyId: contract.companyId, subjectId: contract.id }, eventsOfContract(contract, moved), now);
    unit.record(contract.companyId, 'contract', contract.id, contract.status, moved.status, {
      at: now,
      why: { code: 'day_reached' },
    });
  }
  unit.commit();
  return due.length;
};
