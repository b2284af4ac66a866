import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { readConfiguration } from '@vehicle-insurance/service';
import { banner } from '../../src/banner.ts';
import { serveSandbox } from '../../src/serve-sandbox.ts';
import { mortal, type Fault } from './fault.ts';

// The service as started by `main.ts`, but its parent can let it die at a chosen crossing, and its own database does
// not wait for the disk. A spare has loaded all modules and starts when its parent sends its fault.
const { IS_SPARE, ...environment } = process.env;
const { set, decorators } = mortal((crossed) => process.send?.({ crossed }));
if (IS_SPARE !== undefined) set((await once(process, 'message'))[0] as Fault);
const variables = readConfiguration(environment).unwrap();
const { sandbox, stop } = await serveSandbox(variables, pino({ level: 'silent' }), {
  decorators,
  durable: false,
});
process.on('message', (fault: Fault) => {
  set(fault);
  process.send?.('set');
});
// A killed process does not save its compile cache.
flushCompileCache();
process.once('SIGTERM', () => void stop().then(() => process.exit()));
process.stdout.write(sandbox ? banner(sandbox) : '\n  Ready as one of several processes\n');
