import { takeEnvironment } from '@vehicle-insurance/system';

// `npm run migrate`.
const environment = takeEnvironment(process.env);
const { migrateCommand } = await import('./migrate-command.ts');
await migrateCommand(environment);
