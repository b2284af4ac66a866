import { takeEnvironment } from '@vehicle-insurance/system';

// Starts the operators' console as a separate process, for a sandbox with a complete configuration. `npm start` runs
// the console inside the sandbox's process.
const environment = takeEnvironment(process.env);
const { run } = await import('@vehicle-insurance/service');
const { consoleProgram } = await import('@vehicle-insurance/operator');
const { operatorInfrastructure } = await import('./operator-infrastructure.ts');
await run(environment, () => consoleProgram(operatorInfrastructure));
