import {
  addDays,
  changeDay,
  giveEndingNotices,
  type Contract,
  type ContractDays,
  type ContractEvent,
  type EventType,
  type Instant,
} from '@vehicle-insurance/core';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryContractDays = (memory: Memory): ContractDays => ({
  start: async (today, now, limit) =>
    move(memory, { event: 'start', now, limit }, (unit, each) => canStart(unit, each) && each.startDate <= today),
  expire: async (today, now, limit) =>
    move(memory, { event: 'expire', now, limit }, (_, each) => canExpire(each) && each.endDate < today),
  announceEndings: async (days, today, now, limit) => {
    for (;;) {
      const unit = beginUnit(memory);
      const due = unit.endingNotices.all().filter((notices) => notices.due !== null && notices.due <= today);
      const some = due.slice(0, limit);
      for (const notices of some) {
        const { companyId, contractId: subjectId } = notices;
        const contract = unit.contracts.get(companyId, subjectId);
        if (!contract) throw new Error('notices of an end refer to a missing contract');
        const { given, left } = giveEndingNotices(
          { ...contract, isCancelled: contract.cancelled !== null },
          notices,
          days,
          today,
        );
        unit.addEvents({ companyId, subjectId }, Array<EventType>(given).fill('contract.ending'), now);
        unit.endingNotices.change(notices, left ?? { due: null });
      }
      if (unit.commit()) return some.length;
    }
  },
  nextEnding: async () =>
    beginUnit(memory)
      .endingNotices.all()
      .flatMap(({ due }) => due ?? [])
      .sort()[0],
  next: async () => {
    const unit = beginUnit(memory);
    const starts = unit.contracts.all().filter((contract) => canStart(unit, contract));
    const ends = unit.contracts.all().filter(canExpire);
    return [...starts.map(({ startDate }) => startDate), ...ends.map(({ endDate }) => addDays(endDate, 1))].sort()[0];
  },
});

const canStart = ({ certificateRequests }: Unit, { status, companyId, id, cancelled }: Contract): boolean =>
  status === 'pending' && cancelled?.lastDay !== null && certificateRequests.get(companyId, id)?.status === 'issued';

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
