import { takeEnvironment } from '@vehicle-insurance/system';

// The service as the image runs it, in staging and production. packages/sandbox starts a sandbox.
const environment = takeEnvironment(process.env);
const { createService } = await import('./program.ts');
await createService(environment).run();
