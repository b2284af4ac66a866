import { chargedAmount, type Payment } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { openOffice, sealedIn, type Office } from './office.ts';
import { rowsOf, textOf, tokenOf, type Seen, type Visitor } from './visitor.ts';

const FORM = '/act/statement-import/-';
const MAPPING = JSON.stringify({
  separator: ';',
  columns: { transaction: 'Id', date: 'Date', amount: 'Montant', fee: 'Frais', reference: 'Réf', currency: 'Devise' },
  date: 'DD/MM/YYYY HH:mm',
});
const HEAD = 'Id;Date;Montant;Frais;Réf;Devise\n';
const FIELDS = { provider: 'cinetpay', mapping: MAPPING, why: 'relevé de la semaine' };

describe('the import of a statement in the console', () => {
  let office: Office;
  let awa: Visitor;
  let paid: Payment;
  let file: string;
  let day: string;

  const openWith = async (environment: Readonly<Record<string, string>> = {}) => {
    office = await openOffice({ environment, opensWith: 'cinetpay' });
    awa = await office.signedIn('Awa', 'act');
    paid = (await office.bought()).payment;
    day = office.today().split('-').toReversed().join('/');
    await office.nextMorning();
    file = `${HEAD}T1;${day} 06:00;${chargedAmount(paid)};0;${paid.id};XOF\nT2;${day} 07:30;-5000;0;;XOF\nT3;${day} 07:31;900;0;commande 8;GMD\n`;
  };
  afterEach(() => office.close());

  const preview = (browser = awa, over: object = {}, bytes?: Uint8Array<ArrayBuffer>) =>
    browser.upload(FORM, FORM, { ...FIELDS, file, ...over }, bytes);
  const confirm = async (sealed: string, browser = awa): Promise<Seen> => {
    const seen = await browser.sendParts(FORM, { 'form-token': await tokenOf(browser), sealed });
    return seen.to === null ? seen : browser.get(seen.to);
  };
  const imports = () => office.store.statements.imports(10);
  const storedLines = async () =>
    (await office.store.statements.lines(office.company.created, office.clock.now(), 1_000)).length;

  // Proves: statement-preview
  it('shows every figure before anything is stored, and stores exactly that when it is confirmed', async () => {
    await openWith();
    const seen = await preview();
    expect(seen.status, textOf(seen)).to.equal(200);
    expect(textOf(seen))
      .to.include(`Période le ${day}`)
      .and.to.include('Lignes lues 3')
      .and.to.include('Lignes nouvelles 3')
      .and.to.include('Lignes déjà enregistrées 0');
    const rows = rowsOf(seen.text).map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')));
    expect(rows).to.deep.include(['paiement', '1', '900 GMD', '0 GMD']);
    expect(rows).to.deep.include(['Sans écart', '1']);
    expect(rows).to.deep.include(['Sans rapport avec nos paiements', '2']);
    expect([await storedLines(), (await imports()).length]).to.deep.equal([0, 0]);

    const done = await confirm(sealedIn(seen));
    expect(textOf(done))
      .to.include(`Relevé CinetPay du ${day} importé. Lignes : 3. Lignes nouvelles ou modifiées : 3`)
      .and.to.include('Relevés importés')
      .and.to.include('relevé de la semaine');
    expect(rowsOf(done.text).flat()).to.include('Awa');
    expect(await storedLines()).to.equal(3);
    expect((await imports())[0]).to.include({ provider: 'cinetpay', lines: 3, kept: 3, by: 'Awa' });

    // The mapping of the last import is used again.
    const again = await preview(awa, { mapping: '' });
    expect(textOf(again)).to.include('Lignes nouvelles 0').and.to.include('Lignes déjà enregistrées 3');
  });

  it('refuses a form that was changed or belongs to another session, and figures that have changed', async () => {
    await openWith();
    const sealed = sealedIn(await preview());
    const koffi = await office.signedIn('Koffi', 'act');
    const middle = Math.floor(sealed.length / 2);
    const changed = `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`;
    for (const [what, text, browser] of [
      ['changed', changed, awa],
      ['empty', '', awa],
      ['of another session', sealed, koffi],
    ] as const) {
      const seen = await confirm(text, browser);
      expect([seen.status, textOf(seen).includes('ne sont pas celles de l’aperçu')], what).to.deep.equal([400, true]);
    }
    expect(await storedLines()).to.equal(0);
    const line = { transactionId: 'T3', kind: 'payment', amount: 1, fee: 0, currency: 'XOF', reference: null } as const;
    await office.store.statements.keep([{ ...line, provider: 'cinetpay', at: paid.created }]);
    expect(textOf(await confirm(sealed))).to.include('Les chiffres ont changé depuis l’aperçu');
    expect([await storedLines(), (await imports()).length]).to.deep.equal([1, 0]);
  });

  it('lists the problems of a file by line with what to do, and stores nothing', async () => {
    await openWith();
    const seen = await preview(awa, { file: `${HEAD}T1;${day} 06:00;12,50;0;;XOF\nT2;31/02/2026;5;0;;FCFA\n;;;;;\n` });
    expect(seen.status).to.equal(400);
    expect(textOf(seen))
      .to.include('Rien n’a été importé. Erreurs dans le fichier : 3.')
      .and.to.include('Ligne 2 : le montant « 12,50 » n’est pas un nombre entier de francs')
      .and.to.include('n’est pas au format prévu (JJ/MM/AAAA hh:mm)')
      .and.to.not.match(/\d{4}-\d\d-\d\d|undefined| at \w/);
    for (const [what, over, words, bytes] of [
      ['no file', { file: '' }, 'choisissez un fichier'],
      ['a spreadsheet’s UTF-16', {}, 'n’est pas en UTF-8', Buffer.from(file, 'utf16le')],
      ['no mapping yet', { mapping: '' }, 'Aucun relevé CinetPay n’a encore été importé'],
      ['a wrong mapping', { mapping: '{}' }, 'Transmettez ce message technique à l’administrateur'],
      ['an unknown provider', { provider: 'orange' }, 'choisissez une valeur dans la liste'],
      ['no reason', { why: '' }, 'Motif : saisissez'],
      ['a day after today', { file: file.replaceAll(day, '13/12/2027') }, 'est datée du 13/12/2027, dans le futur'],
      ['a first day after the lines', { from: office.today() }, `après son dernier jour, le ${day}`],
    ] as const) {
      const refused = await preview(awa, over, bytes && new Uint8Array(bytes));
      expect(`${refused.status} ${textOf(refused)}`, what)
        .to.match(/^400 /)
        .and.to.include(words);
    }
    expect((await preview(awa, { file: '' })).text).to.match(/<input\s+id="file"[^>]*aria-invalid="true"/);
    const large = await preview(awa, { file: `${HEAD}${'x'.repeat(5 * 1024 * 1024)}` });
    expect([large.status, textOf(large).includes('dépasse 4 Mo')]).to.deep.equal([413, true]);
    expect([await storedLines(), (await imports()).length]).to.deep.equal([0, 0]);
  });

  it('is proposed with its preview, and imported by a second person, if two people are required', async () => {
    await openWith({ CONSOLE_SECOND_PERSON: 'true' });
    const seen = await preview();
    expect(textOf(seen)).to.include('Une seconde personne devra confirmer');
    expect(textOf(await confirm(sealedIn(seen)))).to.include('L’action est proposée');
    expect(await storedLines()).to.equal(0);
    const koffi = await office.signedIn('Koffi', 'act');
    const shown = await koffi.get('/proposals');
    expect(textOf(shown)).to.include('Lignes lues 3').and.to.include('CinetPay').and.not.include('T1;');
    const [{ id } = { id: '' }] = await office.access.proposals.list();
    const done = await koffi.fill('/proposals', `/proposals/${id}/confirm`);
    expect(textOf(done)).to.include('Awa, avec la confirmation de Koffi');
    expect(await storedLines()).to.equal(3);
  });

  it('keeps no file in the history of a proposal that was withdrawn', async () => {
    await openWith({ CONSOLE_SECOND_PERSON: 'true' });
    await confirm(sealedIn(await preview()));
    const [{ id } = { id: '' }] = await office.access.proposals.list();
    await awa.fill('/proposals', `/proposals/${id}/withdraw`);
    expect(JSON.stringify(await office.access.history.latest(10)))
      .to.include('statement import')
      .and.not.include('T1;');
  });
});
