import { setTimeout as pause } from 'node:timers/promises';
import { askOwner, takeFolder, type Ownership } from '@vehicle-insurance/embedded-database';

/** What a process is in a sandbox's folder: its host, or one that has found the host at this address. */
export type Seat = { readonly host: Ownership } | { readonly hostUrl: string };

export interface SeatNeeds {
  /** The sandbox's folder. */
  readonly dir: string;
  /** Whether this process may host; one that only works never does. */
  readonly mayHost: boolean;
}

/** Milliseconds to wait for somebody who hosts, and then for the host to be ready: its first start makes a database. */
const HOST_COMES_WITHIN = 5_000;
const HOST_READY_WITHIN = 60_000;
const LOOK_EVERY = 100;

/**
 * Takes the host's seat in the folder if this process may and it is free; else waits until the host is ready. A host
 * that ends leaves the seat to the next process that starts, however it ended.
 */
export const takeSeat = async ({ dir, mayHost }: SeatNeeds): Promise<Seat> => {
  const giveUp = performance.now() + HOST_COMES_WITHIN;
  for (;;) {
    const host = mayHost ? await takeFolder(dir) : undefined;
    if (host) return { host };
    const hostUrl = await hostIn(dir);
    if (hostUrl) return { hostUrl };
    if (performance.now() > giveUp)
      throw new Error(`No sandbox runs in ${dir}. Start it there first, with ROLE=api or ROLE=both.`);
    await pause(LOOK_EVERY);
  }
};

const hostIn = async (dir: string): Promise<string | undefined> => {
  const late = new AbortController();
  const tooLate = async (): Promise<never> => {
    await pause(HOST_READY_WITHIN, undefined, { signal: late.signal });
    throw new Error(`The process that hosts the sandbox in ${dir} does not get ready. Stop it, and start again.`);
  };
  try {
    const told = await Promise.race([askOwner(dir), tooLate()]);
    told?.giveBack();
    return told?.address;
  } finally {
    late.abort();
  }
};
