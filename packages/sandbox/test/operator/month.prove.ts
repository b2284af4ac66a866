import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { asSandbox, startSandbox, type TestSandbox } from '../sandbox.ts';
import { operatorOn } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';

// What closing a month takes, with the papers that insurers are sent, for docs/measurements.md.

const CONTRACTS = Number(process.env['CONTRACTS'] ?? 1_000_000);
const MAIN = fileURLToPath(new URL('../../src/operator.ts', import.meta.url));

const id = (kind: number): string => `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** As many contracts of a company as are asked for, each sold and paid for in the month of a day. */
const month = (companyId: string, day: string): readonly string[] => {
  const from = `from generate_series(1, ${CONTRACTS}) n`;
  return [
    // They refer to each other by construction.
    'set session_replication_role = replica',
    `insert into vehicle (company_id, id, ordinal, type, licence_plate, brand, model, year, first_road_date, original_value,
       market_value, energy, power, seats, created)
     select '${companyId}', ${id(1)}, 1000 + n, 'auto', 'ZZ-' || n, 'Toyota', 'Corolla', 2021, date '2021-06-01', 14000000,
       9000000, 'essence', 7, 5, now() ${from}`,
    `insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage, start_date,
       policyholder_name, policyholder_phone, created)
     select '${companyId}', ${id(2)}, 1000 + n, ${id(1)}, '{"id": "third-party"}', 1, '{"lines": []}', 12, 'pleasure',
       date '${day}', 'Awa Exemple ' || n, null, now() ${from}`,
    `insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, processing_seen, noticed,
       created, completed, attempts)
     select '${companyId}', ${id(3)}, ${id(2)}, 'succeeded', 'wave', '+2250701020304', 120225, 1203, n, false, true, now(), now(), 0
     ${from}`,
    `insert into contract (company_id, id, ordinal, quote_id, vehicle_id, payment_id, policy_number, status, start_date, end_date,
       paid_on, created, updated, attempts)
     select '${companyId}', ${id(4)}, 1000 + n, ${id(2)}, ${id(1)}, ${id(3)}, 'VI-0001-' || n, 'expired', date '${day}',
       date '${day}' + 364, date '${day}', now(), now(), 0 ${from}`,
    `insert into entry (company_id, id, wallet, cause, subject_id, at, booked_on)
     select '${companyId}', ${id(5)}, 'wave', 'payment_succeeded', ${id(3)}, now(), date_trunc('month', date '${day}')::date + n % 28
     ${from}`,
    `insert into posting (company_id, entry_id, number, account, amount)
     select '${companyId}', ${id(5)}, line.number, line.account, line.amount ${from},
       (values (1, 'wallet', 121428), (2, 'provider_fees', -1203), (3, 'premium_due', -100000), (4, 'accessories', -5000),
         (5, 'tax', -15225), (6, 'commission', -15000), (7, 'premium_due', 15000)) line (number, account, amount)`,
    'set session_replication_role = origin',
    'analyze',
  ];
};

describe(`a month of ${CONTRACTS} contracts`, function () {
  this.timeout(3_600_000);
  const folder = mkdtempSync(join(tmpdir(), 'month-'));
  let database: TestDatabase;
  let sandbox: TestSandbox;
  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sandbox = await startSandbox({ DATABASE_URL: database.url });
  });
  after(async () => {
    await sandbox.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the operator's command; answers seconds and the most memory it had. */
  const measured = async (...words: readonly string[]): Promise<{ seconds: string; megabytes: number }> => {
    const begun = performance.now();
    const env = { ...process.env, DATA_DIR: sandbox.dataDir, ...sandbox.database };
    const program = spawn(process.execPath, [MAIN, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let megabytes = 0;
    program.stderr.on('data', (chunk: Buffer) => process.stdout.write(`      ${chunk.toString()}`));
    const looking = setInterval(() => {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
      megabytes = Number(kilobytes) / 1_024;
    }, 200);
    const [status] = (await once(program, 'exit')) as [number];
    clearInterval(looking);
    expect(status).to.equal(0);
    return { seconds: ((performance.now() - begun) / 1_000).toFixed(1), megabytes: Math.round(megabytes) };
  };

  it('is closed, and its papers are written, twice to the same bytes', async () => {
    const it = journeysOn(sandbox);
    await it.contract('0700001111');
    const { now } = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ company_id: string }>('select company_id from contract limit 1');
    for (const statement of month(rows[0]?.company_id ?? '', now.slice(0, 10))) await client.query(statement);
    await client.end();
    await it.advance('P31D');
    const named = now.slice(0, 7);
    console.log('      closed:', await measured('books', 'close', named, '--out', join(folder, 'one')));
    console.log('      written again:', await measured('bordereau', 'make', named, '--out', join(folder, 'other')));
    const sums = (into: string): string => {
      const [insurer = ''] = readdirSync(join(folder, into, named));
      return readFileSync(join(folder, into, named, insurer, 'SHA256SUMS'), 'utf8');
    };
    expect(sums('one')).to.equal(sums('other'));
    const { balances } = await operatorOn(sandbox.dataDir, sandbox.database).json<{
      balances: readonly { account: string; debit: number }[];
    }>('books', 'show', named);
    expect(balances.find(({ account }) => account === 'wallet')?.debit).to.be.at.least(121_428 * CONTRACTS);
  });
});
