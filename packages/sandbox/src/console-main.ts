import { consoleProgram } from '@vehicle-insurance/operator';
import { run } from '@vehicle-insurance/service';
import { operatorInfrastructure } from './operator-infrastructure.ts';

// The operators' console as a separate process, for a sandbox whose processes were each given everything. `npm start`
// runs one in its own process.
await run(process.env, () => consoleProgram(operatorInfrastructure));
