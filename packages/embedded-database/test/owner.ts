// A process that owns a database and never stops it. Announces the address, then waits to be killed.
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';

try {
  const database = await embeddedDatabase({ dir: process.argv[2] ?? '' });
  console.log(database.url);
  setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => void database.stop().then(() => process.exit()));
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}
