// What the core wants kept, kept in PostgreSQL: changes through MikroORM, reads as prepared statements.

export type { DatabaseOptions } from './database.ts';
export { migrate } from './migrate.ts';
export { persistence, type Persistence } from './persistence.ts';
