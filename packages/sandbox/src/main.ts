import { takeEnvironment } from '@vehicle-insurance/system';

// `npm start`: the sandbox or, if ENVIRONMENT is staging or production, the service itself.
const environment = takeEnvironment(process.env);
const { run, serviceProgram } = await import('@vehicle-insurance/service');
const { sandboxProgram } = await import('./program.ts');
await run(environment, ({ ENVIRONMENT }) => (ENVIRONMENT === 'sandbox' ? sandboxProgram : serviceProgram()));
