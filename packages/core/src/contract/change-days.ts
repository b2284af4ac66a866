import type { Bell } from '../kernel/bell.ts';
import { dateOf, type TimeZone } from '../kernel/calendar.ts';
import type { Clock } from '../kernel/ports.ts';
import type { ContractDays } from './ports.ts';

const BATCH = 5_000;

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
    const starting = await allOf(() => contractDays.start(today, now, BATCH));
    await allOf(() => contractDays.expire(today, now, BATCH));
    // A contract is not to be had while it is moved: who came for its documents in that moment went away without them.
    if (starting > 0) bell.ring('documents');
  };

/** Moves batch after batch, and answers how many were moved. */
const allOf = async (moveBatch: () => Promise<number>): Promise<number> => {
  let all = 0;
  for (;;) {
    const moved = await moveBatch();
    all += moved;
    if (moved < BATCH) return all;
  }
};
