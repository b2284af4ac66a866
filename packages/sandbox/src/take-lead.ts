import { setTimeout as pause } from 'node:timers/promises';
import { askOwner, takeFolder, type Ownership } from '@vehicle-insurance/embedded-database';

/** Ownership of the sandbox's folder, or the address of the process that has it. */
export type Lead = { readonly ownership: Ownership } | { readonly leaderUrl: string };

export interface LeadDependencies {
  /** The sandbox's folder. */
  readonly dir: string;
  /** Whether this process may lead; one that only does due work never does. */
  readonly mayLead: boolean;
}

/** Milliseconds to wait for a leader, and then for it to be ready: its first start creates a database. */
const LEADER_COMES_WITHIN = 5_000;
const LEADER_READY_WITHIN = 60_000;
const CHECK_EVERY = 100;

/**
 * Takes the lead in the folder if this process may and no other has it; otherwise waits until the leader is ready. When
 * a leader ends, in whatever way, the next process that starts takes over.
 */
export const takeLead = async ({ dir, mayLead }: LeadDependencies): Promise<Lead> => {
  const giveUp = performance.now() + LEADER_COMES_WITHIN;
  for (;;) {
    const ownership = mayLead ? await takeFolder(dir) : undefined;
    if (ownership) return { ownership };
    const leaderUrl = await leaderIn(dir);
    if (leaderUrl) return { leaderUrl };
    if (performance.now() > giveUp)
      throw new Error(`No sandbox runs in ${dir}. Start it there first, with ROLE=api or ROLE=both.`);
    await pause(CHECK_EVERY);
  }
};

const leaderIn = async (dir: string): Promise<string | undefined> => {
  const late = new AbortController();
  const tooLate = async (): Promise<never> => {
    await pause(LEADER_READY_WITHIN, undefined, { signal: late.signal });
    throw new Error(`The leader of the sandbox in ${dir} does not get ready. Stop it, and start again.`);
  };
  try {
    const told = await Promise.race([askOwner(dir), tooLate()]);
    told?.giveBack();
    return told?.address;
  } finally {
    late.abort();
  }
};
