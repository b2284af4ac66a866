import type { Adapters } from '../composition/adapters.ts';
import type { Composition } from '../composition/compose.ts';
import type { Variables } from '../configuration/variables.ts';
import { serviceWorker } from '../worker/service-worker.ts';
import type { Gate } from './gate.ts';
import { moveClock } from './move-clock.ts';
import { openSandbox } from './open-sandbox.ts';
import { ON_REAL_TIME, type OpenedSandbox } from './opened-sandbox.ts';
import { sandboxClock, unmovableClock } from './sandbox-clock.ts';
import type { HostSurroundings } from './sandbox-surroundings.ts';

export interface Hosting {
  readonly variables: Variables;
  readonly surroundings: HostSurroundings;
  readonly reached: Adapters;
  readonly composition: Composition;
  /** What the jobs of this process pass through, and a move of the clock closes. */
  readonly gate: Gate;
}

/** What makes a service a sandbox: something to begin with, a file that says where everything is, and a clock to move. */
export const hostSandbox = async ({
  variables,
  surroundings,
  reached,
  composition,
  gate,
}: Hosting): Promise<OpenedSandbox> => {
  const file = await openSandbox(variables, surroundings, composition);
  const { clock, simulators } = surroundings;
  if (!simulators.areAllOwn) return { file, clock: unmovableClock(clock, ON_REAL_TIME) };
  const service = serviceWorker({
    ...reached.store,
    clock,
    jobs: composition.get('jobs'),
    zone: variables.TIME_ZONE,
  });
  const move = moveClock({
    clock,
    gate,
    workers: [service, ...simulators.workers],
    resumeOpenings: reached.mobileMoney.resume,
  });
  return { file, clock: sandboxClock(clock, move) };
};
