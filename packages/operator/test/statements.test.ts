import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addDays,
  listActionItems,
  type Difference,
  type LocalDate,
  type Payment,
  type StatementFigures,
  type StatementImport,
  type StatementShown,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { textOf, type Visitor } from '../../console/test/visitor.ts';
import { ME, officeForAll, type Fields, type OperatedOffice } from './office.ts';

const MAPPING = {
  separator: ';',
  columns: { transaction: 'Id', date: 'Date', amount: 'Montant', fee: 'Frais', reference: 'Réf' },
  date: 'DD/MM/YYYY HH:mm:ss',
};

const differencesOf = ({ operator }: OperatedOffice, ...words: readonly string[]) =>
  operator.json<readonly Difference[]>('statement', 'differences', ...words);

describe('the provider’s statement in the operator’s command', () => {
  const { office, operator } = officeForAll({ environment: { WAVE_MERCHANT_BASIS_POINTS: '100' } });
  let day: string;
  let paid: Readonly<Record<'announced' | 'unannounced' | 'refunded' | 'twice', Payment>>;

  /** Pays on the merchant's pages at the provider. The service is not notified of this payment. */
  const payAtProvider = async (reference: string, amount: number): Promise<void> => {
    const opened = await office.provider.open({ reference, amount, payer: '+2250500001234' });
    if (opened.outcome !== 'done') throw new Error('a session is opened');
    office.provider.pay(opened.value.id);
  };
  const listedAs = async (id: string) =>
    (await listActionItems(office.ports)()).filter((item) => item.id === id).map(({ kind }) => kind);
  const differences = () => differencesOf(office);
  const charged = ({ amount, fees }: Payment) => amount + fees;

  before(async () => {
    day = await office.nextMorning();
    const unannounced = await office.pay(await office.quote());
    office.provider.pay(unannounced.id);
    await office.pass({ minutes: 3 });
    paid = {
      announced: (await office.bought()).payment,
      unannounced: (await office.find(unannounced.id)).payment,
      refunded: (await office.bought()).payment,
      twice: (await office.bought()).payment,
    };
    expect(paid.unannounced.status).to.equal('succeeded');
    expect((await office.provider.refund(paid.refunded.session?.id ?? '')).outcome).to.equal('done');
    await payAtProvider('order 42 of another shop', 5_000);
    await payAtProvider(paid.twice.id, charged(paid.twice));
    await office.nextMorning();
  });

  it('shows the match result of each line, and totals exact to the franc', async () => {
    const shown = await operator.json<StatementShown>('statement', 'show', day);
    const resultsOf = (reference: string) =>
      shown.lines.filter((line) => line.reference === reference).map((line) => [line.kind, line.matchResult]);
    expect(resultsOf(paid.announced.id)).to.deep.equal([['payment', 'matched']]);
    expect(resultsOf(paid.unannounced.id)).to.deep.equal([['payment', 'matched']]);
    expect(resultsOf(paid.refunded.id)).to.deep.equal([
      ['payment', 'matched'],
      ['refund', 'missing_here'],
    ]);
    expect(resultsOf('order 42 of another shop')).to.deep.equal([['payment', 'another']]);
    const all = Object.values(paid).reduce((sum, payment) => sum + charged(payment), 0);
    const account = shown.totals.reduce((sum, { amount }) => sum + amount, 0);
    expect(account).to.equal(all + charged(paid.twice) + 5_000 - charged(paid.refunded));
    expect(await operator.text('statement', 'show', day)).to.match(/^wave +another +1 +5000 +50 +XOF$/m);
    const one = await operator.json<StatementShown>('statement', 'show', day, '--most', '1');
    expect(one).to.deep.equal({ lines: shown.lines.slice(0, 1), totals: shown.totals });
    const printed = await operator.text('statement', 'show', day, '--most', '1');
    expect(printed).to.contain(`and ${shown.lines.length - 1} more lines`);
    expect(await operator.text('statement', 'show', day)).not.to.contain('more lines');
  });

  it('causes one refund of a payment’s second charge, and no second contract', async () => {
    const sessions = office.provider.sessions().filter(({ reference }) => reference === paid.twice.id);
    expect(sessions.map(({ refunds }) => refunds).sort()).to.deep.equal([0, 1]);
    const contracts = await operator.json<readonly { id: string }[]>('contract', 'list');
    expect(contracts).to.have.length(4);
    await operator.json('work', 'run', 'days');
    expect((await differences()).map(({ paymentId }) => paymentId)).to.deep.equal([paid.refunded.id]);
  });

  it('lists a refund that is missing in our records until it is explained, once', async () => {
    const { id } = paid.refunded;
    const found = { kind: 'missing_here', paymentId: id, there: -charged(paid.refunded) };
    expect((await differences())[0]).to.include(found);
    expect(await listedAs(id)).to.deep.equal(['statement_differs']);
    const printed = await operator.text('work', 'status');
    expect(printed).to.match(/statement and records differ: .*missing_here, wave refund of/);
    await operator.text('statement', 'explain', id, '--why', 'the owner gave it back by hand');
    expect(await differences()).to.deep.equal([]);
    expect(await listedAs(id)).to.deep.equal([]);
    expect(await operator.text('payment', 'show', id)).to.contain('the owner gave it back by hand');
    expect(await operator.refusal('statement', 'explain', id, '--why', 'again')).to.contain('no such open discrepancy');
  });

  it('is imported from CSV idempotently; a wrong table, mapping or provider is refused with its location', async () => {
    const at = `${day.split('-').toReversed().join('/')} 09:00:00`;
    const [file, mapping] = [join(office.folder, 'statement.csv'), join(office.folder, 'mapping.json')];
    const given = (rows: readonly string[], over: object = {}, head = 'Id;Date;Montant;Frais;Réf'): void => {
      writeFileSync(mapping, JSON.stringify({ ...MAPPING, ...over }));
      writeFileSync(file, `${[head, ...rows].join('\n')}\n`);
    };
    given([`X1;${at};700;7;order 7`, `X2;${at};-200;0;`]);
    const words = ['statement', 'import', file, '--mapping', mapping, '--provider'];
    // A preview prints exactly what the import then prints.
    const bring = async (...more: readonly string[]) => {
      const previewed = await operator.json<StatementFigures>(...words, 'cinetpay', ...more, '--preview');
      const done = await operator.json<StatementFigures>(...words, 'cinetpay', ...more);
      expect(done).to.deep.equal(previewed);
      const { lines, kept, from, until } = done;
      return { lines, kept, from, until };
    };
    const preview = await operator.text(...words, 'cinetpay', '--preview');
    expect(preview).to.match(/^Preview: nothing is stored\.\n2 lines from .*; 2 new or changed/);
    expect(await operator.text('statement', 'show', day)).not.to.contain('cinetpay');
    expect(await bring()).to.deep.equal({ lines: 2, kept: 2, from: day, until: day });
    expect(await bring()).to.deep.equal({ lines: 2, kept: 0, from: day, until: day });
    expect(await operator.text('statement', 'show', day)).to.match(/^cinetpay +another +2 +500 +7 +XOF$/m);
    const [from, until] = [addDays(day as LocalDate, -2), office.today()];
    expect(await bring('--from', from)).to.deep.equal({ lines: 2, kept: 0, from, until: day });
    expect(await bring('--until', until)).to.deep.equal({ lines: 2, kept: 0, from: day, until });
    expect(await bring('--from', from, '--until', until)).to.deep.equal({ lines: 2, kept: 0, from, until });
    for (const unknown of ['CinetPay', 'orange', ''])
      expect(await operator.refusal(...words, unknown), unknown).to.contain('Allowed choices are wave, cinetpay.');
    const { fee: _, ...columns } = MAPPING.columns;
    given([`X1;${at};700;7;order 7`], { columns });
    expect(await operator.refusal(...words, 'wave')).to.contain('columns must name fee');
    given([`X1;${at};7,50;7;order 7`], { columns });
    // No fee is configured for the other provider.
    expect(await operator.refusal(...words, 'cinetpay')).to.contain('line 2: 7,50 is not an amount of whole francs');
    const kinds = { columns: { ...MAPPING.columns, kind: 'Genre' }, kinds: { payment: ['P'], refund: ['R'] } };
    given([`X3;${at};P;30;0;`, `X4;${at};cadeau;40;0;`], kinds, 'Id;Date;Genre;Montant;Frais;Réf');
    expect(await operator.refusal(...words, 'cinetpay')).to.contain('cadeau');
    expect(await bring('--allow-unknown-kinds')).to.include({ lines: 2, kept: 2 });
    given(['X5;01/01/2026 09:00:00;700;7;', `X6;${at};700;7;`]);
    expect(await operator.refusal(...words, 'cinetpay')).to.contain('Nothing was imported: its lines range from');
    expect(await bring('--from', '2026-01-01', '--until', day)).to.include({ lines: 2, kept: 2, from: '2026-01-01' });
    const why = ['--why', 'month end'];
    const again = ['statement', 'import', file, '--provider', 'cinetpay', '--from', '2026-01-01', '--until', day];
    await operator.json(...again, ...why);
    const [latest, ...earlier] = await operator.json<readonly StatementImport[]>('statement', 'imports');
    expect(latest).to.include({ provider: 'cinetpay', lines: 2, kept: 0, by: ME, why: 'month end' });
    expect(earlier[0]).to.include({ why: null });
    expect(await operator.text('statement', 'imports')).to.match(/cinetpay .* month end$/m);
    const none = join(office.folder, 'none.csv');
    const refusal = await operator.refusal('statement', 'import', none, ...words.slice(3), 'cinetpay');
    expect(refusal).to.contain(`There is no file ${none}.`);
  });
});

