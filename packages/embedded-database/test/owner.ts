// A process that owns a database and never stops it. Announces the address, then waits to be killed.
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';

const database = await embeddedDatabase({ dir: process.argv[2] ?? '' });
console.log(database.url);
setInterval(() => undefined, 60_000);
