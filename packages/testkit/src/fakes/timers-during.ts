import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import promises from 'node:timers/promises';

/** The real duration of a timer, by the requested milliseconds. */
type Takes = (milliseconds: number) => number;

const atOnce: Takes = () => 0;

/**
 * Runs work and returns the milliseconds of every timer that the work starts: pauses, intervals, time-outs of signals
 * and of sockets. By default, timers end at once (except time-outs of sockets), and `performance.now` advances only by
 * pauses.
 */
export const timersDuring = async (work: () => Promise<unknown>, takes: Takes = atOnce): Promise<readonly number[]> => {
  const asked: number[] = [];
  // The time starts at a whole number, because adding and subtracting fractions is not exact.
  let now = Math.round(performance.now());
  const shorter = (milliseconds = 0): number => {
    asked.push(milliseconds);
    return takes(milliseconds);
  };
  const { setTimeout: begin, setInterval: repeat } = globalThis;
  const { setTimeout: pause } = promises;
  const { timeout } = AbortSignal;
  const { setTimeout: limit } = Socket.prototype;
  const restored = [
    replace<typeof globalThis, 'setTimeout'>(
      globalThis,
      'setTimeout',
      Object.assign((run: () => void, ms?: number) => begin(run, shorter(ms)), begin),
    ),
    replace(globalThis, 'setInterval', (run: () => void, ms?: number) => repeat(run, shorter(ms))),
    replace(AbortSignal, 'timeout', (ms) => timeout.call(AbortSignal, shorter(ms))),
    replace(promises, 'setTimeout', async (ms = 0, value, options) => {
      now += ms;
      return pause(shorter(ms), value, options);
    }),
    replace(Socket.prototype, 'setTimeout', function (this: Socket, ms, ended) {
      asked.push(ms);
      return limit.call(this, ms, ended);
    }),
    ...(takes === atOnce ? [replace(performance, 'now', () => now)] : []),
  ];
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const restore of restored) restore();
    syncBuiltinESMExports();
  }
  return asked;
};

/** Like `timersDuring`, but every timer takes as long as requested. */
export const realTimersDuring = (work: () => Promise<unknown>): Promise<readonly number[]> =>
  timersDuring(work, (milliseconds) => milliseconds);

/** Replaces a method, and returns a function that restores the method. */
const replace = <Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  other: Owner[Name],
): (() => void) => {
  const real = owner[name];
  owner[name] = other;
  return () => {
    owner[name] = real;
  };
};
