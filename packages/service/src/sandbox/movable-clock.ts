import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { instantAt, millisecondsOf, type Clock, type Instant } from '@vehicle-insurance/core';

/** A clock that runs with real time and can be put forward. */
export interface MovableClock extends Clock {
  /** Puts the clock forward to `at`, also for the next start; never back. */
  moveTo(at: Instant): void;
}

/** The sandbox's clock. How far it is ahead of real time is kept in `file`, so that everything in the sandbox agrees. */
export const movableClock = (file: string): MovableClock => {
  let ahead = storedIn(file);
  const milliseconds = () => Date.now() + ahead;
  return {
    now: () => instantAt(milliseconds()),
    moveTo: (at) => {
      ahead += Math.max(0, millisecondsOf(at) - milliseconds());
      writeFileSync(`${file}.new`, JSON.stringify({ millisecondsAhead: ahead }));
      renameSync(`${file}.new`, file);
    },
  };
};

/** The sandbox's clock as another process moves it. */
export const followedClock = (file: string): Clock => ({ now: () => instantAt(Date.now() + storedIn(file)) });

const storedIn = (file: string): number => {
  try {
    const { millisecondsAhead } = JSON.parse(readFileSync(file, 'utf8')) as { millisecondsAhead: number };
    return millisecondsAhead;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw new Error(`The sandbox's clock in ${file} cannot be read. Remove the file to begin again at real time.`, {
      cause: error,
    });
  }
};
