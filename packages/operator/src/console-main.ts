import { run } from '@vehicle-insurance/service';
import { consoleProgram } from './console-program.ts';

// The operators' console in the image, for staging and production. A sandbox starts its own.
await run(process.env, () => consoleProgram());
