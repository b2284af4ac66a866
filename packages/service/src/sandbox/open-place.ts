import type { Place } from './enter-sandbox.ts';
import { hostSandbox, type Hosting } from './host-sandbox.ts';
import type { OpenedSandbox } from './opened-sandbox.ts';
import { unmovableClock } from './sandbox-clock.ts';
import { shareSandbox } from './share-sandbox.ts';

/** Opens the sandbox from the place a process has in it. */
export const openPlace = async (place: Place, needs: Omit<Hosting, 'surroundings'>): Promise<OpenedSandbox> => {
  if (place.as === 'host') return hostSandbox({ ...needs, surroundings: place.surroundings });
  if (place.as === 'equal') return shareSandbox({ ...needs, surroundings: place.surroundings });
  const elsewhere = `only the process that hosts the sandbox moves its clock: ask ${place.hostUrl}`;
  return { file: undefined, clock: unmovableClock(place.surroundings.clock, elsewhere) };
};