describe('discrepancies between statement and records, in the console', () => {
  const { office, operator } = officeForAll({ environment: { WAVE_MERCHANT_BASIS_POINTS: '50' } });
  let awa: Visitor;
  let day: string;
  let paid: readonly [Payment, Payment];

  const differences = (...words: readonly string[]) => differencesOf(office, ...words);

  before(async () => {
    // The configured fee is half of the provider's, so that every fee differs.
    awa = await office.signedIn('Awa', 'act');
    day = await office.nextMorning();
    paid = [(await office.bought()).payment, (await office.bought()).payment];
    expect((await office.provider.refund(paid[0].session?.id ?? '')).outcome).to.equal('done');
    await office.nextMorning();
    expect(await differences()).to.have.length(3);
  });

  it('are listed with an explanation of each kind and the amounts of both sides', async () => {
    const seen = await awa.get('/statement');
    const { text } = seen;
    const back = (paid[0].amount + paid[0].fees).toLocaleString('fr-FR').replaceAll(/\s/g, ' ');
    expect(textOf(seen)).to.include(`Nos comptes – Relevé -${back} FCFA`);
    const listed = [...text.matchAll(/href="\/act\/statement-explain\/([^"?]+)\?/g)].map(([, id]) => id);
    expect(listed).to.have.members((await differences()).map(({ id }) => id));
    expect(text)
      .to.include('Opération absente de nos comptes')
      .and.to.include('Frais différents des frais attendus')
      .and.to.include('demandez à l’administrateur de corriger le taux de ces frais');
  });

  it('are action items, each with a link to its payment', async () => {
    const { text } = await awa.get('/');
    const links = [...text.matchAll(/href="(\/(?:payment|contract)\/[^"]+)"/g)].map(([, link = '']) => link);
    expect(links).to.have.members((await differences()).map(({ paymentId }) => `/payment/${paymentId}`));
    for (const link of links) expect((await awa.get(link)).status, link).to.equal(200);
  });

  it('are shown with every line of a day and the totals that the command prints', async () => {
    const { lines, totals } = await operator.json<StatementShown>('statement', 'show', day);
    const { text } = await awa.get(`/statement/day?day=${day}`);
    for (const { transactionId } of lines) expect(text).to.include(transactionId);
    for (const { amount, fees } of totals)
      for (const francs of [amount, fees]) expect(text).to.include(`${francs.toLocaleString('fr-FR')}\u00a0FCFA`);
    for (const wrong of ['', '2026-02-30', 'x']) {
      const seen = await awa.get(`/statement/day?day=${wrong}`);
      expect([seen.status, seen.text.includes('Indiquez une date')]).to.deep.equal([400, true]);
    }
  });

  it('are not explained by the form or the command if several match', async () => {
    const { id } = paid[0];
    const page = `/act/statement-explain/${id}`;
    expect((await awa.fill(page, page, { why: 'rendu à la main' })).text).to.include('plusieurs écarts');
    expect((await awa.get(`/payment/${id}`)).text).to.include('href="/statement">Voir les écarts');
    expect(await operator.refusal('statement', 'explain', id, '--why', 'x')).to.match(
      /^2 discrepancies match, and nothing/,
    );
    expect(await operator.refusal('work', 'dismiss', id, '--why', 'x')).to.include('statement explain DIFFERENCE');
    // Ids created in one year have a common beginning.
    expect(await operator.refusal('statement', 'explain', id.slice(0, 2), '--why', 'x')).to.match(
      /^3 discrepancies match,/,
    );
    expect(await differences()).to.have.length(3);
    expect(await differences('--most', '2')).to.have.length(2);
    expect(await operator.text('statement', 'differences', '--most', '2')).to.match(/^other_fee: 1 of 2 are listed/m);
    expect(await operator.text('statement', 'differences')).not.to.contain('are listed');
  });

  it('are explained one by one and once, by the form or by the beginning of an id', async () => {
    const [one, other] = (await differences()).filter(({ paymentId }) => paymentId === paid[0].id);
    const page = `/act/statement-explain/${one?.id}`;
    const seen = await awa.fill(page, page, { why: 'remboursé depuis l’espace marchand' });
    expect(seen.text).to.include('L’écart est justifié').and.to.include('remboursé depuis l’espace marchand');
    expect((await awa.fill(page, page, { why: 'encore' })).text).to.include('n’est plus à traiter');
    await operator.text('statement', 'explain', other?.id.slice(0, -2) ?? '', '--why', 'a test');
    expect((await differences()).map(({ paymentId }) => paymentId)).to.deep.equal([paid[1].id]);
    expect((await differences('--explained')).map(({ id }) => id)).to.have.members([one?.id, other?.id]);

    const { history } = await operator.json<{ history: readonly Fields[] }>('payment', 'show', paid[0].id);
    expect(history.filter(({ by }) => by === 'Awa').map(({ why }) => why)).to.deep.equal([
      { code: 'difference_explained', note: 'remboursé depuis l’espace marchand' },
    ]);
    const { text } = await awa.get(`/payment/${paid[0].id}`);
    expect(text).to.include('Écarts avec le relevé').and.to.include('a test').and.to.include('/act/payment-settle/');
  });

  it('are not explained from the payment’s page if they changed after it was opened', async () => {
    const { id } = paid[1];
    const { text } = await awa.get(`/payment/${id}`);
    const [, link = ''] = /href="(\/act\/statement-explain\/[^"]+)"/.exec(text) ?? [];
    const [page = '', seen = ''] = link.replaceAll('&amp;', '&').split('?');
    const fields = { why: 'frais du mois', seen: new URLSearchParams(seen).get('seen') ?? '' };
    const other = await awa.fill(page, page, { ...fields, seen: `${fields.seen}1` });
    expect(other.text).to.include('a changé depuis que vous l’avez lu');
    expect((await awa.fill(link, page, fields)).text).to.include('Aucun écart à traiter');
    expect(await differences()).to.deep.equal([]);
  });
});
