import { dateOf, type TimeZone } from '../kernel/calendar.ts';
import type { Clock } from '../kernel/ports.ts';
import type { ContractDays } from './ports.ts';

const BATCH = 5_000;

/** Starts and expires the contracts whose day has come (api.md, "Contract status"), batch by batch. */
export const changeDays =
  ({ contractDays, clock, zone }: { contractDays: ContractDays; clock: Clock; zone: TimeZone }) =>
  async (): Promise<void> => {
    const now = clock.now();
    const today = dateOf(now, zone);
    while ((await contractDays.start(today, now, BATCH)) === BATCH);
    while ((await contractDays.expire(today, now, BATCH)) === BATCH);
  };
