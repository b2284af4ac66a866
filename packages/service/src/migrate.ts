import { takeEnvironment } from '@vehicle-insurance/system';

// `npm run migrate`, and `node migrate.js` in the image.
const environment = takeEnvironment(process.env);
const { migrateCommand } = await import('./migrate-command.ts');
await migrateCommand(environment);
