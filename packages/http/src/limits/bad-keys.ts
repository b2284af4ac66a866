import { setTimeout as pause } from 'node:timers/promises';
import type { Standing, Take } from './standing.ts';

/** Milliseconds for which who sends too many bad keys waits for each refusal: so much less of a flood gets through. */
const HELD_FOR = 500;

/** Refusals that are held at once; those beyond are told at once, so that waiting takes no memory without end. */
const MOST_HELD = 5_000;

/** Addresses that are remembered to have sent too many; more than these are only counted. */
const MOST_BLOCKED = 10_000;

/** What addresses that send bad keys are held to. */
export interface BadKeys {
  /** Whether an address has already sent too many; asks nobody. */
  isBlocked(address: string): boolean;
  /** Counts one more bad key. Takes its time when it is one too many. */
  count(address: string): Promise<Standing>;
}

export const badKeys = (take: Take, now: () => number = () => performance.now()): BadKeys => {
  const blocked = new Map<string, number>();
  let held = 0;
  return {
    isBlocked: (address) => (blocked.get(address) ?? 0) > now(),
    count: async (address) => {
      const standing = await take(address);
      if (standing.allowed) return standing;
      if (blocked.size >= MOST_BLOCKED) blocked.clear();
      blocked.set(address, now() + standing.seconds * 1_000);
      if (held < MOST_HELD) {
        held += 1;
        await pause(HELD_FOR);
        held -= 1;
      }
      return standing;
    },
  };
};
