import { insuranceClient } from '@vehicle-insurance/client';
import { SANDBOX_ADDRESSES, startCourier } from '../src/index.ts';

// A courier in a separate process, to be killed. Arguments: addresses of database and API. It retries almost at once.
const [databaseUrl = '', baseUrl = ''] = process.argv.slice(2);
await startCourier({
  databaseUrl,
  guard: SANDBOX_ADDRESSES,
  clientOf: (feed) => insuranceClient({ baseUrl, apiKey: feed }),
  retry: (_attempts, chance) => 20 + chance * 20,
  report: (what, fields) => what === 'failed' && console.error(fields),
});
process.stdout.write('started\n');
