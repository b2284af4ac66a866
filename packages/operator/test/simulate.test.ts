import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxCatalogue, sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import {
  addCompany,
  price as priceOf,
  type Premium,
  type PricingFacts,
  type Simulation,
} from '@vehicle-insurance/core';
import { freshId, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { rowsOf, textOf, type Visitor } from '../../console/test/visitor.ts';
import { officeForAll } from './office.ts';

const SINCE = '2020-01-01';
const FILE = sandboxCatalogueFile as CatalogueFile;

const withCars = (change: (auto: NonNullable<CatalogueFile['tariffs']['auto']>) => object): CatalogueFile => {
  const { auto } = FILE.tariffs;
  if (!auto) throw new Error('the sandbox insures no cars');
  return { ...FILE, tariffs: { ...FILE.tariffs, auto: { ...auto, ...change(auto) } } };
};
/** The brown card at 1 500 F instead of 1 000 F. */
const DEARER = withCars(({ taxes }) => ({
  taxes: taxes.map((tax) =>
    tax.code === 'brown_card' ? { ...tax, charge: { kind: 'fixed' as const, amount: 1_500 } } : tax,
  ),
}));

/** A tariff with so many bands that checking it takes any processor more than a minute. */
const endless = (): CatalogueFile => {
  const ends = Array.from({ length: 100 }, (_, n) => ({ upTo: n < 99 ? n + 1 : null }));
  const amounts = [{ bands: ends.map((end, n) => ({ ...end, amount: n })) }];
  const rates = [{ bands: ends.map((end, n) => ({ ...end, basisPoints: n })) }];
  const prices = [
    { kind: 'lookup', by: 'power', rows: amounts },
    { kind: 'lookup', by: 'seats', rows: amounts },
    { kind: 'rate', of: 'market_value', rows: rates },
    { kind: 'rate', of: 'original_value', rows: rates },
  ] as const;
  return withCars(({ components }) => ({
    components: components.map((each, n) => ({ ...each, price: prices[n % prices.length] })),
  }));
};

const unescaped = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

describe('simulating a tariff on past quotes', function () {
  this.timeout(30_000);
  const { office, operator } = officeForAll();
  const text = JSON.stringify(DEARER);
  let file: string;
  let looking: Visitor;
  let quotes: readonly string[];
  let atFirst: string;

  before(async () => {
    file = join(office.folder, 'dearer.json');
    writeFileSync(file, text);
    // Simulating changes nothing, so the role look is enough.
    looking = await office.signedIn('Awa', 'look');
    const first = [await office.quote(), await office.quote()];
    atFirst = await operator.text('catalogue', 'simulate', file, '--since', SINCE);
    const other = (await addCompany(office.ports)({ name: 'Courtage Voisin' })).unwrap();
    const theirs = [await office.quote(undefined, other.id), await office.quote(undefined, other.id)];
    quotes = [...first, ...theirs, await office.quote()];
  });

  const simulate = (given: string, ...words: readonly string[]) =>
    operator.json<Simulation>('catalogue', 'simulate', given, '--since', SINCE, ...words);
  const simulateInConsole = (fields: Readonly<Record<string, string>>) =>
    looking.upload('/what-if', '/what-if', { since: SINCE, until: '', file: text, ...fields });

  // Proves: tariff-what-if
  it('with the catalogue on offer finds no quote dearer or cheaper', async () => {
    const { all, versions } = await simulate('sandbox');
    expect([all.quotes, all.changes.same.quotes]).to.deep.equal([5, 5]);
    expect(all.after).to.deep.equal(all.before);
    expect(versions).to.deep.equal([{ version: 1, quotes: 5, isKept: true }]);
    expect((await simulate('sandbox', '--until', '2020-01-02')).all.quotes).to.equal(0);
  });

  // Proves: tariff-what-if
  it('shows the effect of a dearer line in tables, as JSON, and in a CSV file of every quote without names', async () => {
    const csv = join(office.folder, 'quotes.csv');
    const { all, lines, coverages } = await simulate(file, '--csv', csv);
    const more = 500 * quotes.length;
    expect(all.after).to.deep.equal({ ...all.before, levies: all.before.levies + more });
    expect(lines.filter(({ before, after }) => before !== after)).to.deep.equal([
      { part: 'levies', code: 'brown_card', before: 1_000 * quotes.length, after: 1_500 * quotes.length },
    ]);
    expect(coverages.reduce((count, each) => count + each.quotes, 0)).to.equal(quotes.length);

    const written = readFileSync(csv, 'utf8');
    const listed: Record<string, string>[] = parse(written, { bom: true, columns: true, delimiter: ';' });
    expect(listed.map((row) => row['quote_id'])).to.have.members(quotes);
    for (const row of listed) {
      expect(Number(row['premium_after']) - Number(row['premium_before'])).to.equal(500);
      expect(Number(row['levies_after']) - Number(row['levies_before'])).to.equal(500);
      expect(row).to.include({ change: 'dearer_up_to_5', why: '', catalogue_version: '1' });
    }
    expect(written).to.not.contain('Aya').and.to.not.contain('0700001234');

    const printed = await operator.text('catalogue', 'simulate', file, '--since', SINCE, '--csv', csv);
    expect(printed)
      .to.match(/^5 quotes priced with /)
      .and.to.contain(`Every quote is in ${csv}.`);
    const none = await operator.text('catalogue', 'simulate', file, '--since', '2100-01-01');
    expect(none).to.equal('No quote was created in that period.\n');
  });

  it('prints the remarks on each coverage of a file, like the console, and the price of each for a year', async () => {
    const falling = join(office.folder, 'falling.json');
    const bands = [900_000, 1].map((amount, at) => ({ upTo: at === 0 ? 6 : null, amount }));
    const price = { kind: 'lookup', by: 'power', rows: [{ bands }] } as const;
    const changed = withCars(({ components }) => ({
      components: components.map((each) => (each.code === 'rc' ? { ...each, price } : each)),
    }));
    const json = JSON.stringify(changed);
    writeFileSync(falling, json);
    const [, ...remarks] = (await operator.text('catalogue', 'check', falling)).trim().split('\n');
    for (const name of ['"Tiers"', '"Tous risques"']) expect(remarks.join(), name).to.include(`${name}: when the`);
    expect(remarks.join()).to.include('"Tous risques" has no price for electric');
    const shown = unescaped(textOf(await simulateInConsole({ file: json })));
    for (const remark of remarks.slice(0, 100)) expect(shown).to.include(remark.replaceAll(/\s+/g, ' '));
    type Sample = { readonly premium: Premium; readonly sample: PricingFacts['vehicle']; readonly coverage: string };
    const samples = await operator.json<readonly Sample[]>('catalogue', 'price', 'sandbox');
    for (const { coverage, premium, sample } of samples) {
      const own = sandboxCatalogue().coverages.find((each) => each.coverage.name === coverage) ?? expect.fail(coverage);
      const facts = { vehicle: sample, duration: 12, usage: 'pleasure', startDate: office.today() } as const;
      expect(premium.amount).to.equal(priceOf(own.coverage, own.tariff, facts).unwrap().amount);
    }
    expect(await operator.text('catalogue', 'price', 'sandbox')).to.match(/^Total +\d+$/m);
  });

  it('prints what docs/tariffs.md shows', () => {
    const page = readFileSync(new URL('../../../docs/tariffs.md', import.meta.url), 'utf8');
    const shown = /## What a tariff would have done[\s\S]*?```text\n([\s\S]*?)```/.exec(page)?.[1];
    // The page leaves out the tables by coverage, duration and usage.
    expect(atFirst.replace(file, 'mine/catalogue.json').split('\nCOVERAGE')[0]).to.equal(shown);
  });

  it('reports all faults of a file, in the words of `catalogue check`, and writes no CSV file', async () => {
    const bad = join(office.folder, 'bad.json');
    const broken = JSON.stringify({ ...FILE, name: '', coverages: [] });
    writeFileSync(bad, broken);
    const none = join(office.folder, 'none.csv');
    const words = ['catalogue', 'simulate', bad, '--since', SINCE, '--csv', none];
    const { status, stdout, stderr } = await operator.run(...words);
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    const checked = await operator.run('catalogue', 'check', bad);
    expect(stderr)
      .to.equal(checked.stderr)
      .and.to.match(/^ {2}name: /m);
    expect(existsSync(none)).to.equal(false);
    expect(await operator.refusal('catalogue', 'simulate', 'sandbox')).to.match(/--since/);
    const away = join(office.folder, 'no such folder', 'quotes.csv');
    const again = await operator.refusal('catalogue', 'simulate', 'sandbox', '--since', SINCE, '--csv', away);
    expect(again).to.match(/cannot be written: its folder does not exist \(ENOENT\)/);

    const reported = stderr.split('\n').slice(1).filter(Boolean);
    expect(reported).to.have.length.above(1);
    const seen = await simulateInConsole({ file: broken });
    expect(seen.status).to.equal(400);
    for (const line of reported) expect(unescaped(textOf(seen))).to.include(line.trim());
  });

  it('in the console gives the same figures as the command, and changes nothing', async () => {
    const before = await operator.json('catalogue', 'show');
    const { all, lines } = await simulate(file);
    const seen = await simulateInConsole({});
    expect(seen.status).to.equal(200);
    const figures = rowsOf(seen.text).map((row) => row.map((cell) => Number(cell.replaceAll(/[^\d-]/g, ''))));
    const changes = Object.values(all.changes).map(({ quotes: count, before: was }) => [count, was]);
    expect(figures.slice(0, changes.length).map((row) => [row[1], row[3]])).to.deep.equal(changes);
    const named = Object.values(DEARER.tariffs).flatMap((each) => [...each.components, ...each.fees, ...each.taxes]);
    for (const { code, before: was, after } of lines) {
      const label = named.find((line) => line.code === code)?.label.replaceAll(' %', '\u00a0%');
      const row = rowsOf(seen.text).find(([first]) => first === label) ?? [];
      const amounts = row.slice(1, 3).map((cell) => Number(cell.replaceAll(/\D/g, '')));
      expect(amounts, code).to.deep.equal([was, after]);
    }
    expect(seen.text).to.match(/<rect\s+class="level-0"/);
    expect(await operator.json('catalogue', 'show')).to.deep.equal(before);
  });

  it('in the console offers the same CSV file as the command, without another upload', async () => {
    const csv = join(office.folder, 'same.csv');
    await simulate(file, '--csv', csv);
    const kept = await simulateInConsole({ as: 'csv' });
    expect(kept.text).to.equal(readFileSync(csv, 'utf8'));
    expect(kept.text).to.match(/^\ufeffcompany_id;quote_id;/);
    expect(kept.headers.get('content-disposition')).to.equal('attachment; filename="devis.csv"');
    const page = await simulateInConsole({ until: office.today() });
    expect(page.text)
      .to.include(`name="since" value="${SINCE}"`)
      .and.to.include(`name="until" value="${office.today()}"`);
    expect(rowsOf(page.text).find(([usage]) => usage === 'Promenade et affaires')?.[1]).to.equal(`${quotes.length}`);
    const again = /name="file" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    expect((await simulateInConsole({ file: unescaped(again), as: 'csv' })).text).to.equal(kept.text);
  });

  it('in the console counts only the given days, reports a wrong day or file, and escapes it', async () => {
    expect((await simulateInConsole({ until: '2020-01-02' })).text).to.include('Aucun devis');
    for (const wrong of [{ since: '' }, { since: '2026-02-30' }, { until: 'x' }])
      expect((await simulateInConsole(wrong)).status, JSON.stringify(wrong)).to.equal(400);
    expect((await simulateInConsole({ file: '{' })).text).to.include('is not JSON');
    expect((await simulateInConsole({ file: '{"name": "a",\n"name": "b"}' })).text).to.include(
      'line 2 repeats the member',
    );
    expect((await simulateInConsole({ file: `\ufeff${text}` })).status).to.equal(200);
    const bytes = Buffer.from(text, 'utf16le');
    const refused = await looking.upload('/what-if', '/what-if', { since: SINCE, until: '' }, bytes);
    expect([refused.status, refused.text.includes('it is UTF-16')]).to.deep.equal([400, true]);
    expect((await simulateInConsole({ file: '"><script>alert(1)</script>' })).text).not.to.include('<script>alert');
  });

  it('does not block other requests during the largest of tariffs, and lists what was not checked', async () => {
    const { now } = performance;
    const began = now.call(performance);
    // Makes the page's limit of 8 seconds pass twenty times as fast.
    performance.now = () => began + (now.call(performance) - began) * 20;
    try {
      let isAnswered = false;
      let meanwhile = 0;
      const trying = simulateInConsole({ file: JSON.stringify(endless()), until: '2020-01-02' });
      void trying.finally(() => (isAnswered = true));
      while (!isAnswered) {
        await looking.get('/sign-in');
        meanwhile += isAnswered ? 0 : 1;
      }
      expect((await trying).text)
        .to.include('Aucun devis')
        .and.to.include('operator catalogue check');
      // One request may be answered before the file has arrived. Without slices, no other request would be answered.
      expect(meanwhile).to.be.above(5);
    } finally {
      performance.now = now;
    }
  });

  it('in the console refuses a file that is too large, and a form that is broken or foreign', async () => {
    const large = await simulateInConsole({ file: ' '.repeat(1024 * 1024) + text });
    expect([large.status, large.text.includes('dépasse 1 Mo')]).to.deep.equal([413, true]);
    const { origin } = office;
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

  // Proves: tariff-what-if
  it('compares nothing and leaves no file if the catalogue version of a quote no longer gives its stored premium', async () => {
    const id = freshId();
    await inUnit(office.store.unitOfWork, async (tx) => {
      const found = await tx.quotes.find(office.company.id, quotes[0] ?? '');
      const [first, ...rest] = found?.premium.lines ?? [];
      if (!found || !first) throw new Error('there is a quote');
      const lines = [{ ...first, amount: first.amount + 1 }, ...rest];
      (await tx.quotes.add({ ...found, id, premium: { amount: found.premium.amount + 1, lines } })).unwrap();
    });
    const csv = join(office.folder, 'wrong.csv');
    writeFileSync(csv, 'of an earlier run');
    const words = ['catalogue', 'simulate', 'sandbox', '--since', SINCE, '--csv', csv];
    const { status, stdout, stderr } = await operator.run(...words);
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    const [progress, refusal] = stderr.split('\n');
    expect(progress).to.equal('4 of 6 quotes read.');
    expect(refusal)
      .to.match(/^The stored premiums of 1 quotes /)
      .and.to.contain(id);
    expect(readdirSync(office.folder).filter((name) => name.startsWith('wrong'))).to.deep.equal(['wrong.csv']);
    expect(readFileSync(csv, 'utf8')).to.equal('of an earlier run');
  });
});
