import type { Bell } from '../kernel/bell.ts';
import { dateOf, type TimeZone } from '../kernel/calendar.ts';
import { inBatches } from '../kernel/in-batches.ts';
import type { Clock } from '../kernel/ports.ts';
import type { ContractDays } from './ports.ts';

interface Needs {
  readonly contractDays: ContractDays;
  readonly clock: Clock;
  readonly bell: Bell;
  readonly zone: TimeZone;
}

/** Starts and expires the contracts whose day has come (api.md, "Contract status"), batch by batch. */
export const changeDays =
  ({ contractDays, clock, bell, zone }: Needs) =>
  async (): Promise<void> => {
    const now = clock.now();
    const today = dateOf(now, zone);
    const starting = await inBatches((most) => contractDays.start(today, now, most));
    await inBatches((most) => contractDays.expire(today, now, most));
    // A contract is not to be had while it is moved: who came for its documents in that moment went away without them.
    if (starting > 0) bell.ring('documents');
  };
