import { run, serviceProgram } from '@vehicle-insurance/service';
import { sandboxProgram } from './program.ts';

// `npm start`: the sandbox, or the service itself where ENVIRONMENT says staging or production.
await run(process.env, ({ ENVIRONMENT }) => (ENVIRONMENT === 'sandbox' ? sandboxProgram : serviceProgram));
