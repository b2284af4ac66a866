export {
  type BorrowedDatabase,
  borrowedDatabase,
  type EmbeddedDatabase,
  embeddedDatabase,
  type EmbeddedDatabaseOptions,
} from './embedded-database.ts';
export { askOwner, type Borrowed, type Ownership, takeFolder } from './ownership.ts';
