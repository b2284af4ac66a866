import { sharedLock } from '@vehicle-insurance/persistence';
import {
  configuredInfrastructure,
  SECTIONS,
  type Infrastructure,
  type SharedLock,
  type Variables,
} from '@vehicle-insurance/service';
import {
  joinedInfrastructure,
  leaderInfrastructure,
  type DatabaseOptions,
  type LeaderInfrastructure,
} from './infrastructure.ts';
import { takeLead } from './take-lead.ts';

/** The process that starts what is not given, seeds it, and moves the clock. */
export interface Leader {
  readonly is: 'leader';
  readonly infrastructure: LeaderInfrastructure;
  /** Signals to waiting followers that it is ready. */
  readonly ready: () => void;
}

/** A process beside the leader, in the same folder. */
export interface Follower {
  readonly is: 'follower';
  readonly infrastructure: Infrastructure;
  readonly leaderUrl: string;
}

/** One of several processes that were each given everything, so none leads. */
export interface Standalone {
  readonly is: 'standalone';
  readonly infrastructure: Infrastructure;
}

/** The role of a process in a sandbox. */
export type Role = Leader | Follower | Standalone;

/** Determines this process's role and infrastructure. `url` is where it listens itself. */
export const takeRole = async (variables: Variables, url: string, database: DatabaseOptions): Promise<Role> => {
  if (isGivenEverything(variables))
    return { is: 'standalone', infrastructure: withLock(configuredInfrastructure(variables)) };
  const { DATA_DIR, ROLE } = variables;
  const lead = await takeLead({ dir: DATA_DIR, mayLead: ROLE !== 'worker' });
  if ('leaderUrl' in lead)
    return {
      is: 'follower',
      infrastructure: withLock(await joinedInfrastructure(variables, url)),
      leaderUrl: lead.leaderUrl,
    };
  const { ownership } = lead;
  try {
    const infrastructure = withLock(await leaderInfrastructure(variables, url, database));
    const close = () => infrastructure.close().finally(ownership.release);
    return { is: 'leader', infrastructure: { ...infrastructure, close }, ready: () => ownership.tellAddress(url) };
  } catch (error) {
    await ownership.release();
    throw error;
  }
};

/**
 * Whether configuration gives all that a sandbox would otherwise make up: the same that staging requires. Its processes
 * then share only what they were given, and none of them leads.
 */
export const isGivenEverything = (variables: Variables): boolean =>
  SECTIONS.every(
    ({ properties, used }) =>
      !(used?.(variables) ?? true) ||
      Object.entries(properties).every(
        ([name, { needed }]) => !needed || variables[name as keyof Variables] !== undefined,
      ),
  );

/** Adds the lock: only a sandbox's clock is moved, and all of its processes stop work meanwhile. */
export const withLock = <Given extends Infrastructure>(given: Given): Given & { readonly lock: SharedLock } => {
  const lock = sharedLock(given.databaseUrl);
  return { ...given, lock, close: () => lock.close().finally(given.close) };
};
