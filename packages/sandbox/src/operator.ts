import { takeEnvironment } from '@vehicle-insurance/system';

// Runs as `npm run -s operator -- <noun> <verb> …`, on a sandbox (running or not) or on the environment in ENVIRONMENT.
const environment = takeEnvironment(process.env);
const { runAsProcess } = await import('@vehicle-insurance/operator');
const { operatorContext } = await import('./operator-infrastructure.ts');
const { webhookNouns } = await import('./webhook-nouns.ts');
await runAsProcess(environment, operatorContext, webhookNouns(environment));
