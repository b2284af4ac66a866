import { takeEnvironment } from '@vehicle-insurance/system';

// The operators' console in the image, for staging and production. A sandbox starts its own.
const environment = takeEnvironment(process.env);
const { createOperator } = await import('./create-operator.ts');
await createOperator(environment).runConsole();
