import { pino } from 'pino';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { start } from '../../src/start.ts';
import { welcome } from '../../src/welcome.ts';
import { mortal, type Fault } from './fault.ts';

// The service as `main.ts` starts it, except that its parent can have it die at a chosen call.
const { set, adapters } = mortal();
const variables = readConfiguration(process.env).unwrap();
const { sandbox, stop } = await start(variables, pino({ level: variables.LOG_LEVEL }), { adapters });
process.on('message', (fault: Fault) => {
  set(fault);
  process.send?.('set');
});
process.once('SIGTERM', () => void stop().then(() => process.exit()));
if (sandbox) process.stdout.write(welcome(sandbox));
