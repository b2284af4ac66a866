import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { openContext } from '@vehicle-insurance/operator';
import { freshId, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { operatorOn, type OperatorCommand } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';

interface Quoted {
  readonly id: string;
  readonly policyHolderName: string;
  readonly policyHolderPhone: string;
}
interface Totals {
  readonly quotes: number;
  readonly changes: Readonly<
    Record<string, { readonly quotes: number; readonly before: number; readonly after: number }>
  >;
  readonly before: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
}
interface Simulated {
  readonly all: Totals;
  readonly lines: readonly { readonly code: string; readonly before: number; readonly after: number }[];
  readonly coverages: readonly Totals[];
  readonly versions: readonly { readonly version: number; readonly isKept: boolean }[];
}

describe('the operator’s command, asked what a tariff would have done', function () {
  this.timeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'));
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let quotes: readonly Quoted[];
  /** What it says of the quotes that a sandbox has at its beginning. */
  let atFirst: string;

  before(async () => {
    sandbox = await startSandbox();
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    atFirst = await operator.text('catalogue', 'simulate', withBrownCard(1_500), '--since', '2020-01-01');
    const caller = journeysOn(sandbox);
    for (const phone of ['0700001111', '0700002222', '0700003333']) await caller.quote(phone);
    // A sandbox has quotes from its beginning, all of them for cars.
    quotes = (await sandbox.call<{ data: readonly Quoted[] }>('GET', '/quote?limit=100')).body.data.toReversed();
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const simulate = (file: string, ...words: readonly string[]) =>
    operator.json<Simulated>('catalogue', 'simulate', file, '--since', '2020-01-01', ...words);

  /** The sandbox's catalogue with the brown card at another price. */
  const withBrownCard = (amount: number): string => {
    const file = structuredClone(sandboxCatalogueFile) as CatalogueFile;
    const auto = file.tariffs.auto;
    if (!auto) throw new Error('the sandbox insures no cars');
    const taxes = auto.taxes.map((tax) =>
      tax.code === 'brown_card' ? { ...tax, charge: { kind: 'fixed' as const, amount } } : tax,
    );
    const path = join(folder, `brown-card-${amount}.json`);
    writeFileSync(path, JSON.stringify({ ...file, tariffs: { ...file.tariffs, auto: { ...auto, taxes } } }));
    return path;
  };

  // Proves: tariff-what-if
  it('finds no winner and no loser under the catalogue on offer', async () => {
    const { all, versions } = await simulate('sandbox');
    expect(all.quotes).to.equal(quotes.length);
    expect(all.changes['same']?.quotes).to.equal(quotes.length);
    expect(all.after).to.deep.equal(all.before);
    expect(versions).to.deep.equal([{ version: 1, quotes: quotes.length, isKept: true }]);
    expect((await simulate('sandbox', '--until', '2020-01-02')).all.quotes).to.equal(0);
  });

  // Proves: tariff-what-if
  it('shows the effect of a dearer line in tables, as JSON, and in a file of every quote without names', async () => {
    const [file, csv] = [withBrownCard(1_500), join(folder, 'quotes.csv')];
    const { all, lines, coverages } = await simulate(file, '--csv', csv);
    const more = 500 * quotes.length;
    expect(all.after).to.deep.equal({ ...all.before, levies: (all.before['levies'] ?? 0) + more });
    expect(lines.filter(({ before, after }) => before !== after)).to.deep.equal([
      { part: 'levies', code: 'brown_card', before: 1_000 * quotes.length, after: 1_500 * quotes.length },
    ]);
    expect(coverages.reduce((count, each) => count + each.quotes, 0)).to.equal(quotes.length);

    const [headings = '', ...rows] = readFileSync(csv, 'utf8')
      .replace(/^\ufeff/, '')
      .trim()
      .split('\n');
    const told = rows.map((row) => {
      const values = row.split(';');
      return Object.fromEntries(headings.split(';').map((heading, n) => [heading, values[n]]));
    });
    expect(told.map((row) => row['quote_id'])).to.deep.equal(quotes.map(({ id }) => id));
    for (const row of told) {
      expect(Number(row['premium_after']) - Number(row['premium_before'])).to.equal(500);
      expect(Number(row['levies_after']) - Number(row['levies_before'])).to.equal(500);
      expect(row).to.include({ change: 'dearer_up_to_5', why: '', catalogue_version: '1' });
    }
    for (const { policyHolderName, policyHolderPhone } of quotes)
      expect(readFileSync(csv, 'utf8')).to.not.contain(policyHolderName).and.to.not.contain(policyHolderPhone);

    const text = await operator.text('catalogue', 'simulate', file, '--since', '2020-01-01', '--csv', csv);
    expect(text).to.match(/^5 quotes priced again by .*\.\nChecked first: 5 quotes came out as kept, by version 1\.\n/);
    expect(text).to.match(/^dearer by up to 5 % +5 +100\.0 %/m);
    expect(text).to.match(/^ {2}brown_card +5 000 +7 500 +\+2 500 +\+50\.0 %$/m);
    expect(text).to.contain(`Every quote is in ${csv}.`);
    expect(await operator.text('catalogue', 'simulate', file, '--since', '2100-01-01')).to.equal(
      'No quote was made in that time.\n',
    );
  });

  it('says what docs/tariffs.md shows', () => {
    const page = readFileSync(new URL('../../../../docs/tariffs.md', import.meta.url), 'utf8');
    const shown = /## What a tariff would have done[\s\S]*?```text\n([\s\S]*?)```/.exec(page)?.[1];
    expect(atFirst.replace(withBrownCard(1_500), 'mine/catalogue.json')).to.equal(shown);
  });

  it('reports all that is wrong with a file, and reads no quote', async () => {
    const bad = join(folder, 'bad.json');
    writeFileSync(bad, JSON.stringify({ ...(sandboxCatalogueFile as CatalogueFile), name: '', coverages: [] }));
    const words = ['simulate', bad, '--since', '2020-01-01', '--csv', join(folder, 'none.csv')];
    const { status, stdout, stderr } = await operator.run('catalogue', ...words);
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    const checked = await operator.run('catalogue', 'check', bad);
    expect(stderr)
      .to.equal(checked.stderr)
      .and.to.match(/^ {2}name: /m);
    expect(existsSync(join(folder, 'none.csv'))).to.equal(false);
    expect(await operator.refusal('catalogue', 'simulate', 'sandbox')).to.match(/--since/);
    const away = join(folder, 'no such folder', 'quotes.csv');
    expect(await operator.refusal('catalogue', 'simulate', 'sandbox', '--since', '2020-01-01', '--csv', away)).to.match(
      /cannot be written: its folder is missing \(ENOENT\)/,
    );
  });

  // Proves: tariff-what-if
  it('compares nothing, and leaves no file, where a kept premium is not what its version makes', async () => {
    const context = await openContext(
      { DATA_DIR: sandbox.dataDir, ...sandbox.database },
      'a test',
      operatorInfrastructure,
    );
    const id = freshId();
    try {
      const { unitOfWork } = context.ports;
      await inUnit(unitOfWork, async (tx) => {
        for (const company of await tx.companies.list()) {
          const found = await tx.quotes.find(company.id, quotes[0]?.id ?? '');
          const [first, ...rest] = found?.premium.lines ?? [];
          if (!found || !first) continue;
          const premium = {
            amount: found.premium.amount + 1,
            lines: [{ ...first, amount: first.amount + 1 }, ...rest],
          };
          (await tx.quotes.add({ ...found, id, premium })).unwrap();
        }
      });
    } finally {
      await context.close();
    }
    const csv = join(folder, 'wrong.csv');
    const refusal = await operator.refusal('catalogue', 'simulate', 'sandbox', '--since', '2020-01-01', '--csv', csv);
    expect(refusal)
      .to.match(/^1 of the quotes /)
      .and.to.contain(id);
    expect(readdirSync(folder).filter((name) => name.startsWith('wrong'))).to.deep.equal([]);
  });
});
