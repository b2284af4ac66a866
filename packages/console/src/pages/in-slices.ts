import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds of work between two releases of the event loop. */
const SLICE = 20;

/**
 * Processes values one by one and regularly releases the event loop. Returns whether all values were processed before
 * `until`.
 */
export const inSlices = async <Value>(
  values: Iterable<Value>,
  until: number,
  take: (value: Value) => void,
): Promise<boolean> => {
  let ends = performance.now() + SLICE;
  for (const value of values) {
    take(value);
    const now = performance.now();
    if (now > until) return false;
    if (now < ends) continue;
    await others();
    ends = performance.now() + SLICE;
  }
  return true;
};
