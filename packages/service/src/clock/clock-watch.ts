import { ClockDisagrees, StoreUnavailable, type Clock, type ErrorReporter } from '@vehicle-insurance/core';
import type { DatabaseTime } from '@vehicle-insurance/persistence';

/** What is known of this machine's clock beside the database's. */
export interface ClockWatch {
  /** Takes a new reading of the database's time. */
  read(time: DatabaseTime): void;
  /** Why the database's time could not be read. It matters only until the first reading. */
  failed(cause: unknown): void;
  /**
   * Seconds by which this machine's clock is certainly ahead (positive) or behind; undefined before the first
   * reading.
   */
  difference(): number | undefined;
  /** Why nothing that depends on the time may be done; undefined if it may. Shown without a key. */
  wrong(): string | undefined;
  /** Throws `ClockDisagrees` if the clocks differ too much, and the cause if the database has never been reached. */
  require(): void;
  /** Whether the next reading is due: a minute has passed, or the last one allows no work. */
  isDue(): boolean;
}

/** What a watch is made with. */
export interface ClockWatching {
  /** Seconds of difference that are allowed. */
  readonly tolerance: number;
  readonly warn: (message: string) => void;
  readonly errorReporter: ErrorReporter;
  /** This machine's clock, in milliseconds since 1970. A sandbox's business clock runs ahead of it on purpose. */
  readonly machineTime: () => number;
  /** Milliseconds on a monotonic clock, the one that `DatabaseTime` uses. */
  readonly elapsed: () => number;
}

/** Seconds of difference from which it is logged, and below which the clocks are logged as agreeing again. */
const LOGGED_FROM = 1;
const AGREES_BELOW = 0.5;

/** Milliseconds from one reading to the next. */
const READ_EVERY = 60_000;

/** Milliseconds: an answer that took longer does not replace a reading that was faster, unless it contradicts it. */
const SHARP = 1_000;

/**
 * Compares this machine's clock with the database's. Between two readings the database's time goes on with the
 * monotonic clock, so a jump of this machine's clock is seen at the very next look, without a round trip. Half the
 * time that the answer took is how uncertain a reading is: a slow connection is no difference.
 */
export const clockWatch = ({ tolerance, warn, errorReporter, machineTime, elapsed }: ClockWatching): ClockWatch => {
  let known: DatabaseTime | undefined;
  let failure: unknown = new StoreUnavailable('the database cannot be reached; try again later');
  let logged: 'agrees' | 'differs' | 'disagrees' = 'agrees';

  const difference = (): number | undefined => {
    if (!known) return undefined;
    const { milliseconds, askedAt, answeredAt } = known;
    const apart = machineTime() - (milliseconds + elapsed() - (askedAt + answeredAt) / 2);
    const certain = Math.max(0, Math.abs(apart) - (answeredAt - askedAt) / 2);
    return (Math.sign(apart) * certain) / 1_000;
  };
  const log = (seconds: number): void => {
    const apart = Math.abs(seconds);
    if (apart > tolerance && logged !== 'disagrees') {
      logged = 'disagrees';
      errorReporter.report({ what: `${inWords(seconds)}: nothing that depends on the time is done` });
    } else if (apart > LOGGED_FROM && logged === 'agrees') {
      logged = 'differs';
      warn(`${inWords(seconds)}: synchronise the clocks of both machines (NTP)`);
    } else if (apart < AGREES_BELOW && logged !== 'agrees') {
      logged = 'agrees';
      warn('the clock of this machine agrees with the database’s again');
    }
  };
  const wrong = (): string | undefined => {
    const seconds = difference();
    if (seconds === undefined) return undefined;
    log(seconds);
    return Math.abs(seconds) > tolerance ? inWords(seconds) : undefined;
  };
  return {
    read: (time) => {
      if (known && spanOf(time) > Math.max(SHARP, spanOf(known)) && isCompatible(known, time)) return;
      known = time;
      wrong();
    },
    failed: (cause) => (failure = cause),
    difference,
    wrong,
    require: () => {
      if (!known) throw failure;
      const why = wrong();
      if (why !== undefined) throw new ClockDisagrees(why);
    },
    isDue: () => !known || wrong() !== undefined || elapsed() - known.answeredAt >= READ_EVERY,
  };
};

const spanOf = ({ askedAt, answeredAt }: DatabaseTime): number => answeredAt - askedAt;

/** The database's time at the zero of the monotonic clock, half the answer's span more or less. */
const zeroOf = ({ milliseconds, askedAt, answeredAt }: DatabaseTime): number =>
  milliseconds - (askedAt + answeredAt) / 2;

/** Whether two readings can both be right. They cannot after the machine was suspended, or its database's clock set. */
const isCompatible = (one: DatabaseTime, other: DatabaseTime): boolean =>
  Math.abs(zeroOf(one) - zeroOf(other)) <= (spanOf(one) + spanOf(other)) / 2;

const inWords = (seconds: number): string =>
  `the clock of this machine is ${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database’s`;

/** The clock for whatever is decided by the time: read first, then checked, so that a jump in between is seen. */
export const checkedClock = (clock: Clock, watch: Pick<ClockWatch, 'require'>): Clock => ({
  now: () => {
    const now = clock.now();
    watch.require();
    return now;
  },
});
