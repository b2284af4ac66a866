// A real PostgreSQL in a folder, which one process owns. Other processes can get the address from the owner.

export { removeDatabase } from './cluster.ts';
export { type EmbeddedDatabase, embeddedDatabase, type EmbeddedDatabaseOptions } from './embedded-database.ts';
export { askOwner, type Ownership, takeFolder } from './ownership.ts';
