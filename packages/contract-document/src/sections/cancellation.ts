import { refundBasis, unlistedIn, type CancellationFacts, type Francs } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import type { Sheet } from '../layout/sheet.ts';
import { drawTable, type Column, type TableRow } from '../layout/table.ts';
import { COLOUR, STYLE } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

/** Draws the parties, the vehicle, the reason for the cancellation, and the last day of cover. */
export const ended = (sheet: Sheet, facts: CancellationFacts, words: Words): void => {
  const { contract, quote, vehicle, insurer, companyName, cancelled } = facts;
  drawHeading(sheet, words.receiptParties);
  const parties = [
    { label: words.policyholder, value: quote.policyholder.name },
    { label: words.insurer, value: insurer.name },
    { label: words.intermediary, value: companyName },
  ];
  drawFields(sheet, parties, { columns: 3, padding: 8 });
  drawHeading(sheet, words.endOfCover);
  const { lastDay, soldUntil } = cancelled;
  const fields = [
    { label: words.plate, value: vehicle.licencePlate },
    { label: words.sold, value: words.period(contract.startDate, soldUntil) },
    { label: words.lastDay, value: lastDay === null ? words.noDay : words.date(lastDay) },
    { label: words.cause, value: words.causes[cancelled.code] },
    { label: words.reason, value: cancelled.reason },
  ];
  drawFields(sheet, fields, { columns: 2, padding: 6, value: STYLE.body });
};

/** Draws each line of the premium, with its refunded amount and the computation. */
export const refunded = (sheet: Sheet, facts: CancellationFacts, words: Words): void => {
  const { contract, quote, payment, cancelled } = facts;
  const { refund } = cancelled;
  const row = (text: string, amount: Francs, back: Francs, fill?: string): TableRow => ({
    cells: [
      { text, style: fill ? STYLE.strong : STYLE.body },
      { text: words.francs(amount), style: fill ? STYLE.strongAmount : STYLE.amount },
      { text: words.francs(back), style: fill ? STYLE.strongAmount : STYLE.amount },
    ],
    ...(fill && { fill }),
  });
  const unlisted = unlistedIn(quote.premium, payment, refund);
  const paid = payment.amount + payment.fees;
  drawHeading(sheet, words.refund);
  sheet.y += 2;
  drawTable(sheet, columnsIn(words), [
    ...quote.premium.lines.map(({ label, amount }, at) => row(label, amount, refund?.lines[at] ?? 0)),
    ...(unlisted ? [row(words.unlisted, unlisted.charged, unlisted.refunded)] : []),
    row(words.providerFees, payment.fees, refund?.fees ?? 0),
    row(words.total, paid, refund?.amount ?? 0, COLOUR.tint),
  ]);
  drawParagraph(sheet, words.inFrancs, STYLE.running);
  const { extent, unused, all } = refundBasis(cancelled, contract, paid);
  const explanations = {
    none: words.nothingRefunded,
    whole: words.allRefunded,
    days: words.daysRefunded(unused, all),
  };
  drawParagraph(sheet, explanations[extent], STYLE.body);
};

const columnsIn = (words: Words): readonly Column[] => [
  { title: words.item, share: 0.5 },
  { title: words.paid, share: 0.25, align: 'right' },
  { title: words.refunded, share: 0.25, align: 'right' },
];
