import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the environment of service processes, so that Node does not compile the same program each time. */
export const NODE_COMPILE_CACHE = join(tmpdir(), 'vehicle-insurance-compile-cache');
