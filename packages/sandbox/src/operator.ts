import { runAsProcess } from '@vehicle-insurance/operator';
import { operatorInfrastructure } from './operator-infrastructure.ts';
import { webhookNouns } from './webhook-nouns.ts';

// `npm run -s operator -- <noun> <verb> …`: on a sandbox, running or not, or on the environment that ENVIRONMENT names.
await runAsProcess(process.env, operatorInfrastructure, webhookNouns(process.env));
