import { runOperator } from '@vehicle-insurance/operator';
import { operatorInfrastructure } from './operator-infrastructure.ts';
import { webhookNouns } from './webhook-nouns.ts';

// `npm run -s operator -- <noun> <verb> …`: on a sandbox, running or not, or on the environment that ENVIRONMENT names.
const words = process.argv.slice(2);
process.exitCode = await runOperator(words, process.env, operatorInfrastructure, process, webhookNouns(process.env));
