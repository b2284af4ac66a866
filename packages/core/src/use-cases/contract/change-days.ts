import type { Bell } from '../../ports/bell.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContractDays } from '../../ports/contract-days.ts';
import { dateOf, type TimeZone } from '../../shared/calendar.ts';
import { inBatches } from '../operations/in-batches.ts';

interface Needs {
  readonly contractDays: ContractDays;
  readonly clock: Clock;
  readonly bell: Bell;
  readonly zone: TimeZone;
}

/** Starts and expires the contracts whose day has come (docs/api.md 4.3), batch by batch. */
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
