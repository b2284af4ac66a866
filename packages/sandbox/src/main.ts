import { takeEnvironment } from '@vehicle-insurance/system';

// `npm start`: the sandbox, or the service itself if ENVIRONMENT is staging or production.
const environment = takeEnvironment(process.env);
const { run, serviceProgram } = await import('@vehicle-insurance/service');
const { sandboxProgram } = await import('./program.ts');
await run(environment, ({ ENVIRONMENT }) => (ENVIRONMENT === 'sandbox' ? sandboxProgram : serviceProgram));
