// A real PostgreSQL in a folder, and the folder itself: one process owns it, and others borrow what it runs.

export { removeDatabase } from './cluster.ts';
export {
  type BorrowedDatabase,
  borrowedDatabase,
  type EmbeddedDatabase,
  embeddedDatabase,
  type EmbeddedDatabaseOptions,
} from './embedded-database.ts';
export { askOwner, type Borrowed, type Ownership, takeFolder } from './ownership.ts';
