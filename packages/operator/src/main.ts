import { takeEnvironment } from '@vehicle-insurance/system';

// Starts the operator's command from the image, in staging and production.
const environment = takeEnvironment(process.env);
const { createOperator } = await import('./create-operator.ts');
await createOperator(environment).runCommand();
