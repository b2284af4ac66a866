// A process that owns a database, and ends once nobody uses it any more. It stops when it is sent a message.
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';

const database = await embeddedDatabase({ dir: process.argv[2] ?? '', durable: false });
const told = new Promise((resolve) => process.once('message', resolve));
process.send?.('ready');
await told;
const stopping = database.stopWhenUnused();
// From here on nothing keeps this process alive but those who use its database.
process.disconnect();
await stopping;
