import type { Dependencies } from '../../ports/dependencies.ts';
import { later } from '../../shared/calendar.ts';
import { inBatches } from '../operations/in-batches.ts';

type KeepJournalDependencies = Pick<Dependencies, 'journal' | 'clock' | 'eventDays'>;

/** Assigns positions to events that no reader has requested, and deletes events older than `eventDays`, in batches. */
export const keepJournal =
  ({ journal, clock, eventDays }: KeepJournalDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    const before = later(now, { hours: -24 * eventDays });
    await journal.catchUp();
    await inBatches((limit) => journal.forget(before, now, limit));
  };
