import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { PRODUCTION } from '../../../service/test/configuration/production-values.ts';
import { cpuOf } from '../accounting/process-cpu.ts';
import { postgresCpu } from '../accounting/postgres-cpu.ts';
import { openDatabase } from '../data/open-database.ts';
import { folderOfRun } from '../folder.ts';
import { reportProgress } from '../report/progress.ts';
import { residentOf } from '../start/resident.ts';
import { IN_IMAGE } from '../start/start-service.ts';

// Measures the closing of a month with its bordereaux, for docs/measurements.md, with the operator's command as in the
// image: `node packages/tooling/bench/books/month.ts 1000000`.

const CONTRACTS = Number(process.argv[2] ?? 1_000_000);
const BUILD = fileURLToPath(new URL('../../src/build-programs.mjs', import.meta.url));
const run = promisify(execFile);

/** The month before this one, and a day in it. */
const begins = new Date();
begins.setUTCDate(0);
const DAY = begins.toISOString().slice(0, 10);
const MONTH = DAY.slice(0, 7);

const id = (kind: number): string => `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Statements that add contracts of a company, sold and paid for in the month of `day`, in chronological order. */
const month = (companyId: string, day: string): readonly string[] => {
  const from = `from generate_series(1, ${CONTRACTS}) n`;
  return [
    // No foreign keys are checked: the rows are consistent by construction.
    'set session_replication_role = replica',
    `insert into vehicle (company_id, id, ordinal, type, licence_plate, brand, model, year, first_road_date, original_value,
       market_value, energy, power, seats, created)
     select '${companyId}', ${id(1)}, 1000 + n, 'auto', 'ZZ-' || n, 'Toyota', 'Corolla', 2021, date '2021-06-01', 14000000,
       9000000, 'essence', 7, 5, now() ${from}`,
    `insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage, start_date,
       policyholder_name, policyholder_phone, created, vehicle_ordinal)
     select '${companyId}', ${id(2)}, 1000 + n, ${id(1)}, '{"id": "third-party"}', 1, '{"lines": []}', 12, 'pleasure',
       date '${day}', 'Awa Exemple ' || n, null, now(), 1 ${from}`,
    `insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, processing_seen,
       created, completed, attempts)
     select '${companyId}', ${id(3)}, ${id(2)}, 'succeeded', 'wave', '+2250701020304', 120225, 1203, n, false, now(), now(), 0
     ${from}`,
    `insert into contract (company_id, id, ordinal, quote_id, vehicle_id, payment_id, policy_number, status, start_date, end_date,
       paid_on, created, updated, attempts, vehicle_ordinal, quote_ordinal)
     select '${companyId}', ${id(4)}, 1000 + n, ${id(2)}, ${id(1)}, ${id(3)}, 'VI-0001-' || n, 'expired', date '${day}',
       date '${day}' + 364, date '${day}', now(), now(), 0, 1, 1000 + n ${from}`,
    `insert into entry (company_id, id, wallet, cause, subject_id, payment_id, at, booked_on)
     select '${companyId}', ${id(5)}, 'wave', 'payment_succeeded', ${id(3)}, ${id(3)}, now(),
       date_trunc('month', date '${day}')::date + (n - 1) * 28 / ${CONTRACTS}
     ${from}`,
    `insert into posting (company_id, entry_id, number, account, amount)
     select '${companyId}', ${id(5)}, line.number, line.account, line.amount ${from},
       (values (1, 'wallet', 121428), (2, 'provider_fees', -1203), (3, 'premium_due', -100000), (4, 'accessories', -5000),
         (5, 'tax', -15225), (6, 'commission', -15000), (7, 'premium_due', 15000)) line (number, account, amount)`,
    'set session_replication_role = origin',
    'analyze',
  ];
};

if (process.platform !== 'linux') throw new Error('CPU times and memory are read from /proc: run this on Linux.');

const folder = folderOfRun('month');
const program = join(folder, 'programs/operator.js');

await using open = new AsyncDisposableStack();
const database = await openDatabase(folder);
open.defer(database.stop);
await run(process.execPath, [BUILD, join(folder, 'programs')]);
const env = { ...PRODUCTION, ...IN_IMAGE, DATABASE_URL: database.url, DATA_DIR: folder };

const json = async <Output>(...words: readonly string[]): Promise<Output> =>
  JSON.parse((await run(process.execPath, [program, ...words, '--json'], { env })).stdout) as Output;

const seconds = (microseconds: number): number => Math.round(microseconds / 100_000) / 10;

/** Runs the operator's command; returns its seconds, its CPU and PostgreSQL's, and its peak memory. */
const measured = async (...words: readonly string[]) => {
  const cpuOfPostgres = await postgresCpu(database.url);
  const [begun, before] = [performance.now(), cpuOfPostgres()];
  const command = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const pid = command.pid ?? 0;
  let [megabytes, cpu] = [0, 0];
  const looking = setInterval(() => {
    try {
      cpu = cpuOf(pid);
      megabytes = residentOf(pid).most || megabytes;
    } catch {
      // The command has just ended.
    }
  }, 100);
  const [status] = (await once(command, 'exit')) as [number];
  clearInterval(looking);
  if (status !== 0) throw new Error(`${words.join(' ')} ended with status ${status}`);
  return {
    seconds: seconds((performance.now() - begun) * 1_000),
    cpu: seconds(cpu),
    postgres: seconds(cpuOfPostgres() - before),
    megabytes,
  };
};

const sumsIn = (into: string): string => {
  const [insurer = ''] = readdirSync(join(folder, into, MONTH));
  return readFileSync(join(folder, into, MONTH, insurer, 'SHA256SUMS'), 'utf8');
};

const { id: companyId } = await json<{ id: string }>('company', 'add', 'Courtage Exemple');
reportProgress(`filling PostgreSQL with ${CONTRACTS} contracts`);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
for (const statement of month(companyId, DAY)) await client.query(statement);
await client.end();
console.log('closed and written:', await measured('books', 'close', MONTH, '--out', join(folder, 'one')));
console.log('written again:', await measured('bordereau', 'make', MONTH, '--out', join(folder, 'other')));

if (sumsIn('one') !== sumsIn('other')) throw new Error('the bordereaux that were written again have different bytes');
type Balances = { readonly balances: readonly { readonly account: string; readonly debit: number }[] };
const { balances } = await json<Balances>('books', 'show', MONTH);
const wallet = balances.find(({ account }) => account === 'wallet')?.debit;
if (wallet !== 121_428 * CONTRACTS) throw new Error(`the wallet has ${wallet} francs for ${CONTRACTS} contracts`);
