import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { start } from '../../src/start.ts';
import { welcome } from '../../src/welcome.ts';
import { mortal, type Fault } from './fault.ts';

// The service as `main.ts` starts it, except that its parent can have it die at a chosen call.
const { set, adapters } = mortal();
const variables = readConfiguration(process.env).unwrap();
const { sandbox, stop } = await start(variables, pino({ level: 'silent' }), { adapters });
process.on('message', (fault: Fault) => {
  set(fault);
  process.send?.('set');
});
// Who is killed keeps nothing of what was compiled for it.
flushCompileCache();
process.once('SIGTERM', () => void stop().then(() => process.exit()));
if (sandbox) process.stdout.write(welcome(sandbox));
