import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import promises from 'node:timers/promises';

/** How long a timer really takes, by the milliseconds that it was asked for. */
type Takes = (milliseconds: number) => number;

const atOnce: Takes = () => 0;

/**
 * Runs work and returns the milliseconds of every timer it asked for: pauses, intervals, time-outs of signals and of
 * sockets. They end at once by default, and `performance.now` moves on by each pause only.
 */
export const timersDuring = async (work: () => Promise<unknown>, takes: Takes = atOnce): Promise<readonly number[]> => {
  const asked: number[] = [];
  // A whole number: of fractions, what is added is not what is left when they are subtracted.
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

/** Replaces a method, and returns how to put the real one back. */
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
