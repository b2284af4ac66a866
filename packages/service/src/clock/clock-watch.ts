import { ClockDisagrees, StoreUnavailable, type Clock, type ErrorReporter } from '@vehicle-insurance/core';
import type { DatabaseTime } from '@vehicle-insurance/persistence';

/** Compares this machine's clock with the database's clock. */
export interface ClockWatch {
  /** Records a reading of the database's time. */
  read(time: DatabaseTime): void;
  /** Records why the database's time could not be read. Has no effect after the first reading. */
  failed(cause: unknown): void;
  /**
   * Seconds by which this machine's clock is certainly ahead (positive) or behind (negative). Undefined before the
   * first reading.
   */
  difference(): number | undefined;
  /**
   * Why work that depends on the time must not be done now. Undefined if the clocks agree, and before the first
   * reading. The text must contain no secret: the readiness probe shows it, and needs no API key.
   */
  wrong(): string | undefined;
  /**
   * Throws `ClockDisagrees` if the clocks differ by more than the tolerance. Before the first reading, throws why the
   * database's time could not be read.
   */
  require(): void;
  /**
   * Whether the next reading is due: before the first reading, a minute after the last one, or while the clocks
   * disagree.
   */
  isDue(): boolean;
}

/** The dependencies of a watch. */
export interface ClockWatching {
  /** The allowed difference, in seconds. */
  readonly tolerance: number;
  readonly warn: (message: string) => void;
  readonly errorReporter: ErrorReporter;
  /** This machine's clock, in milliseconds since 1970; never the business clock that a sandbox moves. */
  readonly machineTime: () => number;
  /** Milliseconds on the monotonic clock that `DatabaseTime` uses. */
  readonly elapsed: () => number;
}

/**
 * Differences in seconds. A difference above `LOGGED_FROM` is logged: up to the tolerance as a warning, beyond it as an
 * error. Only below `AGREES_BELOW`, the log says that the clocks agree again.
 */
const LOGGED_FROM = 1;
const AGREES_BELOW = 0.5;

/** Milliseconds between two readings. */
const READ_EVERY = 60_000;

/**
 * In milliseconds. A reading that took longer than this replaces a quicker reading only if the two contradict each
 * other.
 */
const SHARP = 1_000;

/**
 * Compares this machine's clock with the database's clock. Between two readings, the watch computes the database's time
 * from the monotonic clock. So the next check detects a jump of this machine's clock without a query. The uncertainty
 * of a reading is half its duration, so a slow connection does not count as a difference.
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
      errorReporter.report({ what: `${inWords(seconds)}; work that depends on the time has stopped` });
    } else if (apart > LOGGED_FROM && logged === 'agrees') {
      logged = 'differs';
      warn(`${inWords(seconds)}: synchronise the clocks of both machines (NTP)`);
    } else if (apart < AGREES_BELOW && logged !== 'agrees') {
      logged = 'agrees';
      warn('the clocks of this machine and the database agree again');
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

/** The database's time when the monotonic clock was zero. The error is at most half the duration of the reading. */
const zeroOf = ({ milliseconds, askedAt, answeredAt }: DatabaseTime): number =>
  milliseconds - (askedAt + answeredAt) / 2;

/**
 * Whether two readings can both be right. They cannot if, for example, the machine was suspended or the database's
 * clock was set between them.
 */
const isCompatible = (one: DatabaseTime, other: DatabaseTime): boolean =>
  Math.abs(zeroOf(one) - zeroOf(other)) <= (spanOf(one) + spanOf(other)) / 2;

const inWords = (seconds: number): string =>
  `the clock of this machine is ${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database’s`;

/**
 * The clock for decisions that depend on the time. The time is read before the check, so that a jump in between is
 * detected.
 */
export const checkedClock = (clock: Clock, watch: Pick<ClockWatch, 'require'>): Clock => ({
  now: () => {
    const now = clock.now();
    watch.require();
    return now;
  },
});
