import { takeEnvironment } from '@vehicle-insurance/system';

// Starts the service of staging and production. `packages/sandbox` starts a sandbox.
const environment = takeEnvironment(process.env);
const { createService } = await import('./program.ts');
await createService(environment).run();
