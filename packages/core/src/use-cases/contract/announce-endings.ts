import { ENDING_DAYS } from '../../domain/contract/ending.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { dateOf } from '../../shared/calendar.ts';
import { inBatches } from '../operations/in-batches.ts';

type AnnounceEndingsDependencies = Pick<Dependencies, 'contractDays' | 'endingDays' | 'clock' | 'zone'>;

/** Adds events for contracts that end soon (docs/events.md), in batches. */
export const announceEndings =
  ({ contractDays, endingDays = ENDING_DAYS, clock, zone }: AnnounceEndingsDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    const today = dateOf(now, zone);
    await inBatches((limit) => contractDays.announceEndings(endingDays, today, now, limit));
  };
