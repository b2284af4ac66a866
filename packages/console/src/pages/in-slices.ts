import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds for which the event loop is held at most. */
const SLICE = 20;

/** Takes values as they are found, and lets others work in between; whether they were all found until then. */
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
