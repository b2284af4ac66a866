import { dateOf, timeOf, type ReceiptFacts, type TimeZone } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import { drawQrCode, qrCode } from '../layout/qr-code.ts';
import { keepTogether, type Sheet } from '../layout/sheet.ts';
import { MARGIN, STYLE } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

const CODE = 112;

/** Draws the parties, the amount received, the cancellation if there was one, and the insured vehicle and period. */
export const drawReceivedAmount = (sheet: Sheet, facts: ReceiptFacts, words: Words, zone: TimeZone): void => {
  const { contract, quote, vehicle, insurer, companyName, payment } = facts;
  drawHeading(sheet, words.receiptParties);
  const from = [
    { label: words.policyholder, value: quote.policyholder.name },
    { label: words.insurer, value: insurer.name },
    { label: words.intermediary, value: companyName },
  ];
  drawFields(sheet, from, { columns: 3, padding: 8 });
  const paid = words.francs(payment.amount + payment.fees);
  const at = payment.completed ?? contract.created;
  const on = words.moment(dateOf(at, zone), timeOf(at, zone));
  drawParagraph(sheet, words.received(paid, on), STYLE.strong);
  if (contract.cancelled) {
    const { at: ended, refund } = contract.cancelled;
    const amount = refund && words.francs(refund.amount);
    drawParagraph(sheet, words.cancelled(words.date(dateOf(ended, zone)), amount), STYLE.strong);
  }
  drawHeading(sheet, words.paidFor);
  const what = [
    { label: words.plate, value: vehicle.licencePlate },
    { label: words.brandAndModel, value: `${vehicle.brand} ${vehicle.model}` },
    { label: words.coverage, value: quote.coverage.name },
  ];
  drawFields(sheet, what, { columns: 3, shares: [0.44, 0.28, 0.28], padding: 6, value: STYLE.body });
  const when = [
    { label: words.durationLabel, value: words.duration(quote.duration) },
    { label: words.dates, value: words.period(contract.startDate, contract.endDate) },
  ];
  drawFields(sheet, when, { columns: 2, shares: [0.44, 0.56], padding: 6, value: STYLE.body });
};

/** Draws the receipt's proof, with which the receipt can be checked without a query to the authority. */
export const receiptProof = (sheet: Sheet, { proof }: ReceiptFacts, words: Words): void => {
  const code = proof === null ? undefined : qrCode(proof);
  if (!code || proof === null) return;
  keepTogether(sheet, CODE + 28);
  sheet.y += 10;
  const place = { x: MARGIN.side, y: sheet.y, width: CODE };
  drawQrCode(sheet, code, place);
  sheet.pdf.link(place.x, place.y, CODE, CODE, proof);
  sheet.y += CODE;
  drawParagraph(sheet, words.insurerCode, STYLE.label);
};
