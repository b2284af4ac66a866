import {
  addDays,
  changeDay,
  type Contract,
  type ContractDays,
  type ContractEvent,
  type Instant,
} from '@vehicle-insurance/core';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryContractDays = (memory: Memory): ContractDays => ({
  start: async (today, now, limit) =>
    move(memory, { event: 'start', now, limit }, (unit, each) => canStart(unit, each) && each.startDate <= today),
  expire: async (today, now, limit) =>
    move(memory, { event: 'expire', now, limit }, (_, each) => canExpire(each) && each.endDate < today),
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

interface Moving {
  readonly event: ContractEvent;
  readonly now: Instant;
  readonly limit: number;
}

const move = async (
  memory: Memory,
  { event, now, limit }: Moving,
  isDue: (unit: Unit, contract: Contract) => boolean,
): Promise<number> => {
  for (;;) {
    const unit = beginUnit(memory);
    const all = unit.contracts.all().filter((contract) => isDue(unit, contract));
    const due = all.slice(0, limit);
    for (const contract of due) {
      const moved = changeDay(contract, event, now).unwrap();
      unit.contracts.change(contract, moved);
      const entry = { at: now, why: { code: 'day_reached' } } as const;
      await unit.record({ what: 'contract', before: contract, after: moved, entry });
    }
    if (unit.commit()) return due.length;
  }
};
