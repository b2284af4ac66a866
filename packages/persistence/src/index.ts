// The core's store ports on PostgreSQL. The types of their statements come from MikroORM's entities.

export type { Timeouts } from './database/connecting.ts';
export type { StoreOptions } from './tables/store-options.ts';
export type { DatabaseTime } from './database/database-time.ts';
export { DATABASE_ENVIRONMENTS, ForeignDatabase, type DatabaseEnvironment } from './database/environment.ts';
export { distribute, type DistributeOptions } from './schema/distribution/distribute.ts';
export { nameMigrateCommand } from './database/migrate-command.ts';
export { migrate, missingMigrations } from './schema/migrate.ts';
export type { MigrateOptions } from './schema/migrate-options.ts';
export { persistence, type Persistence } from './persistence.ts';
export { sharedLock, type DatabaseLock } from './database/shared-lock.ts';
export type { NodeChanges } from './database/nodes-away.ts';
