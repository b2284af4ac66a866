// A real PostgreSQL in a folder, and the folder itself: one process owns it, and tells others the address.

export { removeDatabase } from './cluster.ts';
export { type EmbeddedDatabase, embeddedDatabase, type EmbeddedDatabaseOptions } from './embedded-database.ts';
export { askOwner, type Ownership, takeFolder } from './ownership.ts';
