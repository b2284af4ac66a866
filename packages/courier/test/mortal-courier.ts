import { insuranceClient } from '@vehicle-insurance/client';
import { SANDBOX_ADDRESSES, startCourier } from '../src/index.ts';

// A courier of its own process, to be killed: DATABASE_URL and API_URL say where, and it tries again almost at once.
const [databaseUrl = '', baseUrl = ''] = process.argv.slice(2);
await startCourier({
  databaseUrl,
  reach: SANDBOX_ADDRESSES,
  clientOf: (feed) => insuranceClient({ baseUrl, apiKey: feed }),
  retry: (_attempts, chance) => 20 + chance * 20,
  report: (what, fields) => what === 'failed' && console.error(fields),
});
process.stdout.write('started\n');
