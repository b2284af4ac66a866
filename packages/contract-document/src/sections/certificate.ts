import { isPictureAddress, type ContractFacts } from '@vehicle-insurance/core';
import { drawHeading } from '../layout/prose.ts';
import { drawQrCode, qrCode, type QrCode } from '../layout/qr-code.ts';
import { drawLines, heightOf, keepTogether, typeset, type Line, type Sheet } from '../layout/sheet.ts';
import { COLOUR, MARGIN, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

const CODE = 84;
/**
 * Our QR code is larger than the authority's, because it contains everything for a check without a network. A cheap
 * phone must still be able to read it.
 */
const OWN_CODE = 112;
const PADDING = 14;
const GAP = 22;
const TEXT_X = MARGIN.side + PADDING + CODE + GAP;

/** The maximum height of the text. A longer URL is truncated; the link behind it is the whole URL. */
const TALLEST = 460;

/**
 * Draws the certificate's number and days, the authority's QR code, which the police scan, and our QR code. Either code
 * may be missing. Our code proves the contract without a query to the authority. `closing` is the height of the
 * elements that must follow on the same page.
 */
export const certificate = (
  sheet: Sheet,
  { certificate: issued, authorityCode, proof }: ContractFacts,
  words: Words,
  closing: number,
): void => {
  const code = authorityCode === null ? undefined : qrCode(authorityCode);
  const target = webAddressIn(authorityCode) ?? (isPictureAddress(issued.qrCodeLink) ? undefined : issued.qrCodeLink);
  const own = proof === null ? undefined : qrCode(proof);
  const width = TEXT_WIDTH - 2 * PADDING - CODE - GAP - (own ? OWN_CODE + GAP : 0);
  const opened = target === undefined ? undefined : words.openAddress;
  const scanned = `${own ? words.scanLeft : words.scan}${target === undefined ? '.' : words.orOpen}`;
  const invitation = code ? scanned : opened;
  const facts = [
    ...typeset(sheet, words.certificateNumber, STYLE.label, width),
    ...typeset(sheet, issued.certificateNumber, STYLE.heading, width),
    ...typeset(sheet, words.valid(words.period(issued.effectiveDate, issued.expiryDate)), STYLE.body, width),
    ...(own ? typeset(sheet, words.scanOwn, STYLE.detail, width) : []),
    ...(invitation === undefined ? [] : typeset(sheet, invitation, STYLE.detail, width)),
  ];
  const address = target === undefined ? [] : typeset(sheet, target, { ...STYLE.detail, colour: COLOUR.accent }, width);
  const lines = fitting([...facts, ...address]);
  const captions = [
    own && code ? typeset(sheet, words.authorityCode, STYLE.label, CODE) : [],
    own ? typeset(sheet, words.insurerCode, STYLE.label, OWN_CODE) : [],
  ] as const;
  const codes = own ? OWN_CODE + heightOf(captions[1]) : code ? CODE : 0;
  const height = Math.max(codes, heightOf(lines)) + 2 * PADDING;
  keepTogether(sheet, height + 50 + closing);
  drawHeading(sheet, words.certificate);
  sheet.y += 10;
  const { pdf, y } = sheet;
  pdf.roundedRect(MARGIN.side, y, TEXT_WIDTH, height, 4).lineWidth(0.6).stroke(COLOUR.rule);
  if (code) drawCode(sheet, code, captions[0], { x: MARGIN.side + PADDING, y: y + PADDING, width: CODE });
  if (own && proof !== null) {
    const place = { x: MARGIN.side + TEXT_WIDTH - PADDING - OWN_CODE, y: y + PADDING, width: OWN_CODE };
    drawCode(sheet, own, captions[1], place);
    pdf.link(place.x, place.y, OWN_CODE, OWN_CODE, proof);
  }
  const top = y + (height - heightOf(lines)) / 2;
  drawLines(sheet, lines, { x: TEXT_X, y: top, width });
  const above = heightOf(facts);
  const href = target === undefined ? undefined : URL.parse(target)?.href;
  if (href !== undefined && lines.length > facts.length)
    pdf.link(TEXT_X, top + above, width, heightOf(lines) - above, href);
  sheet.y = y + height;
};

/** The web address in a QR code's text; undefined if the text is not a web address. */
const webAddressIn = (text: string | null): string | undefined =>
  text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined;

const drawCode = (
  sheet: Sheet,
  code: QrCode,
  caption: readonly Line[],
  at: { readonly x: number; readonly y: number; readonly width: number },
): void => {
  drawQrCode(sheet, code, at);
  drawLines(sheet, caption, { ...at, y: at.y + at.width + 2 });
};

const fitting = (lines: readonly Line[]): readonly Line[] =>
  lines.filter((_, at) => heightOf(lines.slice(0, at + 1)) <= TALLEST);
