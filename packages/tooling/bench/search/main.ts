import { createHash } from 'node:crypto';
import process from 'node:process';
import { search, type Group } from '@vehicle-insurance/core';
import { persistence } from '@vehicle-insurance/persistence';
import { aBookkeeping } from '@vehicle-insurance/testkit';
import pg from 'pg';
import { openDatabase } from '../data/open-database.ts';
import { folderOfRun } from '../folder.ts';
import { reportProgress } from '../report/progress.ts';
import { addContracts, contractOf } from './contracts.ts';

// Measures how long an operator's search takes: `npm run bench -- search [CONTRACTS]` (docs/measurements.md).
const size = Number(process.argv[2] ?? 1_000_000);
const TIMES = 20;

type Typed = (contract: ReturnType<typeof contractOf>) => string;

const SEARCHES: Readonly<Record<string, Typed>> = {
  'a common surname': () => 'koné',
  'two letters': () => 'ko',
  'the beginnings of two common names': () => 'kone ami',
  'two surnames that nobody has': () => 'traore coulibaly',
  'a whole name': ({ name }) => name,
  'a name and the end of the phone': ({ name, phone }) => `${name.slice(0, 4)} ${phone.slice(-4)}`,
  'a phone': ({ phone }) => phone,
  'the last four digits of a phone': ({ phone }) => phone.slice(-4),
  'three characters of a plate': ({ licencePlate }) => licencePlate.slice(1, 5),
  'a plate': ({ licencePlate }) => licencePlate,
  'a policy number': ({ policyNumber }) => policyNumber,
  'the end of a policy number': ({ policyNumber }) => policyNumber.slice(-6),
  'a certificate number': ({ n }) => `ci-${n}`,
  'the end of a payment’s id': ({ paymentId }) => paymentId.slice(-8),
  'the beginning of an id': ({ contractId }) => contractId.slice(0, 13),
  'nothing known': () => 'zzz 9',
};

const folder = folderOfRun('search');
const database = await openDatabase(folder);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
reportProgress(`filling PostgreSQL with ${size} contracts`);
// As large as the priced coverage that a quote keeps.
const text = createHash('sha512').update('').digest('hex').repeat(9);
await addContracts(client, {
  size,
  sold: { coverages: [JSON.stringify({ id: 'third-party', text })], premium: '{"amount": 100000}' },
  progress: (added) => {
    if (added % 100_000 === 0) reportProgress(`${added} contracts`);
  },
});
const { rows } = await client.query<{ name: string; size: string }>(
  `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
   where relname ~ '_by_key$|_by_end$|^payment_of_payer$' order by relname`,
);
for (const index of rows) reportProgress(`${index.name}: ${index.size}`);
await client.end();

const store = await persistence({ url: database.url, environment: 'production', bookkeeping: aBookkeeping() });
const lines = ['| search | found | median (ms) | slowest (ms) |', '| --- | ---: | ---: | ---: |'];
for (const [what, typed] of Object.entries(SEARCHES)) {
  const took: number[] = [];
  let found = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const text = typed(contractOf(Math.floor(((time + 0.5) * size) / TIMES), size));
    const begun = performance.now();
    const groups: readonly Group<unknown>[] = Object.values(await search(store)(text));
    took.push(performance.now() - begun);
    found += groups.reduce((sum, { matches, more }) => sum + matches.length + more, 0);
  }
  took.sort((a, b) => a - b);
  const [median = 0, slowest = 0] = [took[TIMES / 2], took.at(-1)];
  lines.push(`| ${what} | ${Math.round(found / TIMES)} | ${median.toFixed(1)} | ${slowest.toFixed(1)} |`);
}
await store.close();
await database.stop();
process.stdout.write(`${lines.join('\n')}\n`);
