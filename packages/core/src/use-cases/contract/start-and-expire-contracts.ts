import type { Dependencies } from '../../ports/dependencies.ts';
import { dateOf } from '../../shared/calendar.ts';
import { inBatches } from '../operations/in-batches.ts';

type StartAndExpireContractsDependencies = Pick<Dependencies, 'contractDays' | 'clock' | 'trigger' | 'zone'>;

/** Starts and expires the contracts that are due (docs/api.md 4.3), in batches. */
export const startAndExpireContracts =
  ({ contractDays, clock, trigger, zone }: StartAndExpireContractsDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    const today = dateOf(now, zone);
    const starting = await inBatches((limit) => contractDays.start(today, now, limit));
    await inBatches((limit) => contractDays.expire(today, now, limit));
    // A documents sweep that ran during the change may have skipped these contracts, because they were locked.
    if (starting > 0) trigger.fire('documents');
  };
