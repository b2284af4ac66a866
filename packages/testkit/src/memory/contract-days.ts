import { addDays, changeDay, type Contract, type ContractDays, type ContractEvent } from '@vehicle-insurance/core';
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
    const entry = { at: now, why: { code: 'day_reached' } } as const;
    unit.record({ what: 'contract', before: contract, after: moved, entry });
  }
  unit.commit();
  return due.length;
};
