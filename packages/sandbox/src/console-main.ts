import { consoleProgram } from '@vehicle-insurance/operator';
import { run } from '@vehicle-insurance/service';
import { operatorInfrastructure } from './operator-infrastructure.ts';

// The operators' console as a process of its own, beside the processes of a sandbox that were each given everything.
// `npm start` brings one in its own process.
await run(process.env, () => consoleProgram(operatorInfrastructure));
