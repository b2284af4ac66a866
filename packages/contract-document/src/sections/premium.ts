import {
  dateOf,
  providerName,
  timeOf,
  totalOf,
  type Francs,
  type PaperFacts,
  type PremiumLine,
  type TimeZone,
} from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import { keepTogether, type Sheet } from '../layout/sheet.ts';
import { drawTable, type Column, type TableRow } from '../layout/table.ts';
import { COLOUR, STYLE } from '../layout/theme.ts';
import { basisIn } from '../words/basis.ts';
import type { Words } from '../words/words.ts';

/** The estimated height of a row. A breakdown of up to 400 points is not divided. */
const ROW_HEIGHT = 17;
/** The height of the heading, the titles, and the payment below them. */
const AROUND = 90;

/**
 * Draws the premium and the payment. With `brief`, the breakdown contains only fees and sums. If the lines do not add
 * up to the amount, as in some imported quotes, the breakdown is left out.
 */
export const premium = (
  sheet: Sheet,
  { quote, payment }: PaperFacts,
  words: Words,
  zone: TimeZone,
  { brief = false }: { readonly brief?: boolean } = {},
): void => {
  const { lines, amount } = quote.premium;
  const row = (text: string, paid: Francs, style: Style, basis = ''): TableRow => ({
    cells: [
      { text, style: style.text },
      { text: basis, style: STYLE.detail },
      { text: words.francs(paid), style: style.amount },
    ],
    ...(style.fill ? { fill: style.fill } : {}),
  });
  const lineRow = (line: PremiumLine): TableRow => row(line.label, line.amount, PLAIN, basisIn(words, line));
  const net = lines.filter(({ kind }) => kind === 'component' || kind === 'adjustment');
  const fees = lines.filter(({ kind }) => kind === 'fee');
  const taxes = lines.filter(({ kind }) => kind === 'tax' || kind === 'levy');
  const breakdown = [
    ...(brief ? [] : net.map(lineRow)),
    row(words.netPremium, totalOf(net), SUBTOTAL),
    ...fees.map(lineRow),
    ...(brief ? [] : taxes.map(lineRow)),
    row(words.taxes, totalOf(taxes), SUBTOTAL),
  ];
  const rows = [
    ...(totalOf(lines) === amount ? breakdown : []),
    row(words.wholePremium, amount, TOTAL),
    ...(payment
      ? [row(words.providerFees, payment.fees, PLAIN), row(words.totalPaid, payment.amount + payment.fees, SUBTOTAL)]
      : []),
  ];
  keepTogether(sheet, Math.min(400, AROUND + rows.length * ROW_HEIGHT));
  drawHeading(sheet, words.premium);
  sheet.y += 2;
  drawTable(sheet, columnsIn(words, brief), rows);
  drawParagraph(sheet, payment ? words.inFrancs : words.inFrancsWithoutFees, STYLE.running);
  if (!payment) return;
  const { id, provider, completed } = payment;
  const fields = [
    { label: words.paidThrough, value: providerName(provider) },
    ...(completed
      ? [{ label: words.paidAt, value: words.moment(dateOf(completed, zone), timeOf(completed, zone)) }]
      : []),
    // The end of the id, which the payer's page and the console also show.
    { label: words.paymentReference, value: id.slice(-8) },
  ];
  drawFields(sheet, fields, { columns: 3, shares: [0.2, 0.35, 0.45], padding: 6, value: STYLE.body });
};

const columnsIn = (words: Words, brief: boolean): readonly Column[] => [
  { title: words.item, share: 0.42 },
  { title: brief ? '' : words.basis, share: 0.36 },
  { title: words.amount, share: 0.22, align: 'right' },
];

interface Style {
  readonly text: TableRow['cells'][number]['style'];
  readonly amount: TableRow['cells'][number]['style'];
  readonly fill?: string;
}

const PLAIN: Style = { text: STYLE.body, amount: STYLE.amount };
const SUBTOTAL: Style = { text: STYLE.strong, amount: STYLE.strongAmount, fill: COLOUR.tint };
const TOTAL: Style = { text: STYLE.total, amount: STYLE.total, fill: COLOUR.accent };
