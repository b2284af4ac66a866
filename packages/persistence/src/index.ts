// What the core wants kept, kept in PostgreSQL: changes through MikroORM, reads as prepared statements.

export type { Timeouts } from './connecting.ts';
export type { DatabaseOptions } from './database.ts';
export { DATABASE_ENVIRONMENTS, ForeignDatabase, type DatabaseEnvironment } from './environment.ts';
export { migrate, missingMigrations, type MigrateOptions } from './migrate.ts';
export { persistence, type Persistence } from './persistence.ts';
export { processGate, type ProcessGate } from './process-gate.ts';
export type { RequestLimit, RequestLimiters } from './request-limiters.ts';
