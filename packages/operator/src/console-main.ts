import { takeEnvironment } from '@vehicle-insurance/system';

// The operators' console in the image, for staging and production. A sandbox starts its own.
const environment = takeEnvironment(process.env);
const { run } = await import('@vehicle-insurance/service');
const { consoleProgram } = await import('./console-program.ts');
await run(environment, () => consoleProgram());
