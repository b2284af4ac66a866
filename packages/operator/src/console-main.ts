import { takeEnvironment } from '@vehicle-insurance/system';

// Starts the operators' console from the image, in staging and production. A sandbox starts its own console.
const environment = takeEnvironment(process.env);
const { createOperator } = await import('./create-operator.ts');
await createOperator(environment).runConsole();
