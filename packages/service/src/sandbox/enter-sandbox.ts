import { givenSurroundings, type Surroundings } from '../composition/surroundings.ts';
import type { Variables } from '../configuration/variables.ts';
import { systemClock } from '../system/system-clock.ts';
import { isGivenEverything } from './given-everything.ts';
import { takeSeat } from './host-seat.ts';
import { hostSurroundings, joinedSurroundings, type HostSurroundings } from './sandbox-surroundings.ts';

/** What a process is in a sandbox. */
export type Place =
  /** The one that starts what is not given, fills it, and moves the clock. */
  | { readonly as: 'host'; readonly surroundings: HostSurroundings; readonly ready: () => void }
  /** One beside the host, in the same folder. */
  | { readonly as: 'guest'; readonly surroundings: Surroundings; readonly hostUrl: string }
  /** One of several that were given everything: there is nothing to host. */
  | { readonly as: 'equal'; readonly surroundings: Surroundings };

/** Finds this process its place, and what it needs around it. `url` is where it listens itself. */
export const enterSandbox = async (variables: Variables, url: string): Promise<Place> => {
  if (isGivenEverything(variables)) return { as: 'equal', surroundings: givenSurroundings(variables, systemClock) };
  const { DATA_DIR, ROLE } = variables;
  const seat = await takeSeat({ dir: DATA_DIR, mayHost: ROLE !== 'worker' });
  if ('hostUrl' in seat)
    return { as: 'guest', surroundings: await joinedSurroundings(variables, url), hostUrl: seat.hostUrl };
  const { host } = seat;
  try {
    const surroundings = await hostSurroundings(variables, url);
    const close = () => surroundings.close().finally(host.release);
    return { as: 'host', surroundings: { ...surroundings, close }, ready: () => host.announce(url) };
  } catch (error) {
    await host.release();
    throw error;
  }
};
