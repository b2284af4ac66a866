import type { Dependencies } from '../../ports/dependencies.ts';
import { later } from '../../shared/calendar.ts';
import { inBatches } from '../operations/in-batches.ts';

type Given = Pick<Dependencies, 'journal' | 'clock' | 'eventDays'>;

/** Gives positions to events that no reader has asked for, and deletes those older than `eventDays`, batch by batch. */
export const keepJournal =
  ({ journal, clock, eventDays }: Given) =>
  async (): Promise<void> => {
    const now = clock.now();
    const before = later(now, { hours: -24 * eventDays });
    await journal.catchUp();
    await inBatches((limit) => journal.forget(before, now, limit));
  };
