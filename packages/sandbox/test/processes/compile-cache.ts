import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the environment of a service's process: the same program again and again, Node need not compile it each time. */
export const NODE_COMPILE_CACHE = join(tmpdir(), 'vehicle-insurance-compile-cache');
