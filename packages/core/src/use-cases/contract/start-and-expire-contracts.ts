import type { Dependencies } from '../../ports/dependencies.ts';
import { dateOf } from '../../shared/calendar.ts';
import { inBatches } from '../operations/in-batches.ts';

type Given = Pick<Dependencies, 'contractDays' | 'clock' | 'trigger' | 'zone'>;

/** Starts and expires the contracts whose day has come (docs/api.md 4.3), batch by batch. */
export const startAndExpireContracts =
  ({ contractDays, clock, trigger, zone }: Given) =>
  async (): Promise<void> => {
    const now = clock.now();
    const today = dateOf(now, zone);
    const starting = await inBatches((limit) => contractDays.start(today, now, limit));
    await inBatches((limit) => contractDays.expire(today, now, limit));
    // A contract is locked while it is moved: a documents sweep at that moment has skipped it.
    if (starting > 0) trigger.fire('documents');
  };
