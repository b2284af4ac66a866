import { instantAt, millisecondsOf, type Clock, type Instant } from '@vehicle-insurance/core';
import { isFields, readJson, writeJson } from './kept-json.ts';

/** A clock that runs at the speed of real time and can be moved forward. */
export interface MovableClock extends Clock {
  /** Moves the clock forward to `at`, permanently. If `at` is in the past, does nothing. */
  moveTo(at: Instant): void;
}

/** The sandbox's clock. `file` contains its offset from real time, so that all processes of the sandbox agree. */
export const movableClock = (file: string): MovableClock => {
  let ahead = storedIn(file);
  const milliseconds = () => Date.now() + ahead;
  return {
    now: () => instantAt(milliseconds()),
    moveTo: (at) => {
      ahead += Math.max(0, millisecondsOf(at) - milliseconds());
      writeJson(file, { millisecondsAhead: ahead });
    },
  };
};

/** Makes the clock of a new sandbox start at this instant, in the past or in the future. */
export const startClockAt = (file: string, at: Instant): void =>
  writeJson(file, { millisecondsAhead: millisecondsOf(at) - Date.now() });

/** The sandbox's clock for a process that never moves it. */
export const followedClock = (file: string): Clock => ({ now: () => instantAt(Date.now() + storedIn(file)) });

interface StoredClock {
  /** Negative if the clock was started in the past. */
  readonly millisecondsAhead: number;
}

/** About three thousand years in milliseconds, because dates end with the year 9999. */
const FARTHEST = 1e14;

const KEPT = {
  is: (value: unknown): value is StoredClock => {
    const ahead = isFields(value) ? value['millisecondsAhead'] : undefined;
    return typeof ahead === 'number' && Math.abs(ahead) < FARTHEST;
  },
  remedy: 'Remove it to start again at real time.',
};

const storedIn = (file: string): number => readJson(file, KEPT)?.millisecondsAhead ?? 0;
