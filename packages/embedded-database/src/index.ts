export {
  type EmbeddedDatabase,
  embeddedDatabase,
  type EmbeddedDatabaseOptions,
  runningDatabase,
} from './embedded-database.ts';
