import { runOperator } from '@vehicle-insurance/operator';
import { operatorInfrastructure } from './operator-infrastructure.ts';

// `npm run -s operator -- <noun> <verb> …`: on a sandbox, running or not, or on the environment that ENVIRONMENT names.
process.exitCode = await runOperator(process.argv.slice(2), process.env, operatorInfrastructure);
