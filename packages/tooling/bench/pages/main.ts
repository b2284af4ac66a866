import { join } from 'node:path';
import process from 'node:process';
import { linkFor, openAccess } from '@vehicle-insurance/console';
import { consoleProgram } from '@vehicle-insurance/operator';
import { persistence } from '@vehicle-insurance/persistence';
import { readConfiguration, serviceLog } from '@vehicle-insurance/service';
import { aBookkeeping, freePort } from '@vehicle-insurance/testkit';
import pg from 'pg';
import { visitor } from '../../../console/test/visitor.ts';
import { PRODUCTION } from '../../../service/test/configuration/production-values.ts';
import { openDatabase } from '../data/open-database.ts';
import { folderOfRun } from '../folder.ts';
import { reportProgress } from '../report/progress.ts';
import { contractOf } from '../search/contracts.ts';
import { fillYear } from './year.ts';

// Measures how long each page of the console takes: `npm run bench -- pages [CONTRACTS]` (docs/measurements.md).
const size = Number(process.argv[2] ?? 1_000_000);
const TIMES = 5;

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

const { companyId, contractId, paymentId, vehicleId, phone } = contractOf(Math.floor(size / 3), size);
const last = encodeURIComponent(`${day(40)}T00:00:00.000Z ${contractId}`);
const [OWN_MONTH, CLOSED] = [day(0).slice(0, 7), day(180).slice(0, 7)];
const YEAR = `from=${day(365)}&until=${day(0)}`;

const PAGES: readonly string[] = [
  '/',
  ...['', 'state=pending', 'state=started', 'state=expired', 'state=cancelled', 'within=30', 'by=endDate'].map(
    (query) => `/contracts?${query}`,
  ),
  ...['by=startDate', `company=${companyId}`, `company=${companyId}&by=endDate&state=cancelled`].map(
    (query) => `/contracts?${query}`,
  ),
  ...[`after=${last}`, `from=${day(200)}&until=${day(100)}&state=cancelled`].map((query) => `/contracts?${query}`),
  ...['', `company=${companyId}`, 'within=60&renewed=no'].map((query) => `/renewals?${query}`),
  ...['', 'state=paid', 'state=unpaid', `company=${companyId}&state=unpaid`, `after=${last}`].map(
    (query) => `/quotes?${query}`,
  ),
  ...['', 'state=pending', 'state=failed', 'state=succeeded', 'refund=due', 'refund=done', 'refund=manual'].map(
    (query) => `/payments?${query}`,
  ),
  ...[`company=${companyId}`, `company=${companyId}&refund=done`, `company=${companyId}&state=failed`].map(
    (query) => `/payments?${query}`,
  ),
  ...['', 'type=bike', `company=${companyId}`, `company=${companyId}&type=bike`].map((query) => `/vehicles?${query}`),
  ...[`/client/${encodeURIComponent(phone)}`, `/vehicle/${vehicleId}`, `/contract/${contractId}`],
  ...[`/payment/${paymentId}`, '/figures', `/figures?${YEAR}`, `/figures?${YEAR}&by=month&group=insurer`],
  ...['group=coverage', `company=${companyId}`, 'insurer=-', 'insurer=-&group=coverage'].map(
    (query) => `/figures?${YEAR}&by=week&${query}`,
  ),
  ...['/books', `/books/${CLOSED}`, `/books/${OWN_MONTH}`, '/books/open', '/books/vouchers', '/books/ledger'],
  ...[YEAR, `from=${day(60)}&until=${day(0)}`, `${YEAR}&account=wallet`, `${YEAR}&account=suspense`].map(
    (query) => `/books/ledger?${query}`,
  ),
  ...[`${YEAR}&company=${companyId}`, `from=${day(30)}&until=${day(0)}&company=${companyId}`].map(
    (query) => `/books/ledger?${query}`,
  ),
  ...[
    '/company',
    `/company/${companyId}`,
    '/health',
    '/proposals',
    '/statement',
    '/catalogue',
    `/company/${companyId}/setup`,
  ],
];

const folder = folderOfRun('pages');
const database = await openDatabase(folder);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await fillYear(client, size);

const [port, metrics] = [await freePort(), await freePort()];
const origin = 'https://console.internal';
const configuration = readConfiguration({
  ...{ ...PRODUCTION, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1' },
  ...{ CONSOLE_URL: origin, CONSOLE_PORT: String(port), METRICS_PORT: String(metrics), LOG_LEVEL: 'silent' },
}).unwrap();
const store = await persistence({ url: database.url, environment: 'production', bookkeeping: aBookkeeping() });
reportProgress('adding up the figures and the books of the year');
await store.figures.summarise(configuration.TIME_ZONE);
await store.books.sumEntries();
// In operation, autovacuum removes the marks of entries little by little. Here a million are removed at once.
await client.query('vacuum analyze');
await client.end();
const running = await consoleProgram().start(configuration, serviceLog({ level: 'silent', secrets: [] }));
const access = openAccess(store, { idle: 60, absolute: 12 });
const link = new URL(await linkFor(access, origin, { name: 'Awa', role: 'look' }, 15));
const awa = visitor(origin, `http://127.0.0.1:${port}`);
await awa.fill(`${link.pathname}${link.search}`, '/sign-in');

const lines = ['| page | median (ms) | slowest (ms) |', '| --- | ---: | ---: |'];
const only = process.argv[3];
for (const page of PAGES.filter((each) => only === undefined || each.startsWith(only))) {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const begun = performance.now();
    const { status, text } = await awa.get(page);
    took.push(performance.now() - begun);
    if (status !== 200) throw new Error(`${page} returned ${status}: ${text.slice(0, 2_000)}`);
  }
  took.sort((a, b) => a - b);
  const shown = page.replaceAll(/[0-9a-f]{8}-[-0-9a-f]{27}/g, 'ID').replace(/\?$/, '');
  lines.push(`| ${shown} | ${(took[2] ?? 0).toFixed(0)} | ${(took.at(-1) ?? 0).toFixed(0)} |`);
  reportProgress(lines.at(-1) ?? '');
}
await running.stop();
await store.close();
await database.stop();
process.stdout.write(`${lines.join('\n')}\n`);
