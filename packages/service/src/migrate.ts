import { takeEnvironment } from '@vehicle-insurance/system';

// Runs as `npm run migrate`, and as `node migrate.js` in the image.
const environment = takeEnvironment(process.env);
const { migrateCommand } = await import('./migrate-command.ts');
await migrateCommand(environment);
