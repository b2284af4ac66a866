import { setTimeout as pause } from 'node:timers/promises';
import type { Quota, Take } from './quota.ts';

/** What a flood of bad keys may take. */
interface Bounds {
  /** Waits as long as a caller who sends too many waits for each refusal: so much less of a flood gets through. */
  readonly hold: () => Promise<unknown>;
  /** Refusals that are held at once; those beyond are told at once, so that waiting takes no memory without end. */
  readonly held: number;
  /** Addresses that are remembered to have sent too many; more than these are only counted. */
  readonly remembered: number;
}

const BOUNDS: Bounds = { hold: () => pause(500), held: 5_000, remembered: 10_000 };

/** The addresses that have sent too many bad keys. */
export const suspectAddresses = (take: Take, bounds = BOUNDS) => {
  const until = new Map<string, number>();
  let held = 0;
  return {
    has: (address: string): boolean => (until.get(address) ?? 0) > performance.now(),
    /** Counts one more bad key. Takes its time when it is one too many. */
    count: async (address: string): Promise<Quota> => {
      const quota = await take(address);
      if (quota.allowed) return quota;
      if (until.size >= bounds.remembered) until.clear();
      until.set(address, performance.now() + quota.seconds * 1_000);
      if (held < bounds.held) {
        held += 1;
        await bounds.hold();
        held -= 1;
      }
      return quota;
    },
  };
};
