import { totalOf, type ContractFacts, type Francs, type PremiumLine } from '@vehicle-insurance/core';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import { keepTogether, type Sheet } from '../layout/sheet.ts';
import { drawTable, type Column, type TableRow } from '../layout/table.ts';
import { COLOUR, STYLE } from '../layout/theme.ts';
import { basisWords } from '../words/basis-words.ts';
import { frenchFrancs } from '../words/french.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Désignation', share: 0.42 },
  { title: 'Base de calcul', share: 0.36 },
  { title: 'Montant', share: 0.22, align: 'right' },
];

/** Where it fits on one page, the breakdown is not divided. */
const ROW_HEIGHT = 22;

/** What was paid and why: every line as it was priced, with what they come to. */
export const premium = (sheet: Sheet, { quote: { premium: priced } }: ContractFacts): void => {
  const { lines, amount } = priced;
  const net = lines.filter(({ kind }) => kind === 'component' || kind === 'adjustment');
  const fees = lines.filter(({ kind }) => kind === 'fee');
  const taxes = lines.filter(({ kind }) => kind === 'tax' || kind === 'levy');
  const rows = [
    ...net.map(lineRow),
    subtotalRow('Prime nette', totalOf(net)),
    ...fees.map(lineRow),
    ...taxes.map(lineRow),
    subtotalRow('Total des taxes et contributions', totalOf(taxes)),
    totalRow('Prime totale TTC', amount),
  ];
  keepTogether(sheet, Math.min(400, 80 + rows.length * ROW_HEIGHT));
  drawHeading(sheet, 'Décompte de la prime');
  sheet.y += 2;
  drawTable(sheet, COLUMNS, rows);
  drawParagraph(sheet, 'Montants en francs CFA (XOF), hors frais du service de paiement.', STYLE.running);
};

const lineRow = (line: PremiumLine): TableRow => ({
  cells: [
    { text: line.label, style: STYLE.body },
    { text: basisWords(line), style: STYLE.detail },
    { text: frenchFrancs(line.amount), style: STYLE.amount },
  ],
});

const subtotalRow = (label: string, amount: Francs): TableRow => ({
  cells: [
    { text: label, style: STYLE.strong },
    { text: '', style: STYLE.body },
    { text: frenchFrancs(amount), style: STYLE.strongAmount },
  ],
  fill: COLOUR.tint,
});

const totalRow = (label: string, amount: Francs): TableRow => ({
  cells: [
    { text: label, style: STYLE.total },
    { text: '', style: STYLE.body },
    { text: frenchFrancs(amount), style: STYLE.total },
  ],
  fill: COLOUR.accent,
});
