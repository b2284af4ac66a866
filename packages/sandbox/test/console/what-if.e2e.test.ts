import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { expect } from 'chai';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { rowsOf, signedIn, type Visitor } from './visitor.ts';

interface Simulated {
  readonly all: {
    readonly quotes: number;
    readonly changes: Readonly<
      Record<string, { readonly quotes: number; readonly before: number; readonly after: number }>
    >;
  };
  readonly lines: readonly { readonly code: string; readonly before: number; readonly after: number }[];
}

const SINCE = '2020-01-01';

describe('a tariff that is tried in the console', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'what-if-'));
  const file = join(folder, 'catalogue.json');
  const text = JSON.stringify(dearer(structuredClone(sandboxCatalogueFile) as CatalogueFile));
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let looking: Visitor;
  let atFirst: unknown;

  before(async () => {
    writeFileSync(file, text);
    sandbox = await startSandbox({ CONSOLE_PORT: '0' });
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    // Trying changes nothing: those who look may.
    looking = await signedIn(operator, 'Awa', 'look');
    const caller = journeysOn(sandbox);
    for (const phone of ['0700001111', '0700002222']) await caller.quote(phone);
    atFirst = await operator.json('catalogue', 'show');
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const tried = (fields: Readonly<Record<string, string>>) =>
    looking.upload('/what-if', '/what-if', { since: SINCE, until: '', file: text, ...fields });

  /** Milliseconds that others have waited for a page, one after another for six seconds. */
  const waited = async (): Promise<readonly number[]> => {
    const waits: number[] = [];
    for (const until = performance.now() + 6_000; performance.now() < until;) {
      const asked = performance.now();
      await looking.get('/sign-in');
      waits.push(performance.now() - asked);
    }
    return waits;
  };

  it('says who pays less, who pays more, and what it comes to, as the command does', async () => {
    const { all, lines } = await operator.json<Simulated>('catalogue', 'simulate', file, '--since', SINCE);
    const seen = await tried({});
    expect(seen.status).to.equal(200);
    const figures = rowsOf(seen.text).map((row) => row.map((cell) => Number(cell.replaceAll(/[^\d-]/g, ''))));
    const changes = Object.values(all.changes).map(({ quotes, before }) => [quotes, before]);
    expect(figures.slice(0, changes.length).map((row) => [row[1], row[3]])).to.deep.equal(changes);
    for (const { code, before, after } of lines) {
      const row = rowsOf(seen.text).find(([first]) => first === code) ?? [];
      expect(
        row.slice(1, 3).map((cell) => Number(cell.replaceAll(/\D/g, ''))),
        code,
      ).to.deep.equal([before, after]);
    }
    expect(seen.text).to.match(/<rect\s+class="level-0"/);
    expect(await operator.json('catalogue', 'show')).to.deep.equal(atFirst);
  });

  it('gives every quote as the file that the command writes', async () => {
    const csv = join(folder, 'quotes.csv');
    await operator.json('catalogue', 'simulate', file, '--since', SINCE, '--csv', csv);
    const kept = await tried({ as: 'csv' });
    expect(kept.text).to.equal(readFileSync(csv, 'utf8'));
    expect(kept.text).to.match(/^\ufeffcompany_id;quote_id;/);
    expect(kept.headers.get('content-disposition')).to.equal('attachment; filename="devis.csv"');
    // From the page with the result the same, without choosing the file again.
    const page = await tried({});
    const again = /name="file" value="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&quot;', '"');
    expect((await tried({ file: again ?? '', as: 'csv' })).text).to.equal(kept.text);
  });

  it('counts the days it is asked for alone', async () => {
    expect((await tried({ until: '2020-01-02' })).text).to.include('Aucun devis');
    for (const wrong of [{ since: '' }, { since: '2026-02-30' }, { until: 'x' }])
      expect((await tried(wrong)).status, JSON.stringify(wrong)).to.equal(400);
  });

  it('reports all that is wrong with a file, in the words of the check', async () => {
    const bad = join(folder, 'bad.json');
    const broken = JSON.stringify({ ...(sandboxCatalogueFile as CatalogueFile), name: '', coverages: [] });
    writeFileSync(bad, broken);
    const { stderr } = await operator.run('catalogue', 'check', bad);
    const told = stderr.split('\n').slice(1).filter(Boolean);
    expect(told).to.have.length.above(1);
    const seen = await tried({ file: broken });
    expect(seen.status).to.equal(400);
    const said = seen.text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    for (const line of told) expect(said).to.include(line.trim());
    expect((await tried({ file: '{' })).text).to.include('is not JSON');
    expect((await tried({ file: '{"name": "a",\n"name": "b"}' })).text).to.include('line 2 repeats the member');
    expect((await tried({ file: `\ufeff${text}` })).status).to.equal(200);
    const latin1 = Buffer.from(JSON.stringify(sandboxCatalogueFile), 'latin1');
    for (const [bytes, words] of [
      [latin1, 'line 1 is not UTF-8'],
      [Buffer.from(text, 'utf16le'), 'it is UTF-16'],
    ] as const) {
      const refused = await looking.upload('/what-if', '/what-if', { since: SINCE, until: '' }, bytes);
      expect([refused.status, refused.text.includes(words)], words).to.deep.equal([400, true]);
    }
    expect((await tried({ file: '"><script>alert(1)</script>' })).text).not.to.include('<script>alert');
  });

  it('lets other requests be answered during the longest of tariffs, and says what it has not looked at', async () => {
    const [seen, waits] = await Promise.all([tried({ file: endless(), until: '2020-01-02' }), waited()]);
    expect(seen.text).to.include('Aucun devis').and.to.include('operator catalogue check');
    // For as long as it looks, nobody was answered before slices let others in.
    expect(Math.max(...waits)).to.be.below(5_000);
  });

  it('takes no file that is too large, and no form that is broken or foreign', async () => {
    const large = await tried({ file: ' '.repeat(1024 * 1024) + text });
    expect([large.status, large.text.includes('trop grand')]).to.deep.equal([413, true]);
    const origin = new URL(sandbox.service.consoleLink ?? '').origin;
    const cookie = [...looking.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const [type, body] of [
      ['multipart/form-data; boundary=x', '--x\r\nbroken'],
      ['multipart/form-data', 'x'],
      ['text/plain', 'form-token=x'],
    ] as const) {
      const headers = { origin, cookie, 'content-type': type };
      const { status } = await fetch(`${origin}/what-if`, { method: 'POST', headers, body });
      expect([400, 403], type).to.include(status);
    }
    expect((await looking.upload('/what-if', '/what-if', { 'form-token': 'x', file: text })).status).to.equal(403);
  });
});

