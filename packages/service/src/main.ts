import { takeEnvironment } from '@vehicle-insurance/system';

// The service as the image runs it, in staging and production. packages/sandbox starts a sandbox.
const environment = takeEnvironment(process.env);
const { run } = await import('./run.ts');
const { serviceProgram } = await import('./program.ts');
await run(environment, () => serviceProgram);
