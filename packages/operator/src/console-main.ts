import { run } from '@vehicle-insurance/service';
import { consoleProgram } from './console-program.ts';

// The operators' console of the image, for staging and production. A sandbox brings its own.
await run(process.env, () => consoleProgram());