/** More bands than a page can look at, for a minute of anybody's processor. */
const endless = (): string => {
  const file = structuredClone(sandboxCatalogueFile) as CatalogueFile;
  const { auto } = file.tariffs;
  if (!auto) throw new Error('the sandbox insures no cars');
  const ends = Array.from({ length: 100 }, (_, n) => ({ upTo: n < 99 ? n + 1 : null }));
  const amounts = [{ bands: ends.map((end, n) => ({ ...end, amount: n })) }];
  const rates = [{ bands: ends.map((end, n) => ({ ...end, basisPoints: n })) }];
  const prices = [
    { kind: 'lookup', by: 'power', rows: amounts },
    { kind: 'lookup', by: 'seats', rows: amounts },
    { kind: 'rate', of: 'market_value', rows: rates },
    { kind: 'rate', of: 'original_value', rows: rates },
  ] as const;
  const components = auto.components.map((each, n) => ({ ...each, price: prices[n % prices.length] }));
  return JSON.stringify({ ...file, tariffs: { ...file.tariffs, auto: { ...auto, components } } });
};

/** The brown card at another price. */
function dearer(catalogue: CatalogueFile): CatalogueFile {
  const { auto } = catalogue.tariffs;
  if (!auto) throw new Error('the sandbox insures no cars');
  const taxes = auto.taxes.map((tax) =>
    tax.code === 'brown_card' ? { ...tax, charge: { kind: 'fixed' as const, amount: 1_500 } } : tax,
  );
  return { ...catalogue, tariffs: { ...catalogue.tariffs, auto: { ...auto, taxes } } };
}
