import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bordereauxIn } from '@vehicle-insurance/bordereaux';
import { BORDEREAUX, type AmountName, type Bordereaux, type WrittenBordereaux } from '@vehicle-insurance/core';
import { booksOf, CLOSED_MONTH } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { rowsOf, type Visitor } from '../../console/test/visitor.ts';
import { keptBordereaux } from '../src/context.ts';
import { officeForAll } from './office.ts';

const AMOUNTS = {
  ...{ 'Prime nette': 'net', Accessoires: 'accessories', Taxes: 'tax', 'Fonds de garantie (FGA)': 'guaranteeFund' },
  ...{ 'Carte brune': 'brownCard', 'Prime totale': 'premium', Commission: 'commission', 'Net à reverser': 'due' },
  ...{ 'Total encaissé (frais compris)': 'received', 'Frais de paiement': 'fees' },
} as const;

const figureOf = (cell: string): number | undefined =>
  cell === '–' ? undefined : Number(cell.replaceAll(/[^\d-]/g, ''));

describe('bordereaux in the console', () => {
  const { office, operator } = officeForAll();
  let awa: Visitor;
  let looking: Visitor;
  let month = '';
  let made: WrittenBordereaux;

  const page = (of = month) => `/books/${of}/bordereaux`;
  const close = (who: Visitor, of: string) =>
    who.fill(`/act/books-close/${of}`, `/act/books-close/${of}`, { why: 'vu' });
  const write = () => awa.fill(`/act/bordereau-make/${month}`, `/act/bordereau-make/${month}`);
  const address = (file: string) => `${page()}/${basename(made.folder)}/${file}`;
  const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

  before(async () => {
    awa = await office.signedIn('Awa', 'act');
    looking = await office.signedIn('Yao', 'look');
    await office.contract();
    month = office.month();
    await office.pass({ hours: 24 * 31 });
  });

  it('do not exist for an open month', async () => {
    const { status, text } = await awa.get(page());
    expect([status, text.includes('Ce mois n’est pas clôturé')]).to.deep.equal([404, true]);
    expect((await write()).text).to.include('Ce mois n’est pas clôturé');
  });

  it('are written once when two people close the month at the same time, with the same files as the command', async () => {
    const pages = (await Promise.all([close(awa, month), close(await office.signedIn('Koffi', 'act'), month)])).map(
      ({ text }) => text,
    );
    expect(pages.filter((text) => text.includes('Bordereaux prêts pour 1 assureur'))).to.have.length(1);
    expect(pages.filter((text) => text.includes('déjà clôturé'))).to.have.length(1);
    const words = ['bordereau', 'make', month, '--out', join(office.folder, 'elsewhere')];
    const [theirs] = (await operator.json<readonly WrittenBordereaux[]>(...words)) as [WrittenBordereaux];
    made = { ...theirs, folder: join(office.folder, 'bordereaux', month, basename(theirs.folder)) };
    expect(readdirSync(made.folder).sort()).to.deep.equal([...made.files].sort());
    for (const file of made.files)
      expect(readFileSync(join(made.folder, file)), file).to.deep.equal(readFileSync(join(theirs.folder, file)));
    expect((await write()).text).to.include('Bordereaux prêts pour 1 assureur');
  });

  // Proves: console-same-use-cases
  it('have the figures that the command prints and the checksums of the files', async () => {
    const { text } = await looking.get(page());
    expect(text).to.include(made.name).and.not.to.include('role="alert"');
    const rows = rowsOf(text);
    const [only] = made.intermediaries;
    const lists = BORDEREAUX.map((list) => only?.totals[list]);
    const shown = (title: string) => (rows.find(([first]) => first === title) ?? []).slice(1).map(figureOf);
    expect(shown('Nombre d’opérations'))
      .to.deep.equal(lists.map((list) => list?.rows))
      .and.to.deep.equal([1, 0, 1]);
    for (const [title, name] of Object.entries(AMOUNTS) as [string, AmountName][])
      expect(shown(title), title).to.deep.equal(lists.map((list) => list?.amounts[name]));
    expect(new Set(lists.flatMap((list) => Object.keys(list?.amounts ?? {})))).to.have.keys(Object.values(AMOUNTS));
    const byIntermediary = rows.filter(([, list]) => list === 'Émissions' || list === 'Encaissements');
    const ofLists = [lists[0], lists[2]].map((list) => [list?.rows, list?.amounts.premium]);
    expect(byIntermediary.map((row) => row.slice(2).map(figureOf))).to.deep.equal(ofLists);
    const files = rows
      .filter(([, state]) => state === 'conforme')
      .map(([name, , sum = '']) => [name, sum.split(/\s+/).at(-1)]);
    expect(files).to.have.deep.members(made.files.map((name) => [name, sha256(readFileSync(join(made.folder, name)))]));
  });

  it('are downloaded unchanged by a person with the role look', async () => {
    for (const file of made.files.filter((name) => /csv$|SUMS$/.test(name))) {
      const { status, bytes, headers } = await looking.get(address(file));
      expect(status, file).to.equal(200);
      expect(bytes.equals(readFileSync(join(made.folder, file))), file).to.equal(true);
      const name = `${month}-${basename(made.folder)}-${file}`;
      expect(headers.get('content-disposition')).to.equal(`attachment; filename="${name}"`);
      expect(headers.get('content-length')).to.equal(String(bytes.length));
    }
  });

  it('are the only files that can be downloaded, whatever the path', async () => {
    const folder = basename(made.folder);
    writeFileSync(join(office.folder, 'bordereaux', 'emissions.csv'), 'outside');
    writeFileSync(join(office.folder, 'secrets.json'), '{"apiKey": 1}');
    for (const wrong of [
      ...[`${page()}/${folder}/..%2f..%2f..%2fsecrets.json`, `${page()}/..%2f..%2fbordereaux/emissions.csv`],
      ...[`${page()}/..%2f/emissions.csv`, `${page()}/%2e%2e/emissions.csv`, `${page()}/./emissions.csv`],
      ...[`${page()}/${folder}/emissions.csv%00`, `${page()}/${folder}/%00`, `${page()}/${folder}/EMISSIONS.CSV`],
      ...[`/books/..%2f${month}/bordereaux/${folder}/emissions.csv`, `/books/%2e/bordereaux/${month}/emissions.csv`],
      ...[`/books/1999-01/bordereaux/${folder}/emissions.csv`, `${page()}/${folder}/emissions.csv%2f`],
    ]) {
      const { status, text } = await looking.get(wrong);
      expect(status, wrong).to.equal(404);
      expect(text, wrong).not.to.match(/outside|Souscripteur|apiKey/);
    }
    rmSync(join(office.folder, 'bordereaux', 'emissions.csv'));
  });

  it('are marked and not served if a file was changed, is missing or is not ours', async () => {
    const [list, kept] = [join(made.folder, 'emissions.csv'), join(office.folder, 'kept')];
    const shown = async () => rowsOf((await looking.get(page())).text).find(([name]) => name === 'emissions.csv')?.[1];
    const was = readFileSync(list, 'utf8');
    writeFileSync(list, was.replace(/\d+\n$/, '1\n'));
    expect(await shown()).to.equal('modifié');
    expect((await looking.get(page())).text).to.include('n’envoyez aucun fichier');
    const { status, text } = await looking.get(address('emissions.csv'));
    expect([status, text.includes('modifié après sa génération')]).to.deep.equal([409, true]);
    expect((await write()).text).to.include('Rien n’a été remplacé');

    renameSync(list, kept);
    expect(await shown()).to.equal('manquant');
    expect((await looking.get(address('emissions.csv'))).status).to.equal(404);
    symlinkSync(join(office.folder, 'secrets.json'), list);
    expect((await looking.get(address('emissions.csv'))).text).not.to.include('apiKey');
    rmSync(list);

    writeFileSync(list, was);
    writeFileSync(join(made.folder, 'notes <b>.txt'), 'x');
    const { text: withNotes } = await looking.get(page());
    expect(rowsOf(withNotes).at(-1)?.slice(0, 2)).to.deep.equal(['notes &lt;b&gt;.txt', 'fichier inconnu']);
    rmSync(join(made.folder, 'notes <b>.txt'));

    const sums = join(made.folder, 'SHA256SUMS');
    const all = readFileSync(sums, 'utf8');
    writeFileSync(sums, all.slice(0, -3));
    expect(await shown()).to.equal('modifié');
    writeFileSync(sums, all);
    expect(await shown()).to.equal('conforme');
    // The list and its checksum are both changed, which is detected only when the files are written again.
    writeFileSync(list, `${was}x`);
    writeFileSync(sums, all.replace(sha256(was), sha256(`${was}x`)));
    expect((await write()).text).to.include('Rien n’a été remplacé');
    writeFileSync(list, was);
    writeFileSync(sums, all);
  });

  it('are specimens outside production', async () => {
    const source = await booksOf(['nsia']);
    const paper = async (bordereaux: Bordereaux) => {
      const [one] = (await bordereaux.write(CLOSED_MONTH)).unwrap();
      return readFileSync(join(one?.folder ?? '', 'bordereau.pdf'));
    };
    const at = (name: string) => join(office.folder, 'papers', name);
    const [real, specimen] = [false, true].map((is) => bordereauxIn({ folder: at(`${is}`), specimen: is }, source));
    for (const ENVIRONMENT of ['sandbox', 'staging', 'production'] as const) {
      const kept = keptBordereaux({ ...office.variables, ENVIRONMENT }, source, at(ENVIRONMENT));
      const expected = ENVIRONMENT === 'production' ? real : specimen;
      expect((await paper(kept)).equals(await paper(expected ?? kept)), ENVIRONMENT).to.equal(true);
    }
  });

  const nextAfter = async (): Promise<string> => {
    const { text } = await awa.get('/books');
    return /datetime="(\d{4}-\d\d)"/.exec(text)?.[1] ?? '';
  };

  it('are not written for a month without contracts, and the page states the reason', async () => {
    const next = await nextAfter();
    await office.pass({ hours: 24 * 62 });
    expect((await close(awa, next)).text).to.include('il n’y a pas de bordereau');
    expect((await looking.get(page(next))).text).to.include('Aucune écriture ce mois-là');
  });

  it('keep a month open if they cannot be written', async () => {
    const next = await nextAfter();
    const folder = join(office.folder, 'bordereaux');
    renameSync(folder, `${folder}-kept`);
    writeFileSync(folder, 'a file where the folder was');
    expect((await close(awa, next)).text).to.include('ne peut pas écrire dans le dossier');
    expect(await operator.json('books', 'show', next)).to.include({ month: next, number: null });
    rmSync(folder);
    renameSync(`${folder}-kept`, folder);
  });
});
