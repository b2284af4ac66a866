import { serviceProgram } from './program.ts';
import { run } from './run.ts';

// The service as the image runs it, in staging and production. A sandbox is started by packages/sandbox.
await run(process.env, () => serviceProgram);
