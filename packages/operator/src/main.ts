import { takeEnvironment } from '@vehicle-insurance/system';

// The operator's command in the image, for staging and production.
const environment = takeEnvironment(process.env);
const { runAsProcess } = await import('./run-as-process.ts');
await runAsProcess(environment);
