import { arrayBuffer } from 'node:stream/consumers';
import {
  AMOUNTS,
  BORDEREAUX,
  type AmountName,
  type Bordereau,
  type Francs,
  type InsurerTotals,
} from '@vehicle-insurance/core';
import PDFDocument from 'pdfkit';
import { drawFields } from '../layout/fields.ts';
import { openFonts } from '../layout/fonts.ts';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import { drawLines, keepTogether, typeset, type Sheet } from '../layout/sheet.ts';
import { drawTable, type Column, type TableRow } from '../layout/table.ts';
import { COLOUR, MARGIN, PAGE_SIZE, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import { pageNumbers } from './page-numbers.ts';
import { drawSignatureBoxes } from './signatures.ts';
import { markSpecimen } from './specimen.ts';
import { BORDEREAU_WORDS, type BordereauFacts } from '../bordereau-facts.ts';
import { french } from '../words/french.ts';

/** Draws the bordereaux of an insurer. */
export const drawBordereau = async (facts: BordereauFacts, specimen: boolean): Promise<Uint8Array> => {
  const title = `Bordereau de production – ${facts.insurer} – ${periodIn(facts)}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    lang: french.locale,
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(`${facts.until}T00:00:00Z`) },
  });
  const head = (on: Sheet): void => {
    if (specimen) markSpecimen(on, french);
    on.pdf.rect(0, 0, PAGE_SIZE.width, 6).fill(COLOUR.accent);
  };
  const sheet: Sheet = { pdf, fonts: openFonts(), runningHead: head, y: MARGIN.top };
  const bytes = arrayBuffer(pdf);
  head(sheet);
  draw(sheet, facts);
  pageNumbers(sheet, { companyName: title }, french);
  pdf.end();
  return new Uint8Array(await bytes);
};

const periodIn = ({ from, until }: BordereauFacts): string => french.period(from, until);

const draw = (sheet: Sheet, facts: BordereauFacts): void => {
  const { insurer, closing, totals, intermediaries, files } = facts;
  const place = { x: MARGIN.side, y: sheet.y - 10, width: TEXT_WIDTH };
  const lines = [
    ...typeset(sheet, insurer, STYLE.company, TEXT_WIDTH),
    ...typeset(sheet, 'Bordereau de production', STYLE.title, TEXT_WIDTH),
    ...typeset(sheet, `Opérations comptabilisées ${periodIn(facts)}`, STYLE.subtitle, TEXT_WIDTH),
  ];
  sheet.y = drawLines(sheet, lines, place) + 14;
  const amount = (list: Bordereau, name: AmountName): Francs => totals[list].amounts[name] ?? 0;
  const fields = [
    { label: 'Clôture', value: closing === null ? 'Période non clôturée' : `n° ${closing}` },
    ...BORDEREAUX.map((list) => ({
      label: `Nombre d’${BORDEREAU_WORDS.lists[list].toLowerCase()}`,
      value: french.number(totals[list].rows),
    })),
    { label: 'Net à reverser', value: french.francs(amount('issued', 'due') - amount('cancelled', 'due')) },
  ];
  drawFields(sheet, fields, { columns: 5, shares: [0.13, 0.19, 0.2, 0.22, 0.26], padding: 11, fill: COLOUR.tint });

  drawHeading(sheet, 'Primes, commissions, taxes et contributions');
  drawTable(sheet, PREMIUM_COLUMNS, premiumRows(amount));
  drawHeading(sheet, 'Encaissements et remboursements');
  drawTable(sheet, MONEY_COLUMNS, moneyRows(amount));
  drawHeading(sheet, 'Par intermédiaire');
  drawTable(sheet, INTERMEDIARY_COLUMNS, intermediaries.map(intermediaryRow));
  drawParagraph(
    sheet,
    'Montants en francs CFA. Dans le tableau « Par intermédiaire », les annulations sont déduites du nombre de contrats, des primes, des commissions et du net à reverser. Les remboursements sont déduits des encaissements.',
    STYLE.running,
  );

  // Keeps the list of signed files on the same page as the signatures.
  keepTogether(sheet, SIGNED + files.length * FILE_ROW);
  drawHeading(sheet, 'Fichiers joints');
  drawTable(
    sheet,
    FILE_COLUMNS,
    files.map(({ name, sha256 }) => plainRow(name, sha256)),
  );
  drawParagraph(
    sheet,
    'L’empreinte SHA-256 identifie chaque fichier : elle change si le fichier est modifié.',
    STYLE.running,
  );
  sheet.y += 14;
  drawSignatureBoxes(sheet, ['Pour l’intermédiaire', DATED], ['Pour l’assureur', DATED]);
};

/** `FILE_ROW`: the height of a file's row. `SIGNED`: the height of everything else down to the signatures. */
const FILE_ROW = 20;
const SIGNED = 210;

const DATED = 'Date, nom, cachet et signature';

const PREMIUM_COLUMNS: readonly Column[] = [
  { title: '', share: 0.34 },
  { title: 'Émissions', share: 0.22, align: 'right' },
  { title: 'Annulations', share: 0.22, align: 'right' },
  { title: 'Solde', share: 0.22, align: 'right' },
];
const MONEY_COLUMNS: readonly Column[] = [
  { title: '', share: 0.56 },
  { title: 'Montant', share: 0.44, align: 'right' },
];
const INTERMEDIARY_COLUMNS: readonly Column[] = [
  { title: 'Intermédiaire', share: 0.2 },
  { title: 'Contrats', share: 0.1, align: 'right' },
  { title: 'Prime totale', share: 0.18, align: 'right' },
  { title: 'Commission', share: 0.16, align: 'right' },
  { title: 'Net à reverser', share: 0.18, align: 'right' },
  { title: BORDEREAU_WORDS.amounts.received, share: 0.18, align: 'right' },
];
const FILE_COLUMNS: readonly Column[] = [
  { title: 'Fichier', share: 0.24 },
  { title: 'Empreinte SHA-256', share: 0.76 },
];

type AmountOf = (list: Bordereau, name: AmountName) => Francs;

const premiumRows = (amount: AmountOf): readonly TableRow[] =>
  AMOUNTS.issued.map((name) => {
    const [issued, cancelled] = [amount('issued', name), amount('cancelled', name)];
    const isSum = name === 'premium' || name === 'due';
    return amountRow(isSum, BORDEREAU_WORDS.amounts[name], issued, cancelled, issued - cancelled);
  });

/** The collected premium needs its own label, because the table above contains the issued premium. */
const collectedLabel = (name: AmountName): string =>
  name === 'premium' ? `${BORDEREAU_WORDS.amounts.premium} encaissée` : BORDEREAU_WORDS.amounts[name];

const moneyRows = (amount: AmountOf): readonly TableRow[] =>
  AMOUNTS.collected.map((name) => amountRow(name === 'premium', collectedLabel(name), amount('collected', name)));

const intermediaryRow = ({ intermediary, totals }: InsurerTotals['intermediaries'][number]): TableRow => {
  const balance = (name: AmountName): Francs =>
    (totals.issued.amounts[name] ?? 0) - (totals.cancelled.amounts[name] ?? 0);
  const received = totals.collected.amounts.received ?? 0;
  return amountRow(
    false,
    `${intermediary.number} – ${intermediary.name}`,
    totals.issued.rows - totals.cancelled.rows,
    ...[balance('premium'), balance('commission'), balance('due'), received],
  );
};

const amountRow = (isSum: boolean, text: string, ...amounts: readonly Francs[]): TableRow => ({
  cells: [
    { text, style: isSum ? STYLE.strong : STYLE.body },
    ...amounts.map((each) => ({ text: french.number(each), style: isSum ? STYLE.strongAmount : STYLE.amount })),
  ],
  ...(isSum ? { fill: COLOUR.tint } : {}),
});

const plainRow = (name: string, sha256: string): TableRow => ({
  cells: [
    { text: name, style: STYLE.body },
    { text: sha256, style: STYLE.running },
  ],
});
