import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds after which the event loop is released. */
const SLICE = 20;

/** Processes values one by one, and lets other work run between them. Returns whether all were done before `until`. */
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
