// The core's store ports on PostgreSQL, as prepared statements that are typed by MikroORM's entities.

export type { Timeouts } from './connecting.ts';
export type { DatabaseOptions } from './database.ts';
export type { DatabaseTime } from './database-time.ts';
export { DATABASE_ENVIRONMENTS, ForeignDatabase, type DatabaseEnvironment } from './environment.ts';
export { distribute, type DistributeOptions } from './distribution/distribute.ts';
export { nameMigrateCommand } from './migrate-command.ts';
export { migrate, missingMigrations, type MigrateOptions } from './migrate.ts';
export { persistence, type Persistence } from './persistence.ts';
export { sharedLock, type DatabaseLock } from './shared-lock.ts';
export type { NodeChanges } from './work/nodes-away.ts';
