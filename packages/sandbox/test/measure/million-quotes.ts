import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxCatalogue, sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { DURATIONS, ENERGIES, parseDate, price, USAGES, type LocalDate } from '@vehicle-insurance/core';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { persistence } from '@vehicle-insurance/persistence';
import { inUnit } from '@vehicle-insurance/testkit';
import pg from 'pg';
import { asSandbox } from '../sandbox.ts';

/**
 * Measures what it takes to price so many past quotes again, of twenty companies, under the sandbox's catalogue with
 * the brown card at another price: the whole command in a process of its own, its time, CPU and greatest resident
 * memory. Run it by hand: `node packages/sandbox/test/measure/million-quotes.ts [quotes]`.
 */
const wanted = Number(process.argv[2] ?? 1_000_000);
const COMPANIES = 20;
const each = Math.ceil(wanted / COMPANIES);

const day = (text: string): LocalDate => parseDate(text) as LocalDate;

/** Quotes that differ in all that a price depends on; each is there as often as the others. */
const samples = () =>
  sandboxCatalogue().coverages.flatMap(({ coverage, tariff }) =>
    DURATIONS.flatMap((duration) =>
      USAGES.flatMap((usage) =>
        ENERGIES.flatMap((energy) =>
          [0, 1, 2, 3, 4].flatMap((n) => {
            const vehicle = {
              type: coverage.vehicleType,
              firstRoadDate: day('2024-05-10'),
              originalValue: 3_000_000 + 2_111_111 * n,
              marketValue: 1_000_000 + 1_999_999 * n,
              energy,
              power: 2 + 3 * n,
              seats: 2 + n,
            };
            const premium = price(coverage, tariff, { vehicle, duration, usage, startDate: day('2026-02-01') });
            return premium.isOk() ? [{ coverage, vehicle, duration, usage, premium: premium.value }] : [];
          }),
        ),
      ),
    ),
  );

const id = (kind: string): string =>
  `(left($1::uuid::text, 8) || '-${kind}-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

const FILL = [
  `insert into company (id, name, enabled, created) select $1::uuid, $1, true, now() where $2::int > 0 and $3::int > 0`,
  `insert into company_counter (company_id, vehicles, quotes, contracts) select $1::uuid, $2, $2, 0 where $3::int > 0`,
  `insert into vehicle (company_id, id, ordinal, type, licence_plate, brand, model, year, first_road_date,
      original_value, market_value, energy, power, seats, created)
    select $1::uuid, ${id('0001')}, n, vehicle ->> 'type', 'AA-' || n, 'Toyota', 'Corolla', 2024,
      (vehicle ->> 'firstRoadDate')::date, (vehicle ->> 'originalValue')::bigint, (vehicle ->> 'marketValue')::bigint,
      vehicle ->> 'energy', (vehicle ->> 'power')::int, (vehicle ->> 'seats')::int, now()
    from generate_series(1, $2::int) n join sample on sample.place = n % $3::int`,
  `insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage,
      start_date, policyholder_name, policyholder_phone, created, vehicle_ordinal)
    select $1::uuid, ${id('0002')}, n, ${id('0001')}, coverage, 1, premium, duration, usage, date '2026-02-01',
      'Awa Koné', '+2250701020304', now(), 1
    from generate_series(1, $2::int) n join sample on sample.place = n % $3::int`,
];

const folder = mkdtempSync(join(tmpdir(), 'million-'));
const { url, stop } = await embeddedDatabase({ dir: join(folder, 'database'), durable: false });
await asSandbox(url);
const store = await persistence({ url, environment: 'sandbox' });
await inUnit(store.unitOfWork, ({ catalogues }) => catalogues.add(sandboxCatalogue(), 'a measurement'));
await store.close();

const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(
  `create temporary table sample (place int, coverage jsonb, vehicle jsonb, duration int, usage text, premium jsonb)`,
);
const all = samples();
await client.query(
  `insert into sample select * from jsonb_to_recordset($1::jsonb)
    as given (place int, coverage jsonb, vehicle jsonb, duration int, usage text, premium jsonb)`,
  [JSON.stringify(all.map((sample, place) => ({ place, ...sample })))],
);
for (let company = 1; company <= COMPANIES; company += 1) {
  const companyId = `${String(company).padStart(8, '0')}-0000-4000-8000-000000000000`;
  for (const statement of FILL) await client.query(statement, [companyId, each, all.length]);
  console.error(`${company} of ${COMPANIES} companies have ${each} quotes each.`);
}
await client.query('analyze');
await client.end();

const [file, csv] = [join(folder, 'catalogue.json'), join(folder, 'quotes.csv')];
const catalogue = structuredClone(sandboxCatalogueFile) as CatalogueFile;
writeFileSync(file, JSON.stringify(catalogue).replaceAll('"amount":1000}', '"amount":1500}'));

const OPERATOR = fileURLToPath(new URL('../../src/operator.ts', import.meta.url));
/** Says at the end what the process has used. */
const USED = `data:text/javascript,process.on('exit',()=>console.error(JSON.stringify(process.resourceUsage())))`;

const simulate = (words: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const command = ['--import', USED, OPERATOR, 'catalogue', 'simulate', file, '--since', '2020-01-01', ...words];
    const env = { ...process.env, ENVIRONMENT: 'sandbox', DATABASE_URL: url, DATA_DIR: folder };
    const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [printed, said] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.on('error', reject).on('close', (status) => {
      if (status !== 0) reject(new Error(said));
      else resolve(`${printed.split('\n').slice(0, 2).join('\n')}\n${usedIn(said)}`);
    });
  });

const usedIn = (said: string): string => {
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Record<
    'userCPUTime' | 'systemCPUTime' | 'maxRSS',
    number
  >;
  return `CPU ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s, at most ${Math.round(maxRSS / 1024)} MB`;
};

for (const words of [[], ['--csv', csv]]) {
  const began = performance.now();
  const told = await simulate(words);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${told}, ${seconds} s${words.length > 0 ? `, ${Math.round(statSync(csv).size / 1e6)} MB of CSV` : ''}`);
}
await stop();
rmSync(folder, { recursive: true, force: true });
