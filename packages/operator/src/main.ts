import { takeEnvironment } from '@vehicle-insurance/system';

// The operator's command in the image, for staging and production.
const environment = takeEnvironment(process.env);
const { createOperator } = await import('./create-operator.ts');
await createOperator(environment).runCommand();
