// A process that owns a database. Reports the address or its error, and waits to be ended.
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';

try {
  const database = await embeddedDatabase({ dir: process.argv[2] ?? '' });
  setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => void database.stop().then(() => process.exit()));
  console.log(database.url);
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}
