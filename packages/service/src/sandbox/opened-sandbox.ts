import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxFile } from './sandbox-file.ts';

/** A sandbox as one of its processes serves it. */
export interface OpenedSandbox {
  /** What its users need to know, from the process that knows its key. */
  readonly file: SandboxFile | undefined;
  readonly clock: SandboxClock;
}

/** Why a clock cannot be moved. */
export const ON_REAL_TIME = 'this sandbox runs on real time, as the provider and the authority it has been given do';
